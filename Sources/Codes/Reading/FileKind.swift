/// What a file is by its first bytes; its name and declared type don't count.
package enum FileKind: Sendable, Equatable {
    /// PNG, JPEG, WebP, GIF or TIFF.
    case picture
    /// HEIC, or another picture in the same container.
    case heic
    case pdf

    /// Tells the kind, or none for anything else.
    package init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(1_024))
        if Self.isPicture(head) {
            self = .picture
        } else if Self.isHEIC(head) {
            self = .heic
        } else if Self.isPDF(head) {
            self = .pdf
        } else {
            return nil
        }
    }

    private static func isPicture(_ head: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A],
            [0xFF, 0xD8, 0xFF],
            Array("GIF87a".utf8), Array("GIF89a".utf8),
            Array("II*\0".utf8), Array("MM\0*".utf8), Array("II+\0".utf8), Array("MM\0+".utf8),
        ]
        if starts.contains(where: head.starts(with:)) { return true }
        return head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
    }

    /// A file type box (ISO/IEC 14496-12, 4.3) whose brand is one of ISO/IEC 23008-12 or AVIF.
    private static func isHEIC(_ head: [UInt8]) -> Bool {
        let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "avif", "avis"]
        guard head.dropFirst(4).starts(with: "ftyp".utf8) else { return false }
        return brands.contains { head.dropFirst(8).starts(with: $0.utf8) }
    }

    /// The header may stand anywhere in the first 1,024 bytes (ISO 32000-1, appendix H.3, note 13).
    private static func isPDF(_ head: [UInt8]) -> Bool {
        let header = Array("%PDF-".utf8)
        return head.indices.contains { head[$0...].starts(with: header) }
    }
}
