import Model

/// Codes for which there are words: a message's id is the family's and the case's name.
///
/// `DataFault.Code.notText` of the family `admin.fault` has the message `admin.fault.not-text`.
package protocol MessageCode: CaseIterable {
    /// What the ids of its messages begin with.
    static var family: String { get }
    /// The messages that each case has, by what follows the case's name: one that nothing follows by default.
    static var parts: [String] { get }
    /// What a case speaks of: the gaps of its messages; nothing by default.
    var parameters: Set<String> { get }
}

extension MessageCode {
    package static var parts: [String] { [""] }
    package var parameters: Set<String> { [] }

    /// The ids of all of its messages.
    package static var messageIDs: [String] { allCases.flatMap { code in parts.map { code.messageID($0) } } }

    /// The id of a case's message, or of one of its parts.
    package func messageID(_ part: String = "") -> String {
        let id = "\(Self.family).\("\(self)".hyphenated)"
        return part.isEmpty ? id : "\(id).\(part)"
    }
}

extension Localizer {
    /// What a code says, or one of its parts.
    package func callAsFunction(
        _ code: some MessageCode, part: String = "", _ arguments: [String: String] = [:]
    ) -> String {
        text(code.messageID(part), arguments)
    }
}
