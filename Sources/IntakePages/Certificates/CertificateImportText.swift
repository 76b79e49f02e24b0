import HealthCertificate
import Web

/// A text that may be a certificate, and where it came from.
struct CertificateImportText: Sendable, Equatable {
    /// Where a text, or what could not be read, came from.
    enum Origin: Sendable, Equatable {
        /// Typed, scanned or pasted: its number among those, from 1.
        case typed(Int)
        /// The file with this name, cleaned for showing.
        case file(String)
    }

    let text: String
    let origin: Origin
}

/// Something of an import that gave no certificate, and why.
struct ImportFault: Sendable {
    enum Reason: Sendable, Equatable {
        case certificate(HealthCertificateError)
        case file(FileFault)
    }

    let origin: CertificateImportText.Origin
    let reason: Reason

    /// The reason in words; whose it is is shown beside it.
    func text(_ words: Localizer) -> String {
        switch reason {
        case .certificate(let error): CertificateText.fault(error, words)
        case .file(let fault): words(fault)
        }
    }

    /// What it is about: 'Certificate 2', or the file's name.
    func name(_ words: Localizer) -> String {
        switch origin {
        case .typed(let number): words(.`certificates.fault.number`, ["number": String(number)])
        case .file(let name): name
        }
    }

    /// The page that takes what this one doesn't.
    var elsewhere: String? { reason == .file(.archive) ? Links.importFile() : nil }

    /// Whether trying again in a moment may help.
    var isPassing: Bool { [.file(.busy), .file(.timedOut), .file(.notTried)].contains(reason) }
}

extension ImportFault: TemplateModel {
    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name($1) }, .text("text") { $0.text($1) }, .text("elsewhere") { $0.elsewhere },
    ]
}
