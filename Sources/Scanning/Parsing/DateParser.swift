import CivilDates

/// Reads days: `3.5.19`, `03/05/2019`, `2019-05-03`, `3. Mai 2019`; a month alone where no more is written.
struct DateParser: FieldParser {
    let today: CalendarDate
    let birthDate: CalendarDate?
    let months: [MonthNames]
    /// Whether the day may be in the future: until when something is valid.
    var mayBeAhead = false

    init(_ settings: ScanSettings, mayBeAhead: Bool = false) {
        (today, birthDate, months) = (settings.today, settings.birthDate, settings.months)
        self.mayBeAhead = mayBeAhead
    }

    func candidates(in reading: RegionReading) -> [Candidate] {
        let lines = reading.lines.prefix(4).map(\.withoutBorders)
        var found = lines.flatMap { candidates($0.text, confidence: $0.confidence) }
        if found.isEmpty, lines.count > 1 {
            let words = lines.flatMap(\.words)
            found = candidates(words.map(\.text).joined(separator: " "), confidence: words[...].confidence)
        }
        return found
    }

    /// The days that a text may tell.
    func candidates(_ text: String, confidence: Double) -> [Candidate] {
        let text = String(text.prefix(DigitText.longest))
        if let worded = worded(text, confidence) { return worded }
        let whole = HandStrokes.date(text)
        guard whole == text else { return doubted(candidates(whole, confidence: confidence * HandStrokes.share)) }
        let (plain, generous) = (DigitText(Self.withoutBorders(text)), DigitText(text, isGenerous: true))
        let (forms, more) = (DateForms(plain.groups).forms, DateForms(generous.groups).forms)
        func said(_ forms: [DateForms.Form], _ share: Double) -> [Candidate] {
            forms.lazy.map { dated($0, text, confidence * share * $0.share) }.first { !$0.isEmpty } ?? []
        }
        func nearly(_ forms: [DateForms.Form], _ share: Double) -> [Candidate] {
            forms.first.map { repaired($0, text, confidence * share * $0.share) } ?? []
        }
        // Whole days first, as they were read, then repaired; last a month or a year alone.
        let steps: [() -> [Candidate]] = [
            { said(forms.filter { $0.day != nil }, plain.share) }, { nearly(forms, plain.share) },
            { doubted(said(more.filter { $0.day != nil }, generous.share)) }, { nearly(more, generous.share) },
            { said(forms, plain.share) },
        ]
        return steps.lazy.map { $0() }.first { !$0.isEmpty } ?? []
    }

    /// A date that there can't be, with a digit or two taken for those that look like them; never certain.
    private func repaired(_ form: DateForms.Form, _ text: String, _ confidence: Double) -> [Candidate] {
        guard form.day != nil else { return [] }
        let first = birthDate ?? today.adding(CalendarPeriod(years: -100))
        let found = form.repaired.flatMap { dated($0, text, confidence * $0.share) }.filter { candidate in
            PartialDate(candidate.value).map { $0.latest >= first } ?? false
        }
        return Array(doubted(found.sorted { ($0.confidence, $0.value) > ($1.confidence, $1.value) }).prefix(4))
    }

    /// The text without the bars that its cell's borders are read as.
    private static func withoutBorders(_ text: String) -> String {
        String(text.drop { borders.contains($0) }.reversed().drop { borders.contains($0) }.reversed())
    }

    private static let borders: Set<Character> = ["|", "[", "]", "(", ")", " ", "_", "!", "{", "}"]

    /// A date whose month is a word.
    private func worded(_ text: String, _ confidence: Double) -> [Candidate]? {
        let isWord = text.split { !$0.isLetter }.contains { $0.count >= 3 }
        guard isWord, text.contains(where: \.isNumber) else { return nil }
        let trimmed = text.drop { !$0.isLetter && !$0.isNumber }
        guard let reading = try? PartialDateReader(today: ceiling, months: months).read(String(trimmed)) else {
            return nil
        }
        return checked(reading.date, text, confidence, isCenturyAssumed: reading.isCenturyAssumed)
    }

    /// The last day that can be meant.
    private var ceiling: CalendarDate { mayBeAhead ? today.adding(CalendarPeriod(years: 30)) : today }

    private func dated(_ form: DateForms.Form, _ text: String, _ confidence: Double) -> [Candidate] {
        let reader = PartialDateReader(today: ceiling, months: [])
        if form.year.count == 2, let number = Int(typed: form.year, in: 0...99) {
            return centuries(number, form, text, confidence)
        }
        if let reading = try? reader.read(form.written) {
            return checked(reading.date, text, confidence, isCenturyAssumed: false)
        }
        // The month first, as in the United States: 12/31/2021.
        guard let swapped = form.swapped, let reading = try? reader.read(swapped) else { return [] }
        return doubted(checked(reading.date, text, confidence, isCenturyAssumed: false))
    }

    private func doubted(_ candidates: [Candidate]) -> [Candidate] {
        candidates.map { candidate in
            var candidate = candidate
            candidate.isDoubtful = true
            return candidate
        }
    }

    /// A year of two digits: the latest not in the future and not before birth; two that are possible are both told.
    private func centuries(
        _ ending: Int, _ form: DateForms.Form, _ text: String, _ confidence: Double
    ) -> [Candidate] {
        let first = birthDate ?? today.adding(CalendarPeriod(years: -100))
        let limit = mayBeAhead ? today.adding(CalendarPeriod(years: 10)) : today
        for (isSwapped, parts) in [(false, form), (true, form.withMonthFirst)] {
            let dates = [2000, 1900, 1800].compactMap { parts?.date(year: $0 + ending) }
            let possible = dates.filter { $0.latest >= first && $0.earliest <= limit }
            guard let latest = possible.first else { continue }
            let found = Candidate(
                value: latest.description, text: text, confidence: confidence,
                isDoubtful: isSwapped || possible.count > 1,
                alternatives: possible.dropFirst().map(\.description))
            return [found]
        }
        return []
    }

    private func checked(
        _ date: PartialDate, _ text: String, _ confidence: Double, isCenturyAssumed: Bool
    ) -> [Candidate] {
        let isPossible = birthDate.map { date.latest >= $0 } ?? true
        return [
            Candidate(
                value: date.description, text: text, confidence: isPossible ? confidence : confidence / 2,
                isDoubtful: !date.isExact || !isPossible || isCenturyAssumed || date.year < 1900)
        ]
    }
}
