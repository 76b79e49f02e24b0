import Foundation
import Lists
import Web

extension Configuration {
    /// Where reminders are handed over; nil where none are sent.
    ///
    /// - Throws: ``ConfigurationError`` that names the setting and what it takes.
    static func mail(_ values: ConfigurationValues) throws(ConfigurationError) -> MailServer? {
        let text = values["smtp"]
        guard !text.isEmpty else {
            for name in ["smtp-user", "smtp-password", "smtp-from"] where !values[name].isEmpty {
                throw ConfigurationError(name, "--\(name) needs --smtp.")
            }
            return nil
        }
        guard let url = URL(string: text), let scheme = url.scheme, ["smtps", "smtp"].contains(scheme), url.user == nil,
            let host = url.host(percentEncoded: false), !host.isEmpty, url.path.isEmpty,
            let port = url.port(in: 1...65_535, usual: scheme == "smtps" ? 465 : 587)
        else {
            throw ConfigurationError(
                "smtp", "--smtp takes smtps://mail.example.org, or smtp://mail.example.org for STARTTLS.")
        }
        guard let sender = MailAddress(values["smtp-from"]) else {
            throw ConfigurationError("smtp-from", "--smtp-from takes an address such as vaccinapp@example.org.")
        }
        let origin = values["public-origin"]
        let name = URL(string: origin)?.host ?? ""
        guard origin.hasPrefix("https://") || IPAddress.isLoopback(host: name) else {
            throw ConfigurationError("smtp", "--smtp needs --public-origin with https: messages have links to it.")
        }
        let user = values["smtp-user"]
        var password = ""
        if !user.isEmpty {
            guard let bytes = FileManager.default.contents(atPath: values["smtp-password"]), bytes.count <= 1_024,
                let line = String(data: bytes, encoding: .utf8)?.split(whereSeparator: \.isNewline).first
            else {
                throw ConfigurationError(
                    "smtp-password", "--smtp-password takes a file whose first line is the password.")
            }
            password = String(line)
        }
        return MailServer(
            name: name, host: host, port: port,
            security: scheme == "smtps" ? .tls : .startTLS,
            user: user, password: password, sender: sender)
    }
}
