import Codes
import HealthCertificate

/// Reads the certificates in uploaded files: pictures and documents by their codes, text files as they are.
///
/// All is done in memory. A file that gives nothing says why, and the others go on.
struct CertificateFiles: Sendable {
    let reader: CodeReader
    /// How long the files of one upload may take together; less than a request may.
    var time = Duration.seconds(25)
    /// Files of one upload that are read at the same time, so that one person can't fill the queue.
    var atOnce = 2

    /// What the files gave, in their order.
    func read(_ files: [UploadedFile]) async -> (texts: [ImportText], faults: [ImportFault]) {
        let results = await results(files)
        var texts: [ImportText] = []
        var faults: [ImportFault] = []
        for (file, result) in zip(files, results) {
            let origin = ImportText.Origin.file(Self.shown(file.fileName))
            switch result {
            case .success(let found): texts += found.map { ImportText(text: $0, origin: origin) }
            case .failure(let fault): faults.append(ImportFault(origin: origin, reason: .file(fault)))
            }
        }
        return (texts, faults)
    }

    private enum Result: Sendable {
        case success([String])
        case failure(FileFault)
    }

    /// What isn't read when the time is over has run out of it.
    private func results(_ files: [UploadedFile]) async -> [Result] {
        var results = [Result](repeating: .failure(.timedOut), count: files.count)
        var next = 0
        await withTaskGroup(of: (index: Int, result: Result)?.self) { group in
            group.addTask {
                try? await Task.sleep(for: time)
                return nil
            }
            func addNext() {
                guard files.indices.contains(next) else { return }
                let (index, file) = (next, files[next])
                next += 1
                group.addTask { (index, await read(file)) }
            }
            for _ in 0..<atOnce { addNext() }
            var done = 0
            while done < files.count, let end = await group.next(), let (index, result) = end {
                results[index] = result
                done += 1
                addNext()
            }
            group.cancelAll()
        }
        return results
    }

    private func read(_ file: UploadedFile) async -> Result {
        switch file.excess {
        case .size: return .failure(.tooManyBytes)
        case .number: return .failure(.tooManyFiles)
        case nil: break
        }
        if FileKind(file.bytes) == nil {
            return CertificateText.texts(inFile: file.bytes).map(Result.success) ?? .failure(.unknownFormat)
        }
        switch await reader.read(file.bytes) {
        case .refused(let refusal): return .failure(FileFault(refusal))
        case .texts(let texts):
            // Beside the certificate a document often has a code that leads to a web site.
            let certificates = texts.filter { CertificateText.begins($0[...]) }
            return certificates.isEmpty ? .failure(.notACertificate) : .success(certificates)
        }
    }

    /// A file's name as a page shows it: without characters that turn the writing direction, and not too long.
    static func shown(_ name: String) -> String {
        let plain = name.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        let text = String(String.UnicodeScalarView(plain))
        return text.count > 80 ? "\(text.prefix(40))…\(text.suffix(39))" : text
    }
}
