"""A certificate, read by what books/file/FORMAT.md says of it and nothing else."""
import ctypes
import ctypes.util
import struct

POSITION_BYTES = 36
KINDS = "pnbrqk"


def unpacked(frame):
    """One zstd frame."""
    zstd = ctypes.CDLL(ctypes.util.find_library("zstd"))
    zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
    zstd.ZSTD_decompress.restype = ctypes.c_size_t
    size = zstd.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
    room = ctypes.create_string_buffer(size)
    found = zstd.ZSTD_decompress(room, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame)))
    if found != size:
        raise ValueError("a frame that cannot be unpacked")
    return room.raw


def packed(fen, files=5, ranks=5):
    """The 36 bytes of a position without castling and counting."""
    placement, turn, _, en_passant = fen.split()[:4]
    out = bytearray(POSITION_BYTES)
    for index, row in enumerate(placement.split("/")):
        file = 0
        for ch in row:
            if ch.isdigit():
                file += int(ch)
                continue
            square = (ranks - 1 - index) * files + file
            code = 1 + KINDS.index(ch.lower()) + (0 if ch.isupper() else len(KINDS))
            out[square // 2] |= code << (square % 2 * 4)
            file += 1
    out[32] = 1 if turn == "b" else 0
    if en_passant != "-":
        out[33] = 1 + (int(en_passant[1]) - 1) * files + ord(en_passant[0]) - ord("a")
    return bytes(out)


class Certificate:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        settings = struct.unpack_from("<I", data, 12)[0]
        lines = data[48:48 + settings].decode().splitlines()
        self.header = dict(line.split("=", 1) for line in lines)
        self.records = {}
        self._read(data[48 + settings:])
        if len(self.records) != int(self.header["records"]):
            raise ValueError("not as many records as the header says")

    def _read(self, payload):
        while payload:
            count, size = struct.unpack_from("<II", payload)
            columns = unpacked(payload[8:8 + size])
            payload = payload[8 + size:]
            for i in range(count):
                record = columns[i::count]
                move, distance = struct.unpack_from("<HH", record, POSITION_BYTES)
                self.records[record[:POSITION_BYTES]] = (self._uci(move), distance)

    @staticmethod
    def _uci(move):
        name = lambda square: "abcde"[square % 5] + str(square // 5 + 1)
        promotion = move >> 12
        return name(move & 63) + name(move >> 6 & 63) + (KINDS[promotion] if promotion else "")

    def find(self, fen):
        """(move, distance), or None."""
        return self.records.get(packed(fen))
