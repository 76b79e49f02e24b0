import CivilDates
import Immunization

/// A date typed into three fields, as the GOV.UK design system has it.
struct DateInput: Sendable {
    let day: String
    let month: String
    let year: String

    init(_ fields: FormFields, _ name: String) {
        func part(_ part: String) -> String { TextInput.clean(fields["\(name)-\(part)"]) ?? "" }
        self.day = part("day")
        self.month = part("month")
        self.year = part("year")
    }

    /// What the three fields show for a date.
    static func values(_ name: String, _ date: PartialDate?) -> [String: String] {
        func text(_ number: Int?) -> String { number.map { String($0) } ?? "" }
        return ["\(name)-year": text(date?.year), "\(name)-month": text(date?.month), "\(name)-day": text(date?.day)]
    }

    var isEmpty: Bool { day.isEmpty && month.isEmpty && year.isEmpty }

    /// Why a date can't be taken, and the part that the error summary links to.
    struct Fault: Error {
        let message: Message
        let part: String
    }

    /// The date, whole or, where that is allowed, without day or without month and day.
    ///
    /// - Parameter today: Dates after it are in the future.
    func date(partial: Bool, today: CalendarDate) throws(Fault) -> PartialDate {
        if isEmpty { throw Fault(message: .errorDateEmpty, part: "day") }
        if year.isEmpty { throw Fault(message: .errorDateIncomplete, part: "year") }
        if month.isEmpty, !partial || !day.isEmpty { throw Fault(message: .errorDateIncomplete, part: "month") }
        if day.isEmpty, !partial { throw Fault(message: .errorDateIncomplete, part: "day") }
        let yearNumber = try number(year, digits: 4, part: "year")
        let monthNumber = month.isEmpty ? nil : try number(month, digits: 2, part: "month")
        let dayNumber = day.isEmpty ? nil : try number(day, digits: 2, part: "day")
        guard let date = PartialDate(year: yearNumber, month: monthNumber, day: dayNumber) else {
            throw Fault(message: .errorDateUnreal, part: "day")
        }
        if yearNumber <= 1880 { throw Fault(message: .errorDateEarly, part: "year") }
        if date.earliest > today { throw Fault(message: .errorDateFuture, part: "day") }
        return date
    }

    private func number(_ text: String, digits: Int, part: String) throws(Fault) -> Int {
        guard text.count <= digits, text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text) else {
            throw Fault(message: .errorDateNumbers, part: part)
        }
        return number
    }
}
