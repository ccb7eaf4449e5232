// Tags of the messages that ranks send each other while tables are made: what each is about.
#pragma once

namespace bookends::tables {

enum RankTag : int { kTagHandshake = 1, kTagLevel, kTagPly, kTagCodes, kTagNextCodes, kTagCheckpoint };

}  // namespace bookends::tables
