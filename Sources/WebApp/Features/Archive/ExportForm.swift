import AgeEncryption
import PassArchive
import Vault

/// The passphrase of an export: one that was made for it, or a person's own, typed twice.
struct ExportForm: Sendable {
    /// Nil only with errors.
    let passphrase: AgePassphrase?
    let errors: FormErrors

    init(_ fields: FormFields, accounts: Accounts, words: Words) {
        var errors = FormErrors()
        let generated = fields["generated"] ?? ""
        let text = generated.isEmpty ? fields["passphrase"] ?? "" : generated
        if text.isEmpty {
            errors.add("passphrase", words[.archivePassphraseEmpty])
        } else if let finding = accounts.passwordFinding(text, username: "") {
            errors.add("passphrase", words.text("archive.passphrase.\(Self.messageKey(finding))"))
        } else if generated.isEmpty, fields["passphrase-again"] != text {
            errors.add("passphrase-again", words[.archivePassphraseDiffers])
        }
        passphrase = errors.isEmpty ? try? AgePassphrase(text) : nil
        if passphrase == nil, errors.isEmpty { errors.add("passphrase", words.text("archive.passphrase.long")) }
        self.errors = errors
    }

    /// The last parts of the messages about passphrases that won't do.
    static let messageKeys = ["short", "long", "weak"]

    private static func messageKey(_ finding: PasswordFinding) -> String {
        switch finding.problem {
        case .tooShort: "short"
        case .tooLong: "long"
        default: "weak"
        }
    }
}
