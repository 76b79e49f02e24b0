import CivilDates
import Immunization

/// The injections that a visit's doses can be given in: as few as there are combination vaccines for.
struct Combinations {
    private let patient: Patient
    private let catalogue: Catalogue
    /// By antigen, the kinds against it of which a product is in use.
    private let kinds: [String: Set<String>]
    /// By kind, the first and the last day on which the courses of its products give it at an age of the patient.
    private let days: [String: ClosedRange<CalendarDate>]

    init(patient: Patient, catalogue: Catalogue) {
        (self.patient, self.catalogue) = (patient, catalogue)
        let targets = catalogue.targets.filter { $0.species == patient.species }.map(\.id)
        kinds = Dictionary(targets.map { ($0, Self.kinds(against: $0, patient, catalogue)) }) { first, _ in first }
        days = Self.days(patient, catalogue)
    }

    /// One of them, with the recommendations that it serves.
    struct Part {
        var doses: [Recommendation]
        let vaccine: Vaccine?
    }

    /// A combination that is for babies is for nobody who is so much older than its last dose; one whose first dose is
    /// for that age is for everybody older.
    private static let outgrown = CalendarPeriod(years: 4)

    /// The injections of a visit, the largest combinations first, then what is given by itself.
    func parts(of doses: [Recommendation], on day: CalendarDate) -> [Part] {
        let apart = doses.apart()
        var (rest, found) = (apart, [Part]())
        for vaccine in combinations(for: doses, on: day) {
            let served = rest.filter { isServed($0, by: vaccine) }
            let asked = Set(served.flatMap(\.givenAntigens))
            guard served.count > 1, Set(vaccine.targets).isSubset(of: asked) else { continue }
            found.append(Part(doses: served, vaccine: vaccine))
            rest.removeAll { dose in served.contains { $0.id == dose.id } }
        }
        found += rest.map { Part(doses: [$0], vaccine: single($0, on: day)) }
        for dose in doses where !apart.contains(where: { $0.id == dose.id }) {
            let place = found.firstIndex { $0.doses.contains { $0.includes(dose) } }
            if let place { found[place].doses.append(dose) }
        }
        return found
    }

    /// What one recommendation is given as: the first that its rule names, else the smallest kind that can be had where
    /// there is none against it alone.
    private func single(_ dose: Recommendation, on day: CalendarDate) -> Vaccine? {
        if let named = dose.vaccines.first { return catalogue.vaccine(named) }
        let asked = Set(dose.antigens)
        let exact = kindsInUse(asked).filter { Set($0.targets) == asked }
        return exact.isEmpty ? carrier(of: asked, on: day) : exact.count == 1 ? exact.first : nil
    }

    /// The smallest kind that holds others too, for the age.
    private func carrier(of asked: Set<String>, on day: CalendarDate) -> Vaccine? {
        kindsInUse(asked).filter { asked.isSubset(of: $0.targets) && isForAge($0, on: day) }
            .min { ($0.targets.count, $0.id) < ($1.targets.count, $1.id) }
    }

    /// What the next dose of a line can be given as: ``Answer/Line/available``.
    func available(for line: Answer.Line, on day: CalendarDate) -> [String] {
        let named = line.vaccines.compactMap(catalogue.vaccine).filter { isInUse($0) && !isOutgrown($0, on: day) }
        if !named.isEmpty { return named.map(\.id) }
        let asked = Set(line.antigens)
        guard line.vaccines.isEmpty, !kindsInUse(asked).contains(where: { Set($0.targets) == asked }) else { return [] }
        return [carrier(of: asked, on: day)?.id].compactMap(\.self)
    }

    /// Whether it is a product in use, or a kind that there is one of.
    private func isInUse(_ vaccine: Vaccine) -> Bool {
        vaccine.targets.flatMap(catalogue.vaccines).contains { product in
            !product.isBrandUnknown && product.status == .inUse
                && (product.id == vaccine.id || product.kind == vaccine.id)
        }
    }

    private func combinations(for doses: [Recommendation], on day: CalendarDate) -> [Vaccine] {
        guard doses.count > 1 else { return [] }
        return combinations(of: Set(doses.flatMap(\.givenAntigens)), on: day)
    }

    /// The kinds of combination vaccines that can be had and hold nothing but these antigens, the largest first.
    func combinations(of antigens: Set<String>, on day: CalendarDate) -> [Vaccine] {
        kindsInUse(antigens).filter { kind in
            kind.targets.count > 1 && Set(kind.targets).isSubset(of: antigens) && isForAge(kind, on: day)
        }.sorted {
            $0.targets.count != $1.targets.count ? $0.targets.count > $1.targets.count : $0.id < $1.id
        }
    }

    /// The kinds against any of these antigens of which a product is in use, each once.
    private func kindsInUse(_ antigens: Set<String>) -> [Vaccine] {
        antigens.reduce(into: Set<String>()) { $0.formUnion(kinds[$1, default: []]) }.sorted()
            .compactMap(catalogue.vaccine)
    }

    private static func kinds(against antigen: String, _ patient: Patient, _ catalogue: Catalogue) -> Set<String> {
        let products = catalogue.vaccines(for: antigen).filter {
            !$0.isBrandUnknown && $0.status == .inUse && $0.species == patient.species && !$0.isPassive
        }
        return Set(products.map(\.kind))
    }

    /// Whether a vaccine protects against all of it, and is among those that the rule names where it names any.
    private func isServed(_ dose: Recommendation, by vaccine: Vaccine) -> Bool {
        Set(dose.antigens).isSubset(of: vaccine.targets)
            && (dose.vaccines.isEmpty || dose.vaccines.contains(vaccine.id))
    }

    /// Whether it is licensed for about the age of the patient on a day, by its products' courses.
    private func isForAge(_ kind: Vaccine, on day: CalendarDate) -> Bool {
        guard let days = days[kind.id], days.lowerBound <= day else { return false }
        return !isOutgrown(kind, on: day)
    }

    /// Whether a vaccine, or a kind, is one for babies, and the patient is none any more.
    private func isOutgrown(_ vaccine: Vaccine, on day: CalendarDate) -> Bool {
        let kind = vaccine.isBrandUnknown ? vaccine.id : vaccine.kind
        guard patient.species == Species.person, let days = days[kind] else { return false }
        let isForAll = patient.birthDate.adding(Self.outgrown) <= days.lowerBound
        return !isForAll && day >= days.upperBound.adding(Self.outgrown)
    }

    /// By kind, the first and the last day on which the courses of its products give it at an age of the patient.
    private static func days(_ patient: Patient, _ catalogue: Catalogue) -> [String: ClosedRange<CalendarDate>] {
        var days: [String: ClosedRange<CalendarDate>] = [:]
        for course in catalogue.courses {
            guard let vaccine = catalogue.vaccine(course.vaccine), vaccine.species == patient.species else { continue }
            for dose in course.doses where dose.vaccine == nil {
                guard case .age(let age) = dose.moment else { continue }
                let day = patient.birthDate.adding(age)
                let known = days[vaccine.kind] ?? day...day
                days[vaccine.kind] = min(known.lowerBound, day)...max(known.upperBound, day)
            }
        }
        return days
    }
}
