import CivilDates

/// What is held against the day, noted: results are kept until the first day on which any of it may be otherwise.
extension AssessmentContext {
    /// Notes that something may be judged otherwise from a day on, if that is still to come.
    func note(_ day: CalendarDate) {
        if date < day { nextChange = min(nextChange, day) }
    }

    /// Whether a day has come.
    func hasCome(_ day: CalendarDate) -> Bool {
        note(day)
        return day <= date
    }

    /// Whether a day is in a window.
    func contains(_ window: DateWindow, _ day: CalendarDate) -> Bool {
        if date <= day {
            if let first = window.first { note(first) }
            if let last = window.last { note(last.adding(days: 1)) }
        }
        return window.contains(day)
    }

    /// The season that is meant on a day.
    func window(of season: Season, on day: CalendarDate) -> DateWindow {
        let window = season.window(on: day, born: patient.birthDate)
        if date <= day {
            // One with its years stands for those before as well.
            if case .fixed = season { note(date.adding(days: 1)) }
            if let last = window.last { note(last.adding(days: 1)) }
        }
        return window
    }
}
