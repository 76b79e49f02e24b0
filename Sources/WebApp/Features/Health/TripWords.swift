import Answers
import CivilDates
import Immunization
import Model
import Vault

/// What pages say of a trip: its verdict first, then what a border asks for and what protects, each by itself.
struct TripWords {
    private let lines: AnswerWords
    private let pass: PassRecord
    private let answer: Answer

    init(_ answer: Answer, of record: HealthRecord, _ release: CatalogueRelease, _ words: Localizer) {
        (self.answer, pass) = (answer, record.pass)
        lines = AnswerWords(answer, of: record, release, words)
    }

    private var words: Localizer { lines.names.words }
    private var isPet: Bool { !pass.isForPerson }

    // MARK: What holds as a whole

    /// What is to be done by when: 'By 19 December 2026: hepatitis A and typhoid fever'.
    func headline(_ trip: Answer.TripVerdict) -> String {
        isPet && !trip.countries.isEmpty ? petHeadline(trip) : personHeadline(trip)
    }

    /// The same with where and when: 'Kenya, 2 January 2027: By 19 December 2026: …'.
    func sentence(_ trip: Answer.TripVerdict) -> String {
        if isPet, !trip.countries.isEmpty { return headline(trip) }
        let when = trip.trip.departure.map { words(.`trips.in`, ["countries": countries(trip), "date": date($0)]) }
        return [when ?? countries(trip), headline(trip)].joined(separator: ": ")
    }

    private func personHeadline(_ trip: Answer.TripVerdict) -> String {
        switch trip.verdict {
        case .ready: words[.`trips.ready`]
        case .act(let day): words(.`trips.act`, ["date": date(day), "vaccines": names(trip.inTime.map(\.line))])
        case .partly(let late): words(.`trips.partly`, ["vaccines": names(late)])
        case .entryRefused(let refusal):
            words(
                .`trips.refused`,
                [
                    "disease": lines.names.target(refusal.target), "wait": words.length(refusal.wait),
                    "date": date(refusal.from),
                ])
        case .ask: trip.toAsk.isEmpty ? words[.`trips.ask`] : asked(trip)
        }
    }

    /// A question with its answer: 'May Bello come on 3 December 2026 (France)? Yes, …'.
    private func petHeadline(_ trip: Answer.TripVerdict) -> String {
        let day = trip.trip.departure.map(date) ?? ""
        let question = words(
            day.isEmpty ? .`trips.pet.some` : .`trips.pet`,
            ["name": pass.name, "date": day, "countries": countries(trip)])
        return "\(question) \(petAnswer(trip))"
    }

    private func petAnswer(_ trip: Answer.TripVerdict) -> String {
        guard trip.unknownBorders.isEmpty else { return unknown(trip.unknownBorders) }
        let known = trip.borders.first { $0.rule.target != nil }
        let disease = known?.rule.target.map(lines.names.target) ?? ""
        switch known?.standing {
        case .met(let end?): return words(.`trips.pet.yes`, ["disease": disease, "date": date(end)])
        case .endsAway(let end):
            return words(.`trips.pet.ends-away`, ["disease": disease, "date": date(end)])
        case .open(by: let day): return words(.`trips.pet.open`, ["disease": disease, "date": date(day)])
        case .refused(let refusal):
            guard refusal.isGiven else {
                return words(.`trips.pet.missing`, ["disease": disease, "date": date(refusal.from)])
            }
            return words(.`trips.pet.not-yet`, ["wait": words.length(refusal.wait), "date": date(refusal.from)])
        case .met(nil), .free: return words[.`trips.ready`]
        case .ask, nil: return words(.`trips.pet.ask`, ["disease": disease])
        }
    }

    // MARK: The rest

    /// What else there is to say, a sentence each.
    func rest(_ trip: Answer.TripVerdict) -> [String] {
        var told: [String] = []
        if trip.by == nil, !trip.inTime.isEmpty, !isPet {
            told.append(words(.`trips.possible`, ["vaccines": names(trip.inTime.map(\.line))]))
        }
        if case .entryRefused(let refusal) = trip.verdict, !isPet {
            told.append(words[.`trips.call`])
            let late = trip.tooLate.filter { answer.line(of: refusal.target)?.id != $0 }
            if !late.isEmpty { told.append(words(.`trips.partly`, ["vaccines": names(late)])) }
        }
        if trip.verdict != .ask, !trip.toAsk.isEmpty { told.append(asked(trip)) }
        told += trip.borders.map { words(.`trips.border`, ["text": $0.rule.text[words.code]]) }
        if !trip.unknownBorders.isEmpty, !isPet { told.append(unknown(trip.unknownBorders)) }
        if !trip.protected.isEmpty, !isPet {
            told.append(words(.`trips.protected`, ["vaccines": names(trip.protected, counting: true)]))
        }
        told += trip.withoutVaccine.map { topic in
            words(
                .`trips.without-vaccine`,
                ["topic": words.text(of: topic.name) ?? "", "why": words.text(of: topic.why) ?? ""])
        }
        return told + trip.notes.compactMap(words.text(of:)).map { $0.hasSuffix(".") ? $0 : "\($0)." }
    }

    /// Whether something depends on how it is travelled.
    func asksHow(_ trip: Answer.TripVerdict) -> Bool {
        answer.lines.filter { trip.toAsk.contains($0.id) }.flatMap(\.reasons).contains {
            if case .tripIf = $0 { true } else { false }
        }
    }

    private func asked(_ trip: Answer.TripVerdict) -> String {
        words(.`trips.ask-about`, ["vaccines": names(trip.toAsk)])
    }

    private func unknown(_ countries: Set<String>) -> String {
        words(isPet ? .`trips.pet.unknown` : .`trips.unknown`, ["countries": self.countries(countries)])
    }

    /// The vaccinations; of a course that was begun also how far it is: 'hepatitis A (1 of 2 doses)'.
    private func names(_ ids: [String], counting isCounting: Bool = false) -> String {
        words.list(
            ids.compactMap { id in answer.lines.first { $0.id == id } }.map { line in
                let given = isCounting ? lines.given(line) : nil
                return given.map { "\(lines.name(line)) (\($0))" } ?? lines.name(line)
            })
    }

    private func countries(_ trip: Answer.TripVerdict) -> String {
        countries(trip.countries.isEmpty ? Set(trip.trip.destinations.map { String($0.prefix(2)) }) : trip.countries)
    }

    private func countries(_ codes: Set<String>) -> String { words.list(words.sorted(codes.map(words.country))) }

    private func date(_ day: CalendarDate) -> String { words.date(day.description) }
}
