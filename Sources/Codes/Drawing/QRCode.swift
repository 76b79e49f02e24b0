internal import CQREncode
internal import Glibc

/// A QR code, as a square of dark and light modules.
///
/// Drawn by libqrencode, in the smallest version that holds the text. It chooses the mode of
/// each part by itself: the 45 characters that certificates are written in cost 5.5 bits each, all others 8.
/// ISO/IEC 18004, https://www.iso.org/standard/83389.html
package struct QRCode: Sendable, Equatable {
    /// The light modules that a reader needs on every side (ISO/IEC 18004, 6.3.8).
    package static let quietZone = 4

    /// Modules on a side, without the quiet zone: 21 to 177, in steps of 4.
    package let side: Int
    /// Row by row, from the top left.
    private let dark: [Bool]

    /// How much of a code may be damaged: 15 % and 25 % of it.
    package enum Correction: Sendable { case medium, quartile }

    /// Encodes a text, case kept.
    ///
    /// - Throws: `textTooLong` past 2,420 characters of the alphanumeric set or 1,663 bytes of others, or, at medium
    ///   correction, past 3,391 and 2,331; `unusableText` for an empty text or one with a NUL character.
    package init(text: String, correction: Correction = .quartile) throws {
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw CodesError(.unusableText, reason: "the text is empty or holds a NUL character")
        }
        let level = correction == .medium ? QR_ECLEVEL_M : QR_ECLEVEL_Q
        guard let code = QRcode_encodeString(text, 0, level, QR_MODE_8, 1) else {
            guard errno == ERANGE else { throw CodesError(.outOfMemory, reason: "libqrencode gave no code") }
            throw CodesError(.textTooLong, reason: "\(text.utf8.count) bytes don't fit a QR code")
        }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        // The lowest bit of each byte says whether the module is dark; the others say what it is for.
        dark = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// Whether a module is dark; those outside the code, as in the quiet zone, are light.
    package func isDark(column: Int, row: Int) -> Bool {
        (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
    }

    /// The columns of a row's dark modules, joined to runs.
    func darkRuns(row: Int) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var column = 0
        while column < side {
            let start = column
            while isDark(column: column, row: row) { column += 1 }
            if column > start { runs.append(start..<column) }
            column += 1
        }
        return runs
    }
}
