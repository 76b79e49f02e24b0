/// Why a schedule can't be used.
public struct ScheduleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Code: String, Sendable, CaseIterable {
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
    /// The schedule's id.
    public let schedule: String
    /// The id of the series, if it is one's fault.
    public let series: String?
    /// The place and the fault; line 0 where no single line is at fault.
    public let fault: DataFault

    /// File, line, place and reason in one line.
    public var description: String { fault.description }

    init(
        _ code: Code, _ schedule: String, series: String? = nil, _ fault: DataFault.Code,
        _ arguments: [String: any CustomStringConvertible] = [:]
    ) {
        (self.code, self.schedule, self.series) = (code, schedule, series)
        self.fault = DataFault(file: schedule, path: series ?? "", fault, arguments)
    }

    init(_ fault: DataFault, code: Code = .malformed, schedule: String = "", series: String? = nil) {
        (self.code, self.schedule, self.series, self.fault) = (code, schedule, series, fault)
    }

    /// Two errors are the same when they are of the same sort.
    public static func == (left: ScheduleError, right: ScheduleError) -> Bool {
        left.code == right.code
    }
}
