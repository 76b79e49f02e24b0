package import Answers
import CivilDates
package import Immunization
import IntakePages
import Model
import Vault
package import Web

/// What pages say of a trip: its verdict first, then what a border asks for and what protects, each by itself.
package struct TripWords {
    private let lines: AnswerWords
    private let pass: PassRecord
    private let answer: Answer

    package init(_ answer: Answer, of record: HealthRecord, _ release: CatalogueRelease, _ words: Localizer) {
        (self.answer, pass) = (answer, record.pass)
        lines = AnswerWords(answer, of: record, release, words)
    }

    private var words: Localizer { lines.names.words }
    private var isPet: Bool { !pass.isForPerson }

    // MARK: What holds as a whole

    /// What is to be done by when: 'By 19 December 2026: hepatitis A and typhoid fever'.
    package func headline(_ trip: Answer.JudgedTrip) -> String {
        isPet && !trip.countries.isEmpty ? petHeadline(trip) : personHeadline(trip)
    }

    /// The same with where and when: 'Kenya, 2 January 2027: By 19 December 2026: …'.
    package func sentence(_ trip: Answer.JudgedTrip) -> String {
        if isPet, !trip.countries.isEmpty {
            let tests = trip.borders.compactMap { border -> String? in
                if case .test(let test) = border.standing { blood(test) } else { nil }
            }
            return ([headline(trip)] + tests).joined(separator: " ")
        }
        let when = trip.trip.departure.map { words(.`trips.in`, ["countries": countries(trip), "date": date($0)]) }
        let headline = [when ?? countries(trip), headline(trip)].joined(separator: ": ")
        return ([headline] + conditions(trip)).joined(separator: " ")
    }

    /// What has to be known before a person is given what the trip asks for.
    private func conditions(_ trip: Answer.JudgedTrip) -> [String] {
        guard !isPet else { return [] }
        let open = Set(trip.inTime.map(\.line) + trip.tooLate + trip.toAsk)
        // Of an entry that is refused, or only by an exemption isn't, the headline speaks.
        let isTold = trip.isRefused || trip.barred != nil
        return answer.lines.filter { open.contains($0.id) }.flatMap(isTold ? lines.places : lines.conditions)
    }

    private func personHeadline(_ trip: Answer.JudgedTrip) -> String {
        switch trip.verdict {
        case .ready: ready(trip)
        case .act(let day): words(.`trips.act`, ["date": date(day), "vaccines": names(trip.inTime.map(\.line))])
        case .partly(let late): words(.`trips.partly`, ["vaccines": names(late)])
        case .entryRefused(let refusal):
            words(
                .`trips.refused`,
                [
                    "disease": lines.names.target(refusal.target), "wait": words.length(refusal.wait),
                    "date": date(refusal.from),
                ])
        case .ask:
            if let disease = trip.barred {
                words(.`trips.barred`, ["disease": lines.names.target(disease)])
            } else {
                trip.toAsk.isEmpty ? words[.`trips.ask`] : asked(trip)
            }
        }
    }

    /// That nothing is missing; if something is for now all the same, that as well.
    private func ready(_ trip: Answer.JudgedTrip) -> String {
        if !trip.goingOn.isEmpty {
            return words(.`trips.ready.going-on`, ["vaccines": names(trip.goingOn, counting: true)])
        }
        return trip.besides.isEmpty
            ? words[.`trips.ready`] : words(.`trips.ready.besides`, ["vaccines": names(trip.besides)])
    }

    /// A question with its answer: 'May Bello come on 3 December 2026 (France)? Yes, …'.
    private func petHeadline(_ trip: Answer.JudgedTrip) -> String {
        let day = trip.trip.departure.map(date) ?? ""
        let question = words(
            day.isEmpty ? .`trips.pet.some` : .`trips.pet`,
            ["name": pass.name, "date": day, "countries": countries(trip)])
        return "\(question) \(petAnswer(trip))"
    }

    private func petAnswer(_ trip: Answer.JudgedTrip) -> String {
        let asking = trip.borders.filter { $0.rule.target != nil }
        let refusing = asking.first { border in
            switch border.standing {
            case .refused: true
            case .test(let test): test.isTooLate
            default: false
            }
        }
        guard refusing != nil || trip.unknownBorders.isEmpty else { return unknown(trip.unknownBorders) }
        return petAnswer(refusing ?? asking.first, of: trip)
    }

    private func petAnswer(_ known: Answer.JudgedTrip.Border?, of trip: Answer.JudgedTrip) -> String {
        let disease = known?.rule.target.map(lines.names.target) ?? ""
        switch known?.standing {
        case .met(let end?):
            return compared(words(.`trips.pet.yes`, ["disease": disease, "date": date(end)]), known)
        case .endsAway(let end):
            return compared(words(.`trips.pet.ends-away`, ["disease": disease, "date": date(end)]), known)
        case .open(by: let day): return words(.`trips.pet.open`, ["disease": disease, "date": date(day)])
        case .test(let test): return words(.`trips.pet.not-back`, ["date": date(test.returning)])
        case .refused(let refusal):
            guard refusal.isGiven else { return missing(refusal, disease) }
            return words(.`trips.pet.not-yet`, ["wait": words.length(refusal.wait), "date": date(refusal.from)])
        case .met(nil), .free: return ready(trip)
        case .ask, nil: return petQuestion(trip, known?.rule.target)
        }
    }

    /// That what isn't given counts too late, and from when an animal that is too young can have it.
    private func missing(_ refusal: Answer.JudgedTrip.RefusedEntry, _ disease: String) -> String {
        let first = refusal.vaccination
        return words(
            first > answer.day ? .`trips.pet.too-young` : .`trips.pet.missing`,
            ["disease": disease, "first": date(first), "date": date(refusal.from)])
    }

    /// What has to be known before anybody can say yes or no: the day, what the vet decides, or until when it is valid.
    private func petQuestion(_ trip: Answer.JudgedTrip, _ target: String?) -> String {
        guard trip.trip.departure != nil else { return words[.`trips.pet.no-day`] }
        guard let target else { return words[.`trips.ask`] }
        let disease = lines.names.target(target)
        let isGiven = answer.doses.contains { $0.antigen == target && $0.counts }
        return isGiven
            ? words(.`trips.pet.ask`, ["disease": disease]) : words(.`trips.ask-about`, ["vaccines": disease])
    }

    /// With whose word the end of the validity is, unless it is as the entry says.
    private func compared(_ answer: String, _ border: Answer.JudgedTrip.Border?) -> String {
        let dose = self.answer.doses.last { $0.antigen == border?.rule.target && $0.counts }
        return [answer, dose.flatMap(words.validityNote)].compactMap(\.self).joined(separator: " ")
    }

    // MARK: The way back

    /// What a border asks for, with the days of a blood test.
    private func border(_ border: Answer.JudgedTrip.Border) -> [String] {
        let text = ["text": border.rule.text[words.code]]
        let rule = words(border.rule.isForReturn ? .`trips.return` : .`trips.border`, text)
        guard case .test(let test) = border.standing else { return [rule] }
        return [blood(test), rule]
    }

    private func blood(_ test: Answer.JudgedTrip.BloodTest) -> String {
        let days = ["from": date(test.from), "until": date(test.until), "date": date(test.returning)]
        guard test.isInTime else { return words(.`trips.blood.away`, days) }
        let sentence = words(.`trips.blood`, days)
        guard let last = test.vaccinationBy else { return sentence }
        return "\(sentence) \(words(.`trips.blood.vaccination`, ["date": date(last)]))"
    }

    // MARK: The rest

    /// What else there is to say, a sentence each.
    package func rest(_ trip: Answer.JudgedTrip) -> [String] {
        var told: [String] = []
        if trip.by == nil, !trip.inTime.isEmpty, !isPet {
            told.append(words(.`trips.possible`, ["vaccines": names(trip.inTime.map(\.line))]))
        }
        if case .entryRefused(let refusal) = trip.verdict, !isPet {
            told.append(words[.`trips.call`])
            let late = trip.tooLate.filter { answer.line(of: refusal.target)?.id != $0 }
            if !late.isEmpty { told.append(words(.`trips.partly`, ["vaccines": names(late)])) }
        }
        if trip.barred != nil, !trip.tooLate.isEmpty {
            told.append(words(.`trips.partly`, ["vaccines": names(trip.tooLate)]))
        }
        if isPet || trip.verdict != .ask || trip.barred != nil, !toAsk(trip).isEmpty { told.append(asked(trip)) }
        told += conditions(trip) + why(trip) + trip.borders.flatMap(border)
        if !trip.unknownBorders.isEmpty, !isPet { told.append(unknown(trip.unknownBorders)) }
        if !trip.protected.isEmpty, !isPet {
            told.append(words(.`trips.protected`, ["vaccines": names(trip.protected, counting: true)]))
        }
        told += trip.withoutVaccine.map { topic in
            words(
                .`trips.without-vaccine`,
                ["topic": words.text(of: topic.name) ?? "", "why": words.text(of: topic.why) ?? ""])
        }
        if isPet ? !trip.countries.isEmpty : trip.verdict == .ready && !trip.goingOn.isEmpty, !trip.besides.isEmpty {
            told.append(words(.`trips.besides`, ["vaccines": names(trip.besides)]))
        }
        return told + trip.notes.compactMap(words.text(of:)).map { $0.hasSuffix(".") ? $0 : "\($0)." }
    }

    /// Whether something depends on how it is travelled.
    func asksHow(_ trip: Answer.JudgedTrip) -> Bool {
        answer.lines.filter { trip.toAsk.contains($0.id) }.flatMap(\.reasons).contains {
            if case .tripIf = $0 { true } else { false }
        }
    }

    /// What is asked about, but for what is forbidden: of that the headline speaks.
    private func toAsk(_ trip: Answer.JudgedTrip) -> [String] {
        let barred = trip.barred.flatMap(answer.line(of:))?.id
        return trip.toAsk.filter { $0 != barred }
    }

    private func asked(_ trip: Answer.JudgedTrip) -> String {
        words(.`trips.ask-about`, ["vaccines": names(toAsk(trip))])
    }

    /// What the schedules say of what is asked about: that a baby is too young for it.
    private func why(_ trip: Answer.JudgedTrip) -> [String] {
        answer.lines.filter { trip.toAsk.contains($0.id) }.flatMap(\.why).compactMap(words.text(of:))
    }

    private func unknown(_ countries: Set<String>) -> String {
        words(isPet ? .`trips.pet.unknown` : .`trips.unknown`, ["countries": lines.countries(countries)])
    }

    /// The vaccinations; of a course that was begun also how far it is: 'hepatitis A (1 of 2 doses)'.
    private func names(_ ids: [String], counting isCounting: Bool = false) -> String {
        words.list(
            ids.compactMap { id in answer.lines.first { $0.id == id } }.map { line in
                let given = isCounting ? lines.given(line) : nil
                return given.map { "\(lines.name(line)) (\($0))" } ?? lines.name(line)
            })
    }

    private func countries(_ trip: Answer.JudgedTrip) -> String {
        lines.countries(
            trip.countries.isEmpty ? Set(trip.trip.destinations.map { String($0.prefix(2)) }) : trip.countries)
    }

    private func date(_ day: CalendarDate) -> String { lines.date(day) }
}
