/// What a file is by its first bytes; its name and declared type don't count.
public enum FileKind: Sendable, CaseIterable {
    case png, jpeg, gif, webp, tiff
    /// HEIC, or another picture of ISO/IEC 23008-12.
    case heic
    case avif
    case pdf
    /// A ZIP archive, as spreadsheets of today are.
    case zip
    /// A compound file, as spreadsheets of yesterday are.
    case compound

    /// How many bytes tell the kind.
    private static let longestHead = 1_024

    /// Tells the kind, or none for anything else.
    ///
    /// - Parameter isLenient: whether a PDF's header may be anywhere in the first 1,024 bytes, as what reads them
    ///   allows (ISO 32000-1, appendix H.3, note 13).
    public init?(_ bytes: some Collection<UInt8>, isLenient: Bool = false) {
        let head = Array(bytes.prefix(Self.longestHead))
        let mayBePDF = isLenient && head.indices.contains { head[$0...].starts(with: "%PDF-".utf8) }
        guard let kind = Self.allCases.first(where: { $0.begins(head) }) ?? (mayBePDF ? .pdf : nil) else { return nil }
        self = kind
    }

    private func begins(_ head: [UInt8]) -> Bool {
        switch self {
        case .png: head.starts(with: [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A])
        case .jpeg: head.starts(with: [0xFF, 0xD8, 0xFF])
        case .gif: head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8)
        case .webp: head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
        case .tiff: ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains { head.starts(with: $0.utf8) }
        case .heic:
            Self.hasBrand(head, "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1")
        case .avif: Self.hasBrand(head, "avif", "avis")
        case .pdf: head.starts(with: "%PDF-".utf8)
        case .zip: head.starts(with: "PK".utf8)
        case .compound: head.starts(with: [0xD0, 0xCF, 0x11])
        }
    }

    /// Whether it begins with a file type box (ISO/IEC 14496-12, 4.3) of one of these brands.
    private static func hasBrand(_ head: [UInt8], _ brands: String...) -> Bool {
        head.dropFirst(4).starts(with: "ftyp".utf8) && brands.contains { head.dropFirst(8).starts(with: $0.utf8) }
    }
}
