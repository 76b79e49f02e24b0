import Foundation
import Model
import Vault
import Web

/// A link that is to be made: how long it lasts, what protects it, what it leads to.
struct HealthLinkForm: Sendable {
    /// How long a link can last, as the page offers it; any number of days up to 90 is taken.
    static let lengths = ["hour", "1", "7", "30", "90"]
    /// What `content` says for all doses, and for those that are ticked.
    static let (all, chosen) = ("all", "doses")
    /// Links of one account that run at the same time.
    static let most = 50
    private static let passcodeLengths = 6...64

    let lifetime: TimeInterval
    /// Nil where none is asked for.
    let passcode: String?
    let label: String
    /// Nil for all.
    let doses: Set<VaccinationID>?
    /// Further passes that it leads to, each with all its doses.
    let others: Set<PassID>
    var errors: FormErrors

    /// - Parameter running: how many links the account has that haven't ended.
    init(
        _ fields: FormFields, doses known: [VaccinationRecord], others: [PassRecord], running: Int, words: Localizer
    ) {
        var reader = FormReader(fields, words)
        if running >= Self.most {
            reader.fail("days", words(.`links.many`, ["maximum": String(Self.most)]))
        }
        switch fields["days"] {
        case "hour"?: lifetime = 3_600
        case let text?:
            lifetime = Double(Int(typed: text, in: 1...366) ?? 0) * 86_400
            if !HealthLink.lifetimes.contains(lifetime) { reader.fail("days", .`links.days.missing`) }
        case nil:
            lifetime = 0
            reader.fail("days", .`links.days.missing`)
        }
        passcode = reader.text("passcode")
        // Spaces alone aren't taken for none: whoever typed them wants the link to be protected.
        if !(fields["passcode"] ?? "").isEmpty, !Self.passcodeLengths.contains(passcode?.count ?? 0) {
            reader.fail("passcode", .`links.passcode.length`)
        }
        label = reader.text("label") ?? ""
        if !label.isEmpty, let code = RecordText.fault(in: label, limit: HealthLink.longestLabel) {
            reader.fail("label", words.issue(Issue("label", code, limit: HealthLink.longestLabel)))
        }
        // Who ticks some doesn't mean all, unless that is said.
        let ticked = known.map(\.id).filter { fields[Self.field($0)] != nil }
        if fields["content"] == Self.chosen || fields["content"] == nil && !ticked.isEmpty {
            doses = Set(ticked)
            if ticked.isEmpty { reader.fail("content", .`links.doses.missing`) }
        } else {
            doses = nil
            if let content = fields["content"], content != Self.all { reader.fail("content", .`error.choice`) }
        }
        self.others = Set(others.map(\.id).filter { fields[Self.field($0)] != nil })
        errors = reader.errors
    }

    /// The name of a dose's tick box.
    static func field(_ id: VaccinationID) -> String { "dose-\(id)" }

    /// The name of a further pass's tick box.
    static func field(_ id: PassID) -> String { "pass-\(id)" }
}
