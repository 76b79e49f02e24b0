import ByteCoding

/// Reads the text of a PDF, laid out as on its pages, in a process that may do nothing else.
package struct PDFTextReader: Sendable {
    /// What became of a document.
    package enum Outcome: Sendable, Equatable {
        case text(String)
        case refused(ReadRefusal)
    }

    /// Wall-clock time for a document.
    private static let time = Duration.seconds(30)

    private let program: String

    /// - Parameter folder: where the reader programs are; by default, beside the program that runs.
    package init(folder: String = ReaderPrograms.folderOfThisProgram) { program = folder + "/vaccinapp-reader-pdf" }

    /// The text of at most 200 pages, 1 MiB of it.
    package func text(of bytes: [UInt8]) async -> Outcome {
        guard bytes.count <= CodeReader.mostBytes else { return .refused(.tooManyBytes) }
        guard case .pdf = FileKind.ofReadable(bytes) else { return .refused(.unknownFormat) }
        return await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await read(bytes) }
            group.addTask {
                try? await Task.sleep(for: Self.time)
                return .refused(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .refused(.timedOut)
        }
    }

    private func read(_ bytes: [UInt8]) async -> Outcome {
        let outcome = await ReaderProcess(program, "text").texts(of: bytes)
        if let refusal = outcome.end.refusal { return .refused(refusal) }
        return .text(String(decoding: outcome.output, as: UTF8.self))
    }
}
