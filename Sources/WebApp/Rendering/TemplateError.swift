/// Why the templates could not be prepared: a fault of the installation, told at start-up.
struct TemplateError: Error, CustomStringConvertible {
    enum Code: Sendable, Equatable {
        case missing
        case malformed
        case unknownMessage
        case unknownAsset
    }

    let code: Code
    let file: String
    let reason: String

    var description: String { "Template \(file): \(reason)." }
}
