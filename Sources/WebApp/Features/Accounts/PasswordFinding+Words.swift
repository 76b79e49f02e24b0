import Vault

extension PasswordFinding {
    /// The last part of the message that words it.
    var messageKey: String {
        switch problem {
        case .tooShort: "tooShort"
        case .tooLong: "tooLong"
        case .userName: "userName"
        case .common: "common"
        case .breached: "breached"
        case .repeats: "repeats"
        case .sequence: "sequence"
        case .keyboard: "keyboard"
        case .date: "date"
        case .guessable: "guessable"
        }
    }

    static let messageKeys = [
        "tooShort", "tooLong", "userName", "common", "breached", "repeats", "sequence", "keyboard", "date", "guessable",
    ]
}

extension UsernameFinding {
    /// The last part of the message that words it.
    var messageKey: String {
        switch self {
        case .tooShort: "tooShort"
        case .tooLong: "tooLong"
        case .characters: "characters"
        }
    }

    static let messageKeys = ["tooShort", "tooLong", "characters"]
}
