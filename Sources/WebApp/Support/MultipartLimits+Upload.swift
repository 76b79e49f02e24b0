import Codes

extension MultipartLimits {
    /// What a form with pictures or documents may hold.
    static let upload = MultipartLimits(
        bytes: 64 * 1024 * 1024, files: 10, fileBytes: CodeReader.mostBytes, notesExcess: true)
}
