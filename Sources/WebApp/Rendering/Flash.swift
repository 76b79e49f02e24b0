import HTTPTypes
import Hummingbird
import HummingbirdCore

/// What a page says after a form was accepted.
///
/// It travels in the address as a word from this list, never as text.
enum Flash: String, CaseIterable, Sendable {
    case passSaved = "pass-saved"
    case passDeleted = "pass-deleted"
    case vaccinationSaved = "vaccination-saved"
    case vaccinationsSaved = "vaccinations-saved"
    case vaccinationDeleted = "vaccination-deleted"
    case certificatesSaved = "certificates-saved"
    case certificateDeleted = "certificate-deleted"
    case attachmentsSaved = "attachments-saved"
    case attachmentDeleted = "attachment-deleted"
    case catalogueLive = "catalogue-live"
    case catalogueDropped = "catalogue-dropped"
    case adminFactor = "admin-factor"
    case taskDone = "task-done"
    case taskOpened = "task-opened"
    case recovered
    case passwordChanged = "password-changed"
    case passwordChangedSignedOut = "password-changed-signed-out"
    case sessionEnded = "session-ended"
    case sessionsEnded = "sessions-ended"
    case deviceBlocked = "device-blocked"
    case secondFactorOff = "second-factor-off"
    case passkeyAdded = "passkey-added"
    case passkeyFactorAdded = "passkey-factor-added"
    case passkeyRemoved = "passkey-removed"
    case consentGiven = "consent-given"
    case accountDeleted = "account-deleted"
    case healthSaved = "health-saved"
    case healthForgotten = "health-forgotten"
    case answerSaved = "answer-saved"
    case answerForgotten = "answer-forgotten"
    case journeySaved = "journey-saved"
    case journeyDeleted = "journey-deleted"
    case offlineKept = "offline-kept"
    case offlineEnded = "offline-ended"
    case linkMade = "link-made"
    case linkPaused = "link-paused"
    case linkResumed = "link-resumed"
    case linkEnded = "link-ended"
    case calendarSaved = "calendar-saved"
    case calendarEnded = "calendar-ended"
    case countriesSaved = "countries-saved"
    case favouriteKept = "favourite-kept"
    case favouriteRemoved = "favourite-removed"
    case remindersPaused = "reminders-paused"
    case mailSaved = "mail-saved"
    case mailEnded = "mail-ended"
    case remindersOn = "reminders-on"
    case imported = "imported"
    case importDiscarded = "import-discarded"
    case importUndone = "import-undone"
    case scanDiscarded = "scan-discarded"
    case templateSaved = "template-saved"
    case templateImported = "template-imported"
    case templateDeleted = "template-deleted"
    case restored
    case binRemoved = "bin-removed"
    case binEmptied = "bin-emptied"
    case binWithoutPass = "bin-without-pass"
    case binThereAlready = "bin-there-already"
    case binFull = "bin-full"
    case signedOut = "signed-out"

    /// The notice that a request's address asks for.
    init?(_ request: Request) {
        guard let name = request.uri.queryParameters["done"] else { return nil }
        self.init(rawValue: String(name))
    }

    /// Whether it is about an import, which can be taken back.
    var isOfImport: Bool { self == .imported || self == .certificatesSaved }

    /// Whether something went into the bin, from which it can be brought back.
    var isOfBin: Bool {
        [.passDeleted, .vaccinationDeleted, .certificateDeleted, .attachmentDeleted].contains(self)
    }

    /// A path with the notice.
    func on(_ path: String) -> String { "\(path)?done=\(rawValue)" }
}
