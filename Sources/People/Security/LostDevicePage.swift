import CivilDates
import Vault
import Web

/// Ends what a lost device can do; afterwards, what has ended.
struct LostDevicePage: FormPage {
    /// The ticks, in their order, with what each ends.
    static let ticks: KeyValuePairs<String, EndingAccess> = [
        "end-others": .otherSessions, "passkeys": .otherPasskeys, "second-factor": .secondFactor,
        "end-shared": .shared,
    ]

    let form: FormView
    let others: [SessionSummary]
    let passkeys: [Passkey]
    /// The one that is used here.
    let used: PasskeyID?
    let hasFactor: Bool
    let shared: [SharedAccessRow]
    let ceremony: PasskeyCeremony?
    /// The last days of pages that devices keep.
    let offline: [CalendarDate]
    let ended: RowGroup<EndedRow>?
    let isDone: Bool
    static let template = "Security/lost"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`lost.title`] }

    static let fields: [TemplateField<Self>] =
        [
            .flag("done") { $0.isDone }, .one("ended") { $0.ended },
            .one("current") { $0.form.textControl("current", secret: true) },
            .one("new") { $0.form.textControl("new", hint: true, secret: true) },
            .rows("sessions") { $0.others.map { SessionLine(session: $0) } },
            .rows("known") { page in
                page.passkeys.map { LostPasskeyRow(passkey: $0, isUsedHere: $0.id == page.used) }
            },
            .flag("hasKnown") { !$0.passkeys.isEmpty }, .text("counted") { page, words in page.counted(words) },
            .flag("isAlone") { $0.present.isEmpty },
            .rows("absent") { page in
                ticks.filter { !page.present.contains($0.key) }.map { NamedValue(name: $0.key, value: "yes") }
            },
            .one("passkey") { $0.ceremony },
            .text("place") { _, words in words.city(of: words.zone) },
            .text("offline") { page, words in
                page.offline.max().map {
                    words(.`lost.offline`, count: page.offline.count, ["date": words.date("\($0)")])
                }
            },
        ]
        + ticks.map { tick in
            .one(tick.key) { $0.present.contains(tick.key) ? $0.form.boxControl(tick.key) : nil }
        }

    /// The ticks that end something now; the others are sent unseen, since there may be something by then.
    private var present: Set<String> {
        let there = [
            "end-others": !others.isEmpty, "passkeys": passkeys.contains { $0.id != used },
            "second-factor": hasFactor, "end-shared": !shared.isEmpty,
        ]
        return Set(there.filter(\.value).keys)
    }

    /// How many of each kind answer without a session; nil where there is none.
    private func counted(_ words: Localizer) -> String? {
        let texts = SharedAccess.allCases.compactMap { kind -> String? in
            let count = shared.count { $0.kind == kind }
            guard count > 0 else { return nil }
            return switch kind {
            case .calendars: words(.`lost.calendars`, count: count)
            case .links: words(.`lost.links`, count: count)
            case .mail: words[kind.title]
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }
}

/// A passkey that ends, or stays since it is used here.
struct LostPasskeyRow: TemplateModel {
    let passkey: Passkey
    let isUsedHere: Bool

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.passkey.name }, .flag("here") { $0.isUsedHere },
        .one("used") { $0.passkey.lastUsed.map { Moment(date: $0) } },
    ]
}
