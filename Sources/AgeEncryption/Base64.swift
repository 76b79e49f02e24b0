import CSodium

/// Base64 (RFC 4648, section 4) in its one canonical form: no blanks, no stray bits, padding exactly as asked.
enum Base64 {
    enum Padding {
        case none
        case required

        fileprivate var variant: Int32 {
            switch self {
            case .none: sodium_base64_VARIANT_ORIGINAL_NO_PADDING
            case .required: sodium_base64_VARIANT_ORIGINAL
            }
        }
    }

    static func encode(_ bytes: UnsafeRawBufferPointer, padding: Padding, into output: inout [UInt8]) {
        let capacity = sodium_base64_encoded_len(bytes.count, padding.variant)  // counts the closing zero
        guard let octets = bytes.octets else { return }
        output += [UInt8](unsafeUninitializedCapacity: capacity) { text, count in
            guard let base = text.baseAddress else { return }
            sodium_bin2base64(
                UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self), capacity, octets, bytes.count,
                padding.variant)
            count = capacity - 1
        }
    }

    static func encode(_ bytes: [UInt8], padding: Padding) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBytes { encode($0, padding: padding, into: &output) }
        return output
    }

    /// Appends the decoded bytes to `output`; false, and nothing appended, unless `text` is canonical.
    static func decode(_ text: UnsafeRawBufferPointer, padding: Padding, into output: inout [UInt8]) -> Bool {
        guard let base = text.baseAddress else { return true }
        // libsodium takes the byte 0xAF for a slash, so only ASCII may reach it.
        guard isASCII(text) else { return false }
        let capacity = text.count / 4 * 3 + 3
        var isCanonical = false
        output += [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
            guard let target = bytes.baseAddress else { return }
            var decoded = 0
            isCanonical =
                sodium_base642bin(
                    target, capacity, base.assumingMemoryBound(to: CChar.self), text.count, nil, &decoded, nil,
                    padding.variant) == 0
            count = isCanonical ? decoded : 0
        }
        return isCanonical
    }

    static func decode(_ text: some Sequence<UInt8>, padding: Padding) -> [UInt8]? {
        var output: [UInt8] = []
        let isCanonical = Array(text).withUnsafeBytes { decode($0, padding: padding, into: &output) }
        return isCanonical ? output : nil
    }

    private static func isASCII(_ text: UnsafeRawBufferPointer) -> Bool {
        var seen: UInt64 = 0
        var index = 0
        while index + 8 <= text.count {
            seen |= text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < text.count {
            seen |= UInt64(text[index])
            index += 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
