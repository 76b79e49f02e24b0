import CivilDates

/// Reads the month until which something can be used: `03.2007`, `08/25`, `2023-08`, `Aug 2023`, a day's month.
struct MonthParser: FieldParser {
    let today: CalendarDate
    let months: [MonthNames]

    init(_ settings: ScanSettings) { (today, months) = (settings.today, settings.months) }

    func candidates(in reading: RegionReading) -> [Candidate] {
        reading.lines.prefix(4).flatMap { candidates($0.text, confidence: $0.confidence) }
    }

    /// The months that a text may tell, as `yyyy-mm`.
    func candidates(_ text: String, confidence: Double) -> [Candidate] {
        let text = String(text.prefix(DigitText.longest))
        if let worded = worded(text, confidence) { return [worded] }
        let digits = DigitText(text)
        let groups = digits.groups
        for form in DateForms(groups).forms where form.month != nil {
            let year =
                form.year.count == 2
                ? Int(typed: form.year, in: 0...99).map(century) : Int(typed: form.year, in: 0...9_999)
            guard let year, years.contains(year), let date = form.date(year: year), let month = date.month,
                let whole = PartialDate(year: year, month: month)
            else { continue }
            // `05/23` is how expiries are written: no repair.
            let share = form.day == nil ? 1 : form.share
            return [Candidate(value: whole.description, text: text, confidence: confidence * digits.share * share)]
        }
        return []
    }

    private func worded(_ text: String, _ confidence: Double) -> Candidate? {
        guard text.contains(where: \.isNumber),
            text.split(whereSeparator: { !$0.isLetter }).contains(where: { $0.count >= 3 })
        else { return nil }
        let trimmed = text.drop { !$0.isLetter && !$0.isNumber }
        let reader = PartialDateReader(today: CalendarDate.last, months: months)
        guard let reading = try? reader.read(String(trimmed)), let month = reading.date.month,
            let date = PartialDate(year: century(reading.date.year % 100), month: month),
            reading.isCenturyAssumed || date.year == reading.date.year
        else { return nil }
        return Candidate(value: date.description, text: text, confidence: confidence)
    }

    /// Expiries are at most a few years ahead.
    private var years: ClosedRange<Int> { 1950...(today.year + 12) }

    private func century(_ ending: Int) -> Int { 2000 + ending <= today.year + 12 ? 2000 + ending : 1900 + ending }
}
