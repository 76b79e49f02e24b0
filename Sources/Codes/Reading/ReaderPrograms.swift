internal import ByteCoding
internal import Glibc
internal import SystemPackage

/// The programs that read files, and which of them reads what.
package struct ReaderPrograms: Sendable {
    private let picture: String
    private let heic: String
    private let pdf: String
    private let text: String

    package init(folder: String) {
        picture = folder + "/vaccinapp-reader"
        heic = folder + "/vaccinapp-reader-heic"
        pdf = folder + "/vaccinapp-reader-pdf"
        text = folder + "/vaccinapp-reader-text"
    }

    /// Where the program that runs was started from, so that what was built together is found together.
    package static var folderOfThisProgram: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count)
        guard length > 0 else { return "." }
        let file = FilePath(String(decoding: path.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self))
        return file.removingLastComponent().string
    }

    func read(_ bytes: [UInt8], _ kind: FileKind) async -> Result<[String], ReadRefusal> {
        switch kind {
        case .png, .jpeg, .gif, .webp, .tiff: await ReaderProcess(picture).texts(of: bytes).result
        case .heic, .avif: await ReaderProcess(heic).texts(of: bytes).result
        case .pdf: await readPages(bytes)
        case .zip, .compound: .failure(.unknownFormat)
        }
    }

    /// What the recogniser says to a job about a page.
    func read(page: Int, of bytes: [UInt8], _ kind: FileKind, for job: [UInt8]) async -> Result<[UInt8], ReadRefusal> {
        switch await picture(page, of: bytes, kind) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let picture):
            let said = await ReaderProcess(text).texts(of: job + picture, mostOutput: Self.mostAnswer)
            return said.end.refusal.map(Result.failure) ?? .success(said.output)
        }
    }

    /// What the program that draws a document says of it.
    func describe(_ document: [UInt8]) async -> Result<[UInt8], ReadRefusal> {
        let said = await ReaderProcess(pdf, "pages").texts(of: document)
        return refusal(said, document).map(Result.failure) ?? .success(said.output)
    }

    /// A picture as the recogniser takes it: those that only other programs read are drawn by them.
    private func picture(_ page: Int, of bytes: [UInt8], _ kind: FileKind) async -> Result<[UInt8], ReadRefusal> {
        switch kind {
        case .png, .jpeg, .gif, .webp, .tiff: .success(bytes)
        case .heic, .avif: await drawn(by: ReaderProcess(heic, "draw"), bytes)
        case .pdf: await drawn(by: ReaderProcess(pdf, "page", String(page + 1)), bytes)
        case .zip, .compound: .failure(.unknownFormat)
        }
    }

    private func drawn(by process: ReaderProcess, _ bytes: [UInt8]) async -> Result<[UInt8], ReadRefusal> {
        let drawn = await process.texts(of: bytes, mostOutput: Self.mostPicture)
        if let refusal = refusal(drawn, bytes) { return .failure(refusal) }
        return drawn.output.isEmpty ? .failure(.noSuchPage) : .success(drawn.output)
    }

    private func refusal(_ said: ReaderOutcome, _ bytes: [UInt8]) -> ReadRefusal? {
        said.end.refusal.map { $0 == .damaged && Self.isEncrypted(bytes) ? .encrypted : $0 }
    }

    /// The longest answer, with the page drawn flat.
    private static let mostAnswer = 16 << 20
    /// The largest grey picture that a program draws: 50 megapixels and its header.
    private static let mostPicture = 50_000_064

    /// Why no document could be read here; none where all is well.
    func documentsRefusal() async -> ReadRefusal? { await ReaderProcess(pdf, "check").texts(of: []).end.refusal }

    /// The pages go from the program that draws them to the one that reads them, past this process.
    private func readPages(_ bytes: [UInt8]) async -> Result<[String], ReadRefusal> {
        guard let pages = try? FileDescriptor.pipe() else { return .failure(.unavailable) }
        async let drawn = ReaderProcess(pdf).write(bytes, to: pages.writeEnd)
        let found = await ReaderProcess(picture, "--pages").texts(of: pages.readEnd)
        let drawing = await drawn
        // Pages drawn before a document's broken part may hold the code.
        if case .success = found.result { return found.result }
        guard let refusal = drawing.refusal else { return found.result }
        return .failure(refusal == .damaged && Self.isEncrypted(bytes) ? .encrypted : refusal)
    }

    /// Whether the document's trailer names how it is encrypted (ISO 32000-1, 7.6.1), which is never itself encrypted
    /// or compressed.
    private static func isEncrypted(_ pdf: [UInt8]) -> Bool {
        let key = Array("/Encrypt".utf8)
        return pdf.withUnsafeBufferPointer { bytes in
            bytes.indices.contains { bytes[$0] == key[0] && bytes[$0...].starts(with: key) }
        }
    }
}
