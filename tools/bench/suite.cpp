#include "tools/bench/suite.h"

namespace bookends {

const std::vector<BenchSuite>& bench_suites() {
  static const std::vector<BenchSuite> list{
      {&games::fragments,
       14,
       9,
       {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1",
        "r1k1b/pqpp1/1p1Np/P1PPP/B1KQR b - - 0 1", "r1knb/p1ppp/1q3/PPP1P/B1KQR w - - 0 4",
        "4k/P1P1P/2R2/p1p1p/K4 w - - 0 1", "1k3/1p1p1/5/P1P2/2K2 w - - 0 1", "2k1r/5/4N/3P1/K4 w - - 0 1"}},
      {&games::fragments_sd,
       17,
       10,
       {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "1k3/1p1p1/5/P1P2/2K2 w - - 0 1", "2k2/1r3/5/2B1P/K4 w - - 0 1"}},
      {&games::makruk,
       13,
       7,
       {"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "r3k2r/2snms2/pp1pp1pp/2p2p2/2P2P2/PPNPPNPP/3SM1S1/R3K2R w - - 0 9", "8/3k4/2s1p3/4P3/3NK3/8/8/3R4 w - - 0 40",
        "4k3/8/2m1s3/8/3K4/8/2R5/8 w - - 0 60"}},
      {&games::chess,
       14,
       7,
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/5pk1/6p1/3R4/5P1P/r5P1/6K1/8 w - - 0 40",
        "8/8/1p1k4/1P6/3K4/8/5P2/8 w - - 0 50"}},
      {&games::gardner,
       17,
       10,
       {"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "r1bqk/p1ppp/2n2/PPPPP/RNBQK w - - 0 1",
        "2k2/p3p/5/P1P2/1K3 w - - 0 20"}},
  };
  return list;
}

}  // namespace bookends
