import CivilDates
import Immunization

/// Finds what would change a line if we knew it.
struct QuestionMaker {
    let dossier: Dossier
    let judgement: Judgement
    let catalogue: Catalogue
    let combinations: Combinations

    // MARK: Courses

    /// One question for all courses that one vaccine for the patient's age holds; by the first antigen of the first line.
    func courses(_ lines: [Answer.Line]) -> [[Answer.Line]] {
        guard lines.count > 1 else { return lines.map { [$0] } }
        var groups = lines.map { [$0] }
        for vaccine in combinations.combinations(of: Set(lines.flatMap(\.antigens)), on: judgement.day) {
            let isHeld = { (group: [Answer.Line]) in
                group.contains { !Set($0.antigens).isDisjoint(with: vaccine.targets) }
            }
            let joined = groups.filter(isHeld).flatMap(\.self)
            guard let first = groups.firstIndex(where: isHeld) else { continue }
            groups[first] = joined
            groups = groups.enumerated().filter { $0.offset == first || !isHeld($0.element) }.map(\.element)
        }
        return groups
    }

    // MARK: Situations

    /// What can be answered by yes or no and hasn't been, in the catalogue's order, with the lines that would change.
    func situations(_ lines: [Answer.Line]) -> [Question] {
        let changed = linesByObservation(lines)
        let told = Set(judgement.patient.observations.map(\.code))
        return catalogue.observations(for: judgement.patient.species).compactMap { observation in
            // What a blood test found is no question for yes and no.
            guard let changed = changed[observation.id], observation.topic != .immunity,
                observation.isAsked(bornOn: judgement.patient.birthDate, on: judgement.day),
                !told.contains(observation.id), !dossier.denied.contains(observation.id)
            else { return nil }
            return Question(subject: .situation(observation.id), lines: changed.sorted(), answer: nil)
        }
    }

    /// The lines of which rows ask for an antigen at the patient's age on each observation, of whatever degree; not of what is
    /// asked for anyway, or done.
    private func linesByObservation(_ lines: [Answer.Line]) -> [String: Set<String>] {
        let settled = lines.filter { $0.state.isOpen || $0.state == .ask || $0.state == .complete }.flatMap(\.group)
        var open: [String: [String]] = [:]
        for line in lines { for antigen in line.group { open[antigen, default: []].append(line.id) } }
        for antigen in settled { open[antigen] = nil }
        let judged = Set(judgement.assessments.map(\.schedule))
        return judgement.recommender.engine.askedObservations(of: judged).reduce(into: [:]) { found, asked in
            for changed in asked.antigens.lazy.compactMap({ open[$0] }) where isOfAge(asked) {
                found[asked.observation, default: []].formUnion(changed)
            }
        }
    }

    private func isOfAge(_ asked: AskedObservation) -> Bool {
        (asked.beginAge.map { judgement.day(atAge: $0) <= judgement.day } ?? true)
            && (asked.endAge.map { judgement.day < judgement.day(atAge: $0) } ?? true)
    }

    // MARK: The day of birth

    /// What another day of birth would change, where it is known in part.
    func birthDate(_ lines: [Answer.Line]) -> Question? {
        guard let birth = dossier.birth, !birth.isExact else { return nil }
        let told = Set(judgement.recommendations.filter { $0.state <= .dueSoon }.flatMap(\.antigens))
        var others: Set<String> = []
        for day in judgement.isShort ? days(birth) : [] {
            var patient = judgement.patient
            patient.birthDate = day
            let other = Judgement(patient, by: judgement.recommender.engine, on: judgement.day)
            others.formUnion(other.recommendations.filter { $0.state <= .dueSoon }.flatMap(\.antigens))
        }
        let changed = others.subtracting(told)
        return Question(
            subject: .birthDate(birth),
            lines: lines.filter { !changed.isDisjoint(with: $0.group) }.map(\.id).sorted(), answer: nil)
    }

    /// The first day and one of each month: rules ask for months of birth, and for ages in months.
    private func days(_ birth: PartialDate) -> [CalendarDate] {
        let months = (birth.month.map { $0...$0 } ?? 1...12).compactMap { month in
            CalendarDate(year: birth.year, month: month, day: 15)
        }
        return [birth.earliest] + months.filter { $0 < judgement.patient.birthDate }
    }
}
