/// Why a schedule can't be used.
public struct ScheduleError: Error, Sendable, Hashable {
    /// What kind of fault it is.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The file isn't a schedule.
        case malformed
        /// Two rows share an id, or an id is empty.
        case duplicateID
        /// A distance or an age leads back in time, or a range ends before it begins.
        case negativePeriod
        /// A dose asks for a distance from itself or from a later dose.
        case forwardReference
        /// Series wait for each other.
        case cycle
        /// A series has no dose or no antigen.
        case empty
        /// Something is named that the schedule or the catalogue doesn't have.
        case dangling
    }

    /// What kind of fault it is.
    public let code: Code
    /// Where it is: the ids of the schedule and of the row.
    public let place: String
    /// What is wrong, in words for the person who keeps the file.
    public let reason: String

    init(_ code: Code, _ place: String, _ reason: String) {
        (self.code, self.place, self.reason) = (code, place, reason)
    }
}
