import AgeEncryption
import PassArchive
import Vault
import Web

/// The passphrase of an export: one that was made for it, or a person's own, typed twice.
struct ExportForm: Sendable {
    /// Nil only with errors.
    let passphrase: AgePassphrase?
    let errors: FormErrors

    init(_ fields: FormFields, accounts: Accounts, words: Localizer) {
        var errors = FormErrors()
        let generated = fields["generated"] ?? ""
        let text = generated.isEmpty ? fields["passphrase"] ?? "" : generated
        if text.isEmpty {
            errors.add("passphrase", words[.`archive.passphrase.empty`])
        } else if let finding = accounts.passwords.finding(text, username: "") {
            errors.add("passphrase", words(Fault(finding)))
        } else if generated.isEmpty, fields["passphrase-again"] != text {
            errors.add("passphrase-again", words[.`archive.passphrase.differs`])
        }
        passphrase = errors.isEmpty ? try? AgePassphrase(text) : nil
        if passphrase == nil, errors.isEmpty { errors.add("passphrase", words(Fault.long)) }
        self.errors = errors
    }

    /// Why a passphrase won't do.
    enum Fault: CaseIterable {
        case short, long, weak

        init(_ finding: PasswordWeakness) {
            switch finding.problem {
            case .tooShort: self = .short
            case .tooLong: self = .long
            default: self = .weak
            }
        }
    }
}

extension ExportForm.Fault: MessageCode { static let family = "archive.passphrase" }
