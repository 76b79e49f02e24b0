import CZlib
import HTTPTypes

/// Bodies in gzip form (RFC 1952), for what is public and long; never for pages, whose length would tell of secrets.
enum Gzip {
    /// 16 more than the window's size asks zlib for gzip's header and checksum instead of its own.
    private static let windowBits = MAX_WBITS + 16

    /// Packs bytes, always to the same bytes; nil when zlib has no memory for it.
    static func packed(_ bytes: [UInt8]) -> [UInt8]? {
        var result: Int32 = Z_STREAM_ERROR
        // zlib's own bound is for its shorter header.
        let capacity = Int(compressBound(UInt(bytes.count))) + 64
        let output = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            bytes.withUnsafeBufferPointer { input in
                var stream = z_stream()
                let size = Int32(MemoryLayout<z_stream>.size)
                guard
                    deflateInit2_(
                        &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size)
                        == Z_OK
                else { return }
                // zlib takes a mutable pointer for history's sake; it never writes through next_in.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(clamping: buffer.count)
                result = deflate(&stream, Z_FINISH)
                count = buffer.count - Int(stream.avail_out)
                deflateEnd(&stream)
            }
        }
        return result == Z_STREAM_END ? output : nil
    }

    /// Whether an `Accept-Encoding` field takes gzip (RFC 9110, 12.5.3).
    static func isAccepted(_ field: String?) -> Bool {
        guard let field else { return false }
        var anything = false
        for coding in field.prefix(1_000).lowercased().split(separator: ",").prefix(20) {
            let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if parts.first == "gzip" || parts.first == "x-gzip" { return quality > 0 }
            if parts.first == "*" { anything = quality > 0 }
        }
        return anything
    }
}
