import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Model
package import Vault

/// What a page says after a form was accepted: a message of the family `done`.
///
/// It travels in the address as the end of the message's id, so as a word from a list, never as text; of what can be undone,
/// with its number.
package struct Flash: Sendable {
    private static let family = "done."
    private static let counted: Set<Message> = [
        .`done.certificates-saved`, .`done.imported`, .`done.vaccination-saved`, .`done.vaccinations-saved`,
    ]
    private static let ofBin: Set<Message> = [
        .`done.attachment-deleted`, .`done.certificate-deleted`, .`done.pass-deleted`, .`done.vaccination-deleted`,
    ]

    package let message: Message
    /// What can be undone.
    package let batch: BatchID?

    package init(_ message: Message, _ batch: BatchID? = nil) {
        (self.message, self.batch) = (message, batch)
    }

    /// The notice that a request's address asks for.
    package init?(_ request: Request) {
        guard let name = request.uri.queryParameters["done"],
            let message = Message(rawValue: "\(Self.family)\(name)")
        else { return nil }
        self.init(message, request.uri.queryParameters["batch"].flatMap { BatchID(String($0)) })
    }

    /// Whether something went into the bin, from which it can be brought back.
    var isOfBin: Bool { Self.ofBin.contains(message) }

    /// A path with the notice.
    package func on(_ path: String) -> String {
        "\(path)?done=\(message.rawValue.dropFirst(Self.family.count))\(batch.map { "&batch=\($0)" } ?? "")"
    }

    /// What the page says, with what the vault knows of what can be undone.
    func text(_ batch: Batch?, _ words: Localizer) -> String {
        guard let batch else { return words[message] }
        if let remaining = batch.remaining {
            return remaining > 0 ? words(.`undo.left`, count: remaining) : words[.`done.undone`]
        }
        let isCounted = Self.counted.contains(message) && batch.vaccinations > 0
        let text = isCounted ? words(.`undo.saved`, count: batch.vaccinations) : words[message]
        return batch.isTooLarge ? "\(text) \(words[.`undo.too-large`])" : text
    }
}
