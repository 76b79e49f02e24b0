import ByteCoding
import Web

/// The kinds of files that can be attached, told by their first bytes; name and declared type don't count.
enum AttachmentType: String, Sendable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case heic = "image/heic"
    case pdf = "application/pdf"

    /// Tells the kind, or none for anything else.
    init?(_ bytes: some Collection<UInt8>) {
        switch FileKind(bytes) {
        case .jpeg: self = .jpeg
        case .png: self = .png
        case .webp: self = .webp
        case .heic: self = .heic
        case .pdf: self = .pdf
        case .gif, .tiff, .avif, .zip, .compound, nil: return nil
        }
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
}

extension AttachmentType {
    /// A file's name as it is kept: no path, no characters that mislead, at most 100 characters, an ending that fits.
    func name(_ given: String) -> String {
        let tidy = CleanText.line(given.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "")
        let parts = tidy.split(separator: ".", omittingEmptySubsequences: false)
        let isFit = parts.count > 1 && endings.contains(parts.last?.lowercased() ?? "")
        let ending = isFit ? String(parts.last ?? "") : endings[0]
        let stem = isFit ? parts.dropLast().joined(separator: ".") : tidy
        var short = String(stem.prefix(90))
        while short.utf8.count > 360 { short.removeLast() }
        return "\(short.isEmpty ? "scan" : short).\(ending)"
    }
}
