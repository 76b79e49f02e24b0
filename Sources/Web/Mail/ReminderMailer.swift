package import Foundation
import Glibc
package import Lists
package import Vault

/// What a server needs to send reminders: where it hands them over, the key that opens addresses, where its links lead.
package struct ReminderMailer: Sendable {
    /// What the file in the data folder is called; no backup holds it.
    package static let keyFile = "mail.key"

    package let server: MailServer
    package let key: MailKey
    /// `https://host`.
    package let origin: String

    package init(server: MailServer, key: MailKey, origin: String) {
        self.server = server
        self.key = key
        self.origin = origin
    }

    /// The key of the data folder, which is made where there is none.
    ///
    /// Servers that share a database need the same one: who runs them copies it.
    ///
    /// - Throws: ``ConfigurationError`` where it can't be read or made.
    package static func key(in folder: URL) throws(ConfigurationError) -> MailKey {
        let path = folder.appending(path: keyFile).path
        func wrong(_ what: String) -> ConfigurationError {
            ConfigurationError("smtp", "\(path) \(what)")
        }
        let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if made >= 0 {
            var random = SystemRandomNumberGenerator()
            let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            let written = bytes.withUnsafeBytes { write(made, $0.baseAddress, $0.count) }
            let isDurable = written == bytes.count && fsync(made) == 0
            close(made)
            guard isDurable else {
                unlink(path)
                throw wrong("can’t be written: see that the disk has room.")
            }
        }
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count == 32 else {
            throw wrong(
                "isn’t a key of 32 bytes: put back the right one, or delete it, and all addresses are forgotten.")
        }
        return MailKey(Array(bytes))
    }

    /// Sends what is to be sent now.
    ///
    /// - Returns: Whether all of it was taken.
    package func round(_ accounts: Accounts, _ localization: Localization) async throws -> Bool {
        var isWell = true
        for task in try await accounts.claimMail(key: key) {
            let words = localization.words(task.language) ?? localization.fallback
            let outcome = await send(task, words, at: accounts.configuration.now())
            isWell = isWell && outcome != .later
            try await accounts.settle(task, outcome)
        }
        return isWell
    }

    private func send(_ task: MailTask, _ words: Localizer, at time: Date) async -> MailAttempt {
        guard let recipient = MailAddress(task.address) else { return .refused }
        do throws(MailFault) {
            try await server.send(message(task, to: recipient, words, at: time).text, to: recipient)
            return .sent
        } catch {
            return error == .refused ? .refused : .later
        }
    }

    /// Its text: never a name, a disease or a day.
    package func message(_ task: MailTask, to recipient: MailAddress, _ words: Localizer, at time: Date) -> MailMessage
    {
        let link = origin + Links.mail(task.token)
        let text: Message =
            if task.isFirst {
                .`mail.text.first`
            } else {
                task.kind == .monthly ? .`mail.text.monthly` : .`mail.text.due`
            }
        var random = SystemRandomNumberGenerator()
        return MailMessage(
            sender: server.sender, recipient: recipient,
            subject: words[task.isFirst ? .`mail.subject.first` : .`mail.subject`],
            body: words(text, ["server": origin, "link": link]), stop: link, time: time,
            identifier: String(random.next(), radix: 36) + String(random.next(), radix: 36))
    }
}
