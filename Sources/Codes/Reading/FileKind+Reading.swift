package import ByteCoding

extension FileKind {
    /// The kind of a file that may hold codes, or none for anything else.
    package static func ofReadable(_ bytes: some Collection<UInt8>) -> FileKind? {
        let kind = FileKind(bytes, isLenient: true)
        return kind == .zip || kind == .compound ? nil : kind
    }
}
