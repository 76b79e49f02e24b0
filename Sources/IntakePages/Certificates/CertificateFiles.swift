import ByteCoding
import Codes
import Fairness
import HealthCertificate
import Web

/// Reads the certificates in uploaded files: pictures and documents by their codes, text files as they are.
///
/// All is done in memory. A file that gives nothing says why, and the others go on, unless it took too long.
package struct CertificateFiles: Sendable {
    let reader: CodeReader
    /// Whose files they are.
    let who: Requester
    /// How long the files of one upload may take together.
    let time: Duration

    /// What the files gave, in their order.
    func read(_ files: [UploadedFile]) async -> (texts: [CertificateImportText], faults: [ImportFault]) {
        let results = await results(files)
        var texts: [CertificateImportText] = []
        var faults: [ImportFault] = []
        for (file, result) in zip(files, results) {
            let origin = CertificateImportText.Origin.file(Self.shown(file.fileName))
            switch result {
            case .success(let found): texts += found.map { CertificateImportText(text: $0, origin: origin) }
            case .failure(let fault): faults.append(ImportFault(origin: origin, reason: .file(fault)))
            }
        }
        return (texts, faults)
    }

    /// One file after the other, up to the first that takes too long.
    private func results(_ files: [UploadedFile]) async -> [Result<[String], FileFault>] {
        var results: [Result<[String], FileFault>] = []
        let end = ContinuousClock.now + time
        for file in files {
            if case .failure(.timedOut) = results.last { break }
            let result = try? await withTimeLimit(ContinuousClock.now.duration(to: end)) { await read(file) }
            results.append(result ?? .failure(.timedOut))
        }
        return results + Array(repeating: .failure(.notTried), count: files.count - results.count)
    }

    private func read(_ file: UploadedFile) async -> Result<[String], FileFault> {
        if let fault = file.fault(size: FileFault.tooManyBytes, number: .tooManyFiles) { return .failure(fault) }
        if FileKind.ofReadable(file.bytes) == nil {
            return CertificateText.texts(inFile: file.bytes).map(Result.success)
                ?? .failure(ArchiveImportFile.isDocument(file.bytes) ? .archive : .unknownFormat)
        }
        return await reader.read(file.bytes, for: who).mapError(FileFault.init).flatMap { texts in
            // Beside the certificate a document often has a code that leads to a web site.
            let certificates = texts.filter { CertificateText.begins($0[...]) }
            return certificates.isEmpty ? .failure(.notACertificate) : .success(certificates)
        }
    }

    /// A file's name as a page shows it: without characters that turn the writing direction, and not too long.
    package static func shown(_ name: String) -> String {
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
