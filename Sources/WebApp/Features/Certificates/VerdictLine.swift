import HealthCertificate

/// Whether a certificate is valid, as `Certificates/verdict` shows it.
struct VerdictLine: TemplateModel {
    /// Nil only if the stored text can't be read any more.
    let judgement: Judgement?

    private var isValid: Bool { judgement?.isValid ?? false }

    static let fields: [TemplateField<Self>] = [
        .text("verdictClass") { $0.isValid ? "good" : "bad" }, .flag("verdictWarning") { !$0.isValid },
        .text("verdict") { line, words in
            line.judgement.map { words.verdict($0) } ?? words[.certificatesFaultOther]
        },
        .text("verdictDetail") { line, words in line.judgement.map { words.explanation(of: $0) } },
    ]
}
