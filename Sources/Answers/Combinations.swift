import CivilDates
import Immunization

/// The injections that a visit's doses can be given in: as few as there are combination vaccines for.
struct Combinations {
    private let patient: Patient
    private let catalogue: Catalogue

    init(patient: Patient, catalogue: Catalogue) { (self.patient, self.catalogue) = (patient, catalogue) }

    /// One of them, with the recommendations that it serves.
    struct Part {
        var doses: [Recommendation]
        let vaccine: Vaccine?

        var isLive: Bool { vaccine?.isLive == true }
    }

    /// A combination that is for babies is for nobody who is so much older than its last dose; one whose first dose is
    /// for that age is for everybody older.
    private static let outgrown = CalendarPeriod(years: 4)

    /// The injections of a visit, the largest combinations first, then what is given by itself.
    func parts(of doses: [Recommendation], on day: CalendarDate) -> [Part] {
        let apart = doses.apart()
        var (rest, found) = (apart, [Part]())
        let single = doses.reduce(into: [:]) { found, dose in found[dose.id] = self.single(dose, on: day) }
        for vaccine in doses.count > 1 ? combinations(of: held(by: doses, single), on: day) : [] {
            let served = rest.filter { isServed($0, by: vaccine) }
            let asked = held(by: served, single)
            guard served.count > 1, Set(vaccine.targets).isSubset(of: asked) else { continue }
            let others = rest.filter { dose in !served.contains { $0.id == dose.id } }
            let isTwice = others.contains { givesBesides($0, as: single[$0.id], any: vaccine.targets) }
            guard !isTwice else { continue }
            found.append(Part(doses: served, vaccine: vaccine))
            rest = others
        }
        found = joined(found + rest.map { Part(doses: [$0], vaccine: single[$0.id]) })
        for dose in doses where !apart.contains(where: { $0.id == dose.id }) {
            let place = found.firstIndex { $0.doses.contains { $0.includes(dose) } }
            if let place { found[place].doses.append(dose) }
        }
        return found
    }

    /// Whether the vaccine that a dose is given as holds more than the dose is against, and any of these: no combination gives
    /// that again on the day.
    private func givesBesides(_ dose: Recommendation, as vaccine: Vaccine?, any targets: [String]) -> Bool {
        guard let vaccine, vaccine.targets.count > Set(dose.antigens).count else { return false }
        return !Set(vaccine.targets).isDisjoint(with: targets)
    }

    /// Nothing twice: whoever goes on with a combination against hepatitis A and B gets no other vaccine against one of them.
    private func joined(_ parts: [Part]) -> [Part] {
        var parts = parts
        for place in parts.indices.reversed() {
            let own = parts[place].doses
            guard let whole = parts.indices.first(where: { $0 != place && holds(parts[$0].vaccine, more: own) }) else {
                continue
            }
            parts[whole].doses += own
            parts.remove(at: place)
        }
        return parts
    }

    private func holds(_ vaccine: Vaccine?, more doses: [Recommendation]) -> Bool {
        guard let vaccine, vaccine.targets.count > Set(doses.flatMap(\.antigens)).count else { return false }
        return doses.allSatisfy { isServed($0, by: vaccine) }
    }

    /// What one recommendation is given as: of those that its rule names and that can be had for the age, the one that holds
    /// least besides; else the smallest kind that can be had where there is none against it alone.
    private func single(_ dose: Recommendation, on day: CalendarDate) -> Vaccine? {
        let asked = Set(dose.antigens)
        // Of several the one that holds least besides: what it holds is given with it.
        let named = available(dose.vaccines, on: day).enumerated()
            .min { ($0.element.targets.count, $0.offset) < ($1.element.targets.count, $1.offset) }?.element
        if let named {
            // A combination that is asked for because another is forbidden would bring what nobody asked for.
            guard named.targets.count > asked.count else { return named }
            let all = dose.vaccines.compactMap(catalogue.vaccine).filter { catalogue.isInUse($0.id) }
            return all.first { Set($0.targets) == asked } ?? named
        }
        if let vaccine = dose.vaccines.first.flatMap(catalogue.vaccine) { return vaccine }
        let exact = kinds(holding: asked).filter { $0.targets.count == asked.count }
        return exact.isEmpty ? carrier(of: asked, on: day) : exact.count == 1 ? exact.first : nil
    }

    /// What one dose is given as that no rule names a vaccine for; nil where there are several kinds for it.
    func carrier(of dose: Recommendation, on day: CalendarDate) -> Vaccine? {
        dose.vaccines.isEmpty ? single(dose, on: day) : nil
    }

