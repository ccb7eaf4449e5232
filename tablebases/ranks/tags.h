// What the messages are about that ranks send each other while tables are made.
#pragma once

namespace bookends::tables {

enum RankTag : int { kTagHandshake = 1, kTagLevel, kTagPly, kTagCodes, kTagNextCodes, kTagCheckpoint };

}  // namespace bookends::tables
