import Foundation
import Testing

@testable import Web
@testable import WebApp

/// A field's error says what is wrong, what to do, and an example.
@Suite("Errors in three parts", .timeLimit(.minutes(3)))
struct ErrorPartsTests {
    /// Why one has no example.
    private enum Exemption {
        /// An example of a secret would be used.
        case secret
        /// What can be chosen is there.
        case choice
        /// Nothing is to be typed: somebody waits, asks, or removes something.
        case deed
        /// It contains what was typed, or the limits.
        case shown
    }

    private static let withoutExample: [String: Exemption] = [
        "password.empty": .secret, "password.again": .secret, "password.too-short": .secret,
        "password.too-long": .secret, "password.user-name": .secret, "password.common": .secret,
        "password.breached": .secret, "password.repeats": .secret, "password.sequence": .secret,
        "password.keyboard": .secret, "password.date": .secret, "password.guessable": .secret, "password.own": .secret,
        "password.new": .secret, "password.wrong": .secret, "login": .secret, "recover": .secret, "code.wrong": .secret,
        "code.setup": .secret, "recovery-code.empty": .secret, "recovery-code.wrong": .secret,
        "recovery-code.unconfirmed": .secret, "invitation.empty": .secret, "invitation.wrong": .secret,
        "consent": .choice, "kind": .choice, "choice": .choice, "sex": .choice,
        "vaccine.empty": .choice, "vaccine.unknown": .choice, "degree": .choice, "region": .choice,
        "journey.country": .choice, "mail.kind": .choice, "mail.today": .deed, "pause": .choice,
        "pause.pass": .choice,
        "account-disabled": .deed, "account-full": .deed, "passkey.many": .deed, "passkey.refused": .deed,
        "passkey.login": .deed,
        "passkey.factor": .deed, "attempts": .deed, "busy": .deed, "sign-up.closed": .deed, "sign-up.full": .deed,
        "sign-up.many": .deed, "journeys.many": .deed, "countries.many": .deed, "kind.vaccinations": .deed,
        "birthdate.after-dose": .shown, "date.before-birth": .shown,
        "date.before-vaccination": .shown, "species": .shown,
        "journey.range": .shown,
    ]

    /// Words that say what to do, in each language.
    private static let deeds = [
        "en": [
            "Enter", "Choose", "Add", "Check", "Use", "Type", "Tick", "Ask", "Sign in", "Remove", "Write", "wait",
            "try again", "Try", "try the one", "Compare", "Shorten", "Delete", "needs",
        ],
        "de": [
            "Geben Sie", "Wählen Sie", "Ergänzen Sie", "Fügen Sie", "Prüfen Sie", "Nehmen Sie", "Tippen Sie",
            "Kreuzen Sie", "Haken Sie", "Fragen Sie", "Melden Sie", "Entfernen Sie", "Löschen Sie", "Schreiben Sie",
            "Warten Sie", "warten Sie", "ersuchen Sie", "Vergleichen Sie", "Kürzen Sie", "Legen Sie", "Bitten Sie",
            "Setzen Sie", "Wenden Sie", "braucht", "Verwenden Sie",
        ],
    ]
    private static let examples = ["en": ["for example", "such as"], "de": ["zum Beispiel", "etwa"]]

    @Test func everyMessageAtAFieldSaysWhatToDoAndGivesAnExample() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let localization = try Localization(directory: root.appending(path: "Localization"))
        for words in localization.languages {
            let deeds = try #require(Self.deeds[words.code]), examples = try #require(Self.examples[words.code])
            let errors = words.ids.filter { $0.hasPrefix("error.") }
            #expect(errors.count > 80)
            for id in errors.sorted() {
                let text = words.text(id)
                #expect(deeds.contains { text.contains($0) }, "\(words.code) \(id) says nothing to do: \(text)")
                let isExempt = Self.withoutExample[String(id.dropFirst("error.".count))] != nil
                #expect(
                    isExempt || examples.contains { text.contains($0) }, "\(words.code) \(id) has no example: \(text)")
            }
            let known = Set(errors.map { String($0.dropFirst("error.".count)) })
            #expect(Set(Self.withoutExample.keys).subtracting(known).sorted() == [], "exempt, and not there")
        }
    }
}
