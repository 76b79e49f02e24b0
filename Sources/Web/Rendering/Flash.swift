import HTTPTypes
import Hummingbird
package import HummingbirdCore

/// What a page says after a form was accepted: a message of the family `done`.
///
/// It travels in the address as the end of the message's id, so as a word from a list, never as text.
package struct Flash: Sendable {
    private static let family = "done."
    private static let ofImport: Set<Message> = [.`done.certificates-saved`, .`done.imported`]
    private static let ofBin: Set<Message> = [
        .`done.attachment-deleted`, .`done.certificate-deleted`, .`done.pass-deleted`, .`done.vaccination-deleted`,
    ]

    package let message: Message

    package init(_ message: Message) {
        self.message = message
    }

    /// The notice that a request's address asks for.
    package init?(_ request: Request) {
        guard let name = request.uri.queryParameters["done"],
            let message = Message(rawValue: "\(Self.family)\(name)")
        else { return nil }
        self.init(message)
    }

    /// Whether it is about an import, which can be taken back.
    var isOfImport: Bool { Self.ofImport.contains(message) }

    /// Whether something went into the bin, from which it can be brought back.
    var isOfBin: Bool { Self.ofBin.contains(message) }

    /// A path with the notice.
    package func on(_ path: String) -> String { "\(path)?done=\(message.rawValue.dropFirst(Self.family.count))" }
}
