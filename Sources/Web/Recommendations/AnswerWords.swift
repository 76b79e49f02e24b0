package import Answers
package import CivilDates
import Foundation
package import Immunization
import Model

/// What pages say of an answer: what a line is called and its state, when its dose is, why, and who says so.
package struct AnswerWords {
    package let answer: Answer
    package let names: VaccinationNames
    private let schedules: [Schedule]
    /// The day of birth by which the answer was made.
    package let birth: CalendarDate
    /// Whether anything is entered, or all that there was: of an empty pass nobody knows what is missing.
    package let isBegun: Bool
    /// Whether combinations are named with their codes, as a practice knows them: 'DTaP'.
    package var tellsCodes = false

    package init(_ answer: Answer, of record: HealthRecord, _ release: CatalogueRelease, _ words: Localizer) {
        (self.answer, schedules) = (answer, release.schedules)
        names = VaccinationNames(catalogue: release.catalogue, words: words.about(record.pass))
        birth = answer.birth ?? answer.day
        isBegun = !record.vaccinations.isEmpty || record.facts.recordCompleteSince != nil
    }

    var words: Localizer { names.words }
    private var today: CalendarDate { answer.day }

    // MARK: What, and its state

    /// 'Tetanus, diphtheria and whooping cough'.
    package func name(_ line: Answer.Line) -> String { names.diseases(line.antigens) }

    /// A vaccine's name, of a kind that lists its diseases without a code that few know: 'Tdap', but not 'MMR'.
    package func name(_ vaccine: Vaccine) -> String {
        let name = vaccine.name[words.code]
        guard !tellsCodes, vaccine.targets.count > 1, name.last == ")", let start = name.lastIndex(of: "(") else {
            return name
        }
        let (text, code) = (name[..<start], name[start...].dropFirst().dropLast())
        let isCode =
            code.contains(where: \.isUppercase) && code.contains(where: \.isLowercase)
            && !code.split { !$0.isLowercase }.contains { $0.count > 3 }
        return isCode && text.last == " " && text.contains(where: \.isLowercase) ? String(text.dropLast()) : name
    }

    /// 'Now', 'Immunity assumed'; of what isn't asked for, that it ran out or wasn't finished.
    package func state(_ line: Answer.Line) -> String {
        if line.state == .notRecommended {
            if let end = line.validUntil, end < today { return words(.`doses.ran-out`, ["date": date(end)]) }
            return line.begun.map { words($0) } ?? words(line.state)
        }
        guard line.state == .complete else { return words(line.state) }
        if line.isImmune { return words[.`answer.immune`] }
        return line.isTold ? words[.`answer.told`] : words(line.state)
    }

    /// 'Dose 2 of 3', 'Booster' or, where it is asked for season after season, that; nil where none says anything.
    package func step(_ line: Answer.Line) -> String? {
        if line.isYearly { return words[.`recommendations.repeat`] }
        if line.isBooster { return words[.`recommendations.booster`] }
        guard !line.isQuestion, let dose = line.dose, let total = line.total, total > 1 else { return nil }
        return words(.`recommendations.dose`, ["dose": String(dose), "total": String(total)])
    }

    // MARK: When

    /// 'since 3 May 2026', 'by 31 March 2027', 'from 3 May 2027'; nil where its state says it all.
    package func when(_ line: Answer.Line) -> String? {
        switch line.state {
        case .now, .nowUnlessGiven: now(line)
        case .soon, .later: line.day.map { day($0, of: line) }
        case .contraindicated: line.until.map { words(.`answer.until`, ["date": date($0)]) }
        case .ask: asked(line)
        case .tooLate, .complete, .notRecommended: nil
        }
    }

    /// Of what is asked about for a trip the first day, where that is to come, else the last one.
    private func asked(_ line: Answer.Line) -> String? {
        if let first = line.firstDay, today < first { return day(first, of: line) }
        return by(line)
    }

    /// 'by 31 March 2027', where the next dose has such a day.
    package func by(_ line: Answer.Line) -> String? {
        lastGoodDay(line).map { words(.`recommendations.by`, ["date": date($0)]) }
    }

    private func now(_ line: Answer.Line) -> String? {
        if let urgent = urgent(line) { return urgent }
        if let last = by(line) { return last }
        if let day = line.day, day > today { return waiting(line, until: day) }
        guard line.state == .now, let since = line.since else { return nil }
        let isRecent = since >= today.adding(CalendarPeriod(months: -6))
        return isRecent ? words(.`answer.since`, ["date": date(since)]) : words[.`recommendations.since`]
    }

    /// 'Today or, as four at once are enough, from 6 December 2026'.
    private func waiting(_ line: Answer.Line, until day: CalendarDate) -> String {
        switch answer.wait(of: line) {
        case .room: words(.`answer.wait.room`, ["date": date(day)])
        case .trip: words(.`answer.wait.trip`, ["date": date(day)])
        case nil: self.day(day, of: line)
        }
    }

    /// The last day on which the next dose is in time, where that is near and something ends.
    ///
    /// A season, a trip, a pregnancy, a validity, the time in which it may be given at all: a schedule's own patience is
    /// no day to show.
    package func lastGoodDay(_ line: Answer.Line) -> CalendarDate? {
        let year = today.adding(CalendarPeriod(years: 1))
        let ends =
            line.lastDay.map { $0 < year } ?? false || line.lastGoodDay == line.validUntil
            || line.reasons.contains { reason in
                switch reason {
                case .season, .trip, .tripIf, .pregnancyWeek, .validUntil: true
                default: false
                }
            }
        return line.lastGoodDay.flatMap { ends && today < $0 && $0 < year ? $0 : nil }
    }

    /// 'from 3 May 2027', or 'by' that day where it is the last one, as where the dose before is valid until then.
    private func day(_ day: CalendarDate, of line: Answer.Line) -> String {
        let isLast =
            line.validUntil == day || line.reasons.contains(.validUntil(day)) || day == line.lastDay
            || day == lastGoodDay(line)
        return words(isLast ? .`recommendations.by` : .`recommendations.from`, ["date": date(day)])
    }

    /// Until when it may be given at all, where that is near enough to matter.
    package func until(_ line: Answer.Line) -> String? {
        guard let last = line.lastDay, line.state.isOpen, last != line.day,
            last < today.adding(CalendarPeriod(years: 1))
        else { return nil }
        return words(.`recommendations.until`, ["date": date(last)])
    }

    /// When it is planned though something speaks against it now.
    package func planned(_ line: Answer.Line) -> String? {
        guard line.state == .contraindicated,
            let visit = answer.visits.first(where: { $0.injections.contains { $0.lines.contains(line.id) } })
        else { return nil }
        return words(.`plan.planned`, ["date": date(visit.day)])
    }

    /// 'Vaccinated against tetanus, diphtheria and polio as a child?'.
    package func text(_ question: Question) -> String {
        let diseases = answer.lines.filter { question.lines.contains($0.id) }.flatMap(\.antigens)
        return words(.`plan.question`, ["diseases": names.diseases(diseases)])
    }

    /// What is asked and open: 'Vaccinated against tetanus, diphtheria and polio as a child?'; nil where nothing is.
    package var questions: String? {
        let open = answer.questions.filter { $0.answer == nil }.compactMap { question -> String? in
            switch question.subject {
            case .course: text(question)
            case .birthDate: words[.`passes.birthdate`]
            case .situation: nil
            }
        }
        return open.isEmpty ? nil : open.joined(separator: " ")
    }

    /// What holds if its question is answered by yes.
    package func otherwise(_ line: Answer.Line) -> String? {
        guard line.isQuestion else { return nil }
        guard let day = line.otherwise else { return words[.`answer.otherwise.nothing`] }
        return words(.`answer.otherwise`, ["date": date(day)])
    }

    // MARK: Why

    /// What the schedules say where something speaks against it or a doctor decides, else what decided; at most two.
    package func reasons(_ line: Answer.Line) -> [String] {
        let why = line.why.compactMap(words.text(of:)).filter { !$0.isEmpty }
        let told = line.reasons.map { reason in
            if case .validUntil(let day) = reason { validity(of: line, until: day) } else { self.reason(reason) }
        }
        return why.isEmpty ? told : Array((why + told.prefix(1)).prefix(2))
    }

    /// Until when an animal's last dose is valid, where no reason says it.
    package func validity(_ line: Answer.Line) -> String? {
        guard let end = line.validUntil, !line.reasons.contains(.validUntil(end)) else { return nil }
        return validity(of: line, until: end)
    }

    /// That the last dose is valid until a day, or was, and who says so.
    private func validity(of line: Answer.Line, until day: CalendarDate) -> String {
        let dose = answer.doses.last { line.group.contains($0.antigen) && $0.validUntil == day }
        let note = dose.flatMap(words.validityNote)
        if let note, dose?.statedUntil != nil { return note }
        if day < today { return words(.`answer.reason.ran-out`, ["date": date(day)]) }
        guard let note else { return reason(.validUntil(day)) }
        return "\(words(.`answer.reason.holds`, ["date": date(day)])) \(note)"
    }

    package func reason(_ reason: Answer.Reason) -> String {
        switch reason {
        case .ticked(let id, let degree): told([id, degree].compactMap(\.self).joined(separator: "/"))
        case .job(let id): told(id)
        case .residence: words(reason.code)
        case .trip(let countries, _, let departure?):
            words(.`answer.reason.trip-on`, ["countries": self.countries(countries), "date": date(departure)])
        case .trip(let countries, _, nil): words(reason.code, ["countries": self.countries(countries)])
        case .tripIf(let countries, let conditions):
            words(
                reason.code, ["countries": self.countries(countries), "conditions": self.conditions(conditions)])
        case .tripWithoutDay(let countries): words(reason.code, ["countries": self.countries(countries)])
        case .age(let age):
            isOfChildhood(age) ? words[.`answer.reason.childhood`] : words(reason.code, ["age": words.age(age)])
        case .gap(let gap, _, let antigen, let day):
            words(
                reason.code,
                ["disease": names.target(antigen), "gap": words.length(gap), "date": words.about(day)])
        case .after(let id, let gap): words(reason.code, ["situation": situation(id), "gap": words.length(gap)])
        case .season(let first, let last): words(reason.code, ["from": date(first), "to": date(last)])
        case .validUntil(let day): words(reason.code, ["date": date(day)])
        case .pregnancyWeek(let week): words(reason.code, ["week": String(week)])
        case .childStrength(_, let day), .unknownVaccine(_, let day):
            words(reason.code, ["date": words.about(day)])
        case .unknownDay(_, let day): words(reason.code, ["date": words.date(day)])
        case .timing, .duringTreatment, .sex: words(reason.code)
        }
    }

    /// With whom the time is arranged, as the head of a page says it; nil where nothing has to be.
    package var arrangement: String? {
        guard let id = answer.arranging else { return nil }
        let title = names.catalogue.observations.first { $0.id == id }?.timing?.title
        return title?[words.code] ?? words[.`answer.arrange`]
    }

    private func told(_ observation: String) -> String {
        words(.`answer.reason.ticked`, ["situation": situation(observation)])
    }

    private func situation(_ observation: String) -> String {
        names.catalogue.name(ofObservation: observation, words.code)
    }

    /// Whether an age that decides is a child's and the holder has grown up since: it says nothing to an adult.
    private func isOfChildhood(_ age: CalendarPeriod) -> Bool {
        let grown = birth.adding(CalendarPeriod(years: 18))
        return grown <= today && birth.adding(age) < grown
    }

    /// What other rows say of the same antigens: 'Before the trip to Kenya on 2 January 2027, from 3 March 2027'.
    package func also(_ line: Answer.Line) -> [String] {
        line.also.compactMap { other in
            guard let sentence = other.reasons.first.map(reason) else { return nil }
            let because = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
            let when = other.day.map { words(.`recommendations.from`, ["date": date($0)]) } ?? words(other.state)
            return words(.`recommendations.also`, ["when": when, "reason": because])
        }
    }

    /// The test by which a finished course is measured, where no result is entered; with its day where that is to come.
    package func finding(_ line: Answer.Line) -> String? {
        guard let id = line.finding else { return nil }
        let observation = names.catalogue.observations.first { $0.id == id }
        let test = observation?.test?[words.code] ?? situation(id)
        let last = answer.doses.last { $0.counts && line.group.contains($0.antigen) }?.date
        guard let last, let after = observation?.testAfter, last.adding(after) > today else {
            return words(.`recommendations.unmeasured`, ["finding": test])
        }
        return words(.`recommendations.unmeasured.from`, ["finding": test, "date": date(last.adding(after))])
    }

    // MARK: Who says so

    /// The schedules that say so.
    package func schedules(of line: Answer.Line) -> [Schedule] {
        line.schedules.compactMap { id in schedules.first { $0.id == id } }
    }

    /// Whether that was read in the original: 'second-hand'.
    package func read(_ line: Answer.Line) -> String {
        words[line.isReadInOriginal ? .`answer.read.original` : .`answer.read.second-hand`]
    }

    package func date(_ day: CalendarDate) -> String { words.date(day.description) }
}
