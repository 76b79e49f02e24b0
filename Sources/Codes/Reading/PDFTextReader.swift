import ByteCoding

/// Reads the text of a PDF, laid out as on its pages, in a process that may do nothing else.
package struct PDFTextReader: Sendable {
    /// Wall-clock time for a document.
    private static let time = Duration.seconds(30)

    private let program: String

    /// - Parameter folder: where the reader programs are; by default, beside the program that runs.
    package init(folder: String = ReaderPrograms.folderOfThisProgram) { program = folder + "/vaccinapp-reader-pdf" }

    /// The text of at most 200 pages, 1 MiB of it.
    package func text(of bytes: [UInt8]) async -> Result<String, ReadRefusal> {
        guard bytes.count <= CodeReader.mostBytes else { return .failure(.tooManyBytes) }
        guard case .pdf = FileKind.ofReadable(bytes) else { return .failure(.unknownFormat) }
        return await .within(Self.time) { await read(bytes) }
    }

    private func read(_ bytes: [UInt8]) async -> Result<String, ReadRefusal> {
        let outcome = await ReaderProcess(program, "text").texts(of: bytes)
        if let refusal = outcome.end.refusal { return .failure(refusal) }
        return .success(String(decoding: outcome.output, as: UTF8.self))
    }
}
