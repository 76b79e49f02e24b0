/// The kinds of files that can be attached, told by their first bytes; name and declared type don't count.
enum AttachmentType: String, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case heic = "image/heic"
    case pdf = "application/pdf"

    /// Tells the kind, or none for anything else.
    init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        let kind = Self.allCases.first { $0.begins(head) }
        guard let kind else { return nil }
        self = kind
    }

    /// The endings of such files' names, the usual one first.
    var endings: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .png: ["png"]
        case .webp: ["webp"]
        case .heic: ["heic", "heif", "hif"]
        case .pdf: ["pdf"]
        }
    }

    private func begins(_ head: [UInt8]) -> Bool {
        switch self {
        case .jpeg: head.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: head.starts(with: [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A])
        case .webp: head.starts(with: "RIFF".utf8) && head.dropFirst(8).starts(with: "WEBP".utf8)
        // A file type box (ISO/IEC 14496-12, 4.3) with a brand of ISO/IEC 23008-12.
        case .heic:
            head.dropFirst(4).starts(with: "ftyp".utf8)
                && Self.brands.contains(String(decoding: head.dropFirst(8), as: UTF8.self))
        case .pdf: head.starts(with: "%PDF-".utf8)
        }
    }

    private static let brands: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1",
    ]
}

extension AttachmentType {
    /// A file's name as it is kept: no path, no characters that mislead, at most 100 characters, an ending that fits.
    func name(_ given: String) -> String {
        let tidy = TidyText.line(given.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "")
        let parts = tidy.split(separator: ".", omittingEmptySubsequences: false)
        let isFit = parts.count > 1 && endings.contains(parts.last?.lowercased() ?? "")
        let ending = isFit ? String(parts.last ?? "") : endings[0]
        let stem = isFit ? parts.dropLast().joined(separator: ".") : tidy
        var short = String(stem.prefix(90))
        while short.utf8.count > 360 { short.removeLast() }
        return "\(short.isEmpty ? "scan" : short).\(ending)"
    }
}
