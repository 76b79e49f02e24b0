/// Base45: bytes as the 45 characters that a QR code packs densely ([RFC 9285](https://www.rfc-editor.org/rfc/rfc9285)).
///
/// Two bytes are three characters, a last odd byte is two.
public enum Base45 {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    /// The digit that a character stands for, or 255; indexed by the ASCII code.
    private static let digits: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (digit, character) in alphabet.enumerated() { table[Int(character)] = UInt8(digit) }
        return table
    }()

    /// Decodes ASCII characters into the bytes they stand for.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `base45`: a character outside the alphabet, a length that leaves
    ///   one character over, a group of three that stands for more than 65535, or of two for more than 255.
    public static func decode(_ characters: [UInt8]) throws(HealthCertificateError) -> [UInt8] {
        guard characters.count % 3 != 1 else {
            throw HealthCertificateError(.base45, .invalidLength, "one character is left over after groups of three")
        }
        let table = digits
        // No digit is above 44; characters outside the alphabet show as 255.
        var highest: UInt8 = 0
        func digit(_ index: Int) -> Int {
            let digit = table[Int(characters[index])]
            highest = max(highest, digit)
            return Int(digit)
        }
        var output: [UInt8] = []
        output.reserveCapacity(characters.count / 3 * 2 + 1)
        var index = 0
        while index + 3 <= characters.count {
            let group = digit(index) + digit(index + 1) * 45 + digit(index + 2) * 45 * 45
            try check(highest, group, most: 0xFFFF)
            output.append(UInt8(group >> 8))
            output.append(UInt8(group & 0xFF))
            index += 3
        }
        if index < characters.count {
            let group = digit(index) + digit(index + 1) * 45
            try check(highest, group, most: 0xFF)
            output.append(UInt8(group))
        }
        return output
    }

    @inline(__always)
    private static func check(_ highest: UInt8, _ group: Int, most: Int) throws(HealthCertificateError) {
        guard highest < 45 else {
            throw HealthCertificateError(.base45, .invalidCharacter, "a character is not one of the 45")
        }
        guard group <= most else {
            throw HealthCertificateError(.base45, .outOfRange, "a group of characters stands for more than \(most)")
        }
    }

    /// Decodes a text; see ``decode(_:)-swift.type.method``.
    public static func decode(_ text: String) throws(HealthCertificateError) -> [UInt8] {
        try decode(Array(text.utf8))
    }

    /// Encodes bytes as Base45 text.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count / 2 * 3 + 2)
        var pending: Int?
        for byte in bytes {
            guard let high = pending else {
                pending = Int(byte)
                continue
            }
            append(high << 8 | Int(byte), characters: 3, to: &output)
            pending = nil
        }
        if let last = pending { append(last, characters: 2, to: &output) }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ value: Int, characters: Int, to output: inout [UInt8]) {
        var rest = value
        for _ in 0..<characters {
            output.append(alphabet[rest % 45])
            rest /= 45
        }
    }
}
