import Foundation

/// A message as it is handed over: nothing in it names anybody, a disease or a day.
package struct MailMessage: Sendable {
    let sender: MailAddress
    let recipient: MailAddress
    let subject: String
    let body: String
    /// Where one request has nothing sent any more (RFC 8058).
    let stop: String
    let time: Date
    /// Its own name, of random bytes.
    let identifier: String

    /// Header and body (RFC 5322); the body in base64, so that no line is too long and none begins with a full stop.
    var text: String {
        let date = time.formatted(
            Date.VerbatimFormatStyle(
                format: """
                    \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)
                    """,
                locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian)))
        let domain = sender.text.split(separator: "@").last ?? "localhost"
        let lines = [
            "From: Vaccinapp <\(sender.text)>", "To: <\(recipient.text)>", "Subject: \(Self.encoded(subject))",
            "Date: \(date) +0000", "Message-ID: <\(identifier)@\(domain)>", "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "List-Unsubscribe: <\(stop)>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        ]
        let encoded = Data(body.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + encoded
    }

    /// RFC 2047; subjects are ours, and short.
    private static func encoded(_ text: String) -> String {
        text.utf8.allSatisfy { (32...126).contains($0) } ? text : "=?utf-8?B?\(Data(text.utf8).base64EncodedString())?="
    }
}
