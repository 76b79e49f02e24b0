import Model

/// The questions that the help answers, in its order: each has a page of its own, and is asked from where it arises.
///
/// Their words are messages: `help.QUESTION`, and `help.QUESTION.answer`, whose paragraphs an empty line divides.
package enum HelpQuestion: PathValue, MessageCode {
    package static let family = "help"
    package static let parts = ["", "answer"]

    case howItWorks, whoCanRead, lostAccess, whatIfCheated, realMessage
    case recommendations, noAnswer, wrongRecommendation, paused
    case paperBooklet, tick, offline, doctorLink, calendar, moving
    case deletedByMistake, deleteEverything

    package init?(pathText: String) {
        guard let question = Self.allCases.first(where: { $0.pathText == pathText }) else { return nil }
        self = question
    }

    package var pathText: String { "\(self)".hyphenated }

    /// Whether its answer is one step after the other.
    package var isInSteps: Bool { self == .howItWorks }

    /// Where the answer can be acted on, with the message that names it.
    package var places: [(path: String, name: String)] {
        switch self {
        case .howItWorks: [(Links.introduction(1), "introduction.title")]
        case .whoCanRead, .whatIfCheated: [(Links.privacy(), "shared.privacy")]
        case .lostAccess: [(Links.recover(), "accounts.recover.title"), (Links.recoveryCode(), "accounts.code.title")]
        case .realMessage: [(Links.accessLog(), "access-log.title")]
        case .recommendations, .wrongRecommendation: [(Links.schedules(), "schedules.title")]
        case .noAnswer: []
        case .paused: [(Links.reminders(), "reminders.title")]
        case .paperBooklet: [(Links.passes(), "shared.nav.vaccinations")]
        case .tick: []
        case .offline: [(Links.offlineList(), "offline.title")]
        case .doctorLink, .calendar: [(Links.settings(), "shared.nav.settings")]
        case .moving: [(Links.exportAll(), "settings.export"), (Links.importFile(), "archive.import.title")]
        case .deletedByMistake: [(Links.bin(), "bin.title")]
        case .deleteEverything: [(Links.deleteAccount(), "security.delete.title")]
        }
    }
}
