import Codes

extension MultipartLimits {
    /// What a form with pictures or documents may hold.
    static let upload = MultipartLimits(
        bytes: 64 * 1024 * 1024, files: 10, fileBytes: CodeReader.mostBytes, notesExcess: true)

    /// An export with all that an account may attach.
    static let archive = MultipartLimits(bytes: 64 * 1024 * 1024, files: 1, fileBytes: 65_000_000, notesExcess: true)
}
