/// Why the message catalogues could not be loaded: a fault of the installation, told at start-up.
struct LocalizationError: Error, CustomStringConvertible, Equatable {
    enum Code: Sendable, Equatable {
        case unreadableFolder
        case malformedFile
        case unknownPluralRule
        case missingPluralForm
        case missingDefaultLanguage
    }

    let code: Code
    let reason: String

    var description: String { reason }
}
