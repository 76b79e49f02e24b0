internal import CZlib

/// Bounded compression in zlib ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950)), raw DEFLATE
/// ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)) or gzip ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)) form,
/// over the system's zlib.
public enum Zlib {
    /// Which header and checksum the deflated bytes carry.
    public enum Format: Sendable {
        /// Two bytes of header and an Adler-32 checksum, as in EU certificates.
        case zlib
        /// The bare DEFLATE stream, as in SMART Health Cards.
        case raw
        /// gzip's header and CRC-32, as in bodies of HTTP; always the same bytes for the same content.
        case gzip

        fileprivate var windowBits: Int32 {
            switch self {
            case .zlib: MAX_WBITS
            case .raw: -MAX_WBITS
            case .gzip: MAX_WBITS + 16
            }
        }
    }

    /// The most that is unpacked where nobody asks for more, in bytes; no certificate holds more.
    public static let largestOutput = 64 * 1024

    /// Unpacks the bytes, which must be one whole stream and nothing more.
    ///
    /// - Parameters:
    ///   - bytes: The packed bytes.
    ///   - format: With zlib's header and checksum, or bare.
    ///   - limit: The most bytes to accept as output; a stream that holds more is refused.
    public static func inflate(
        _ bytes: [UInt8],
        format: Format = .zlib,
        limit: Int = largestOutput
    ) throws(ZlibError) -> [UInt8] {
        var result: Int32 = Z_STREAM_ERROR
        var unread = 0
        var capacity = min(limit, max(1024, bytes.count * 3)) + 1
        while true {
            let output = run(bytes, capacity: capacity) { stream in
                guard inflateInit2_(&stream, format.windowBits, zlibVersion(), streamSize) == Z_OK else { return }
                result = CZlib.inflate(&stream, Z_FINISH)
                unread = Int(stream.avail_in)
                inflateEnd(&stream)
            }
            if result == Z_STREAM_END {
                guard output.count <= limit else { throw .tooLong(limit: limit) }
                guard unread == 0 else {
                    throw .trailingBytes
                }
                return output
            }
            guard result == Z_BUF_ERROR || result == Z_OK else {
                throw .corrupt
            }
            guard output.count == capacity else {
                throw .truncated
            }
            guard capacity <= limit else { throw .tooLong(limit: limit) }
            capacity = min(limit + 1, capacity * 4)
        }
    }

    /// Packs the bytes, at zlib's strongest level.
    ///
    /// - Throws: `corrupt` when the library has no memory for it.
    public static func deflate(_ bytes: [UInt8], format: Format = .zlib) throws(ZlibError) -> [UInt8] {
        var result: Int32 = Z_STREAM_ERROR
        let capacity = Int(compressBound(UInt(bytes.count))) + 64
        let output = run(bytes, capacity: capacity) { stream in
            let window = format.windowBits
            let level = Z_BEST_COMPRESSION
            let strategy = Z_DEFAULT_STRATEGY
            guard deflateInit2_(&stream, level, Z_DEFLATED, window, 8, strategy, zlibVersion(), streamSize) == Z_OK
            else { return }
            result = CZlib.deflate(&stream, Z_FINISH)
            deflateEnd(&stream)
        }
        guard result == Z_STREAM_END else {
            throw .corrupt
        }
        return output
    }

    private static let streamSize = Int32(MemoryLayout<z_stream>.size)

    /// The CRC-32 of bytes.
    public static func crc32(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: CZlib.crc32(0, bytes, UInt32(clamping: bytes.count)))
    }

    /// Hands a stream over `bytes` and a fresh buffer to the body, and returns what was written into it.
    private static func run(_ bytes: [UInt8], capacity: Int, body: (inout z_stream) -> Void) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            bytes.withUnsafeBufferPointer { input in
                var stream = z_stream()
                // zlib takes a mutable pointer for history's sake; it never writes through next_in.
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(clamping: input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(clamping: buffer.count)
                body(&stream)
                count = buffer.count - Int(stream.avail_out)
            }
        }
    }
}

/// Why bytes could not be packed or unpacked.
public enum ZlibError: Error, Equatable, Sendable {
    /// Not a compressed stream, or a damaged one.
    case corrupt
    /// The stream ends early.
    case truncated
    /// Bytes follow the stream.
    case trailingBytes
    /// It unpacks to more than allowed.
    case tooLong(limit: Int)
}