    /// The smallest kind that holds others too, for the age.
    private func carrier(of asked: Set<String>, on day: CalendarDate) -> Vaccine? {
        kinds(holding: asked).filter { isForAge($0, on: day) }
            .min { ($0.targets.count, $0.id) < ($1.targets.count, $1.id) }
    }

    /// What the next dose of a line can be given as: ``Answer/Line/available``.
    func available(for line: Answer.Line, on day: CalendarDate) -> [String] {
        let named = available(line.vaccines, on: day)
        if !named.isEmpty { return named.map(\.id) }
        let asked = Set(line.antigens)
        guard line.vaccines.isEmpty, !kinds(holding: asked).contains(where: { $0.targets.count == asked.count }) else {
            return []
        }
        return [carrier(of: asked, on: day)?.id].compactMap(\.self)
    }

    /// Those of a rule's vaccines that can be had and that the patient hasn't outgrown; those licensed for the age, where there
    /// are any.
    private func available(_ named: [String], on day: CalendarDate) -> [Vaccine] {
        let all = named.compactMap(catalogue.vaccine).filter { catalogue.isInUse($0.id) && !isOutgrown($0, on: day) }
        let (birth, date) = (PartialDate(patient.birthDate), PartialDate(day))
        let licensed = all.filter { !($0.licensedAges?.exclude(bornOn: birth, on: date) ?? false) }
        return licensed.isEmpty ? all : licensed
    }

    /// What doses are against, with what the vaccines that they are given as by themselves hold besides: there is none
    /// against whooping cough alone.
    private func held(by doses: [Recommendation], _ single: [String: Vaccine]) -> Set<String> {
        let besides = doses.filter { !$0.vaccines.isEmpty }.flatMap { single[$0.id]?.targets ?? [] }
        return Set(doses.flatMap(\.givenAntigens) + besides)
    }

    /// The kinds of combination vaccines that can be had and hold nothing but these antigens, the largest first.
    func combinations(of antigens: Set<String>, on day: CalendarDate) -> [Vaccine] {
        catalogue.combinationsInUse(for: patient.species).filter { kind in
            kind.targets.allSatisfy(antigens.contains) && isForAge(kind, on: day)
        }
    }

    /// The kinds that hold all of these antigens and of which a product is in use, by id.
    private func kinds(holding asked: Set<String>) -> [Vaccine] {
        guard let first = asked.first else { return [] }
        return catalogue.kindsInUse(against: first).filter { asked.isSubset(of: $0.targets) }
    }

    /// Whether a vaccine protects against all of it, and it or its kind is among those that the rule names where it names any.
    func isServed(_ dose: Recommendation, by vaccine: Vaccine) -> Bool {
        Set(dose.antigens).isSubset(of: vaccine.targets)
            && (dose.vaccines.isEmpty || dose.vaccines.contains(vaccine.id) || dose.vaccines.contains(vaccine.kind))
    }

    /// Whether it is for about the age of the patient on a day: from the first course of its products on, or from the age
    /// for which one is licensed, where that is earlier.
    private func isForAge(_ kind: Vaccine, on day: CalendarDate) -> Bool {
        guard let days = days(ofKind: kind.id) else { return false }
        // A course is an example: its product may be licensed for younger ones too.
        let licensed = catalogue.youngestAge(ofKind: kind.id).map(patient.birthDate.adding)
        return min(days.lowerBound, licensed ?? .last) <= day && !isOutgrown(kind, on: day)
    }

    /// Whether a vaccine, or a kind, is one for babies, and the patient is none any more.
    private func isOutgrown(_ vaccine: Vaccine, on day: CalendarDate) -> Bool {
        let kind = vaccine.isBrandUnknown ? vaccine.id : vaccine.kind
        guard patient.isPerson, !catalogue.isEndless(kind), let days = days(ofKind: kind) else {
            return false
        }
        let isForAll = patient.birthDate.adding(Self.outgrown) <= days.lowerBound
        return !isForAll && day >= days.upperBound.adding(Self.outgrown)
    }

    /// The first and the last day on which the courses of a kind's products give it at an age of the patient.
    private func days(ofKind kind: String) -> ClosedRange<CalendarDate>? {
        let days = catalogue.courseAges(ofKind: kind).map(patient.birthDate.adding)
        guard let first = days.min(), let last = days.max() else { return nil }
        return first...last
    }
}
