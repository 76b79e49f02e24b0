import Foundation

/// An `otpauth://` link as FreeOTP (`Token`) and Aegis (`GoogleAuthInfo`) read it, where both read the same.
package struct AuthenticatorLink {
    /// What is before the label's colon.
    package let issuerBefore: String
    package let label: String
    package let parameters: [String: String]

    /// Why an app would refuse the link, or show something else.
    package struct Fault: Error { package let text: String }

    package init(_ text: String) throws(Fault) {
        let head = "otpauth://totp/"
        guard text.hasPrefix(head), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Fault(text: "not a link of this kind: \(text)")
        }
        let halves = text.dropFirst(head.count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].contains("/"), !halves[1].contains("#") else {
            throw Fault(text: "the path isn't one piece, or no parameters follow: \(text)")
        }
        // FreeOTP parts at the first colon, Aegis where there is one alone; both decode before they look.
        let path = try Self.decoded(halves[0]).split(separator: ":", omittingEmptySubsequences: false)
        guard path.count == 2, path.allSatisfy({ !$0.isEmpty }) else { throw Fault(text: "not one colon: \(text)") }
        (issuerBefore, label) = (String(path[0]), String(path[1]))
        var parameters: [String: String] = [:]
        for pair in halves[1].split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            // Android takes a plus for a blank there.
            guard parts.count == 2, !pair.contains("+") else { throw Fault(text: "not a parameter: \(pair)") }
            parameters[String(parts[0])] = try Self.decoded(parts[1])
        }
        self.parameters = parameters
    }

    private static func decoded(_ text: Substring) throws(Fault) -> String {
        guard let decoded = text.removingPercentEncoding else { throw Fault(text: "wrongly encoded: \(text)") }
        return decoded
    }
}
