import Codes
import Fairness
import Web

/// What was given to an import: the texts that may be certificates, and what gave none.
struct CertificateImportSource: Sendable {
    let texts: [CertificateImportText]
    let faults: [ImportFault]

    /// Takes the typed text apart and reads the files.
    init(_ form: MultipartForm, reader: CodeReader, for who: Requester, within time: Duration) async {
        let typed = CertificateText.split(form.fields["text"] ?? "").enumerated().map { index, text in
            CertificateImportText(text: text, origin: .typed(index + 1))
        }
        let files = await CertificateFiles(reader: reader, who: who, time: time)
            .read(form.files.filter { $0.field == "files" })
        let all = CardChunks.joined(typed + files.texts)
        let rest = all.dropFirst(CertificateText.maximum)
        texts = Array(all.prefix(CertificateText.maximum))
        faults = files.faults + Self.tooMany(rest)
    }

    /// One fault for each file, and one for the typed text.
    private static func tooMany(_ rest: ArraySlice<CertificateImportText>) -> [ImportFault] {
        var faults: [ImportFault] = []
        for text in rest {
            var origin = text.origin
            if case .typed = origin { origin = .typed(CertificateText.maximum + 1) }
            guard !faults.contains(where: { $0.origin == origin }) else { continue }
            faults.append(ImportFault(origin: origin, reason: .file(.tooManyCertificates)))
        }
        return faults
    }
}
