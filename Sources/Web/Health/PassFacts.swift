package import Answers
package import CivilDates
package import Immunization
package import Model
package import Vault

/// What somebody told of the holder of a pass: conditions, a pregnancy, an early birth, journeys.
///
/// All of it is optional; the vault keeps it as facts.
package struct PassFacts: Sendable, Equatable {
    /// More journeys than anybody plans.
    package static let mostJourneys = 50

    /// A journey, as it is listed and removed.
    package struct Journey: Sendable, Equatable {
        package let id: FactID
        /// ISO 3166-1 alpha-2.
        package let country: String
        /// A region of the country, if it is told.
        package let region: String?
        package let from: CalendarDate
        /// Nil where the day of return isn't known.
        package let to: CalendarDate?
        /// How it is travelled, where that is told.
        package var style: Trip.Style?
        /// Whether animals are handled on it.
        package var isWithAnimals = false

        /// The trip as the engine takes it.
        package var trip: Trip {
            var trip = Trip(
                to: [country], regions: Set([region].compactMap(\.self)), departure: from, returning: to)
            (trip.style, trip.isWithAnimals) = (style, isWithAnimals)
            return trip
        }
    }

    /// Since when and until when something holds, as far as that is known.
    package struct Span: Sendable, Equatable {
        package var from: CalendarDate?
        package var to: CalendarDate?

        package init(from: CalendarDate? = nil, to: CalendarDate? = nil) {
            self.from = from
            self.to = to
        }
    }

    /// How the vault's facts are told apart.
    package enum Kind: String, CaseIterable {
        /// A condition, a job, a past disease: the value is the code that schedules use, `hiv` or `hiv/severe`; the days
        /// between which it holds stand in `from` and `to`.
        case observation
        /// What doesn't apply, as somebody said who was asked: the value is an observation's id.
        case noObservation = "no-observation"
        /// The day on which a child is expected: it stands in `from`.
        case dueDate = "due-date"
        /// The completed weeks of pregnancy at birth.
        case gestationWeeks = "gestation-weeks"
        /// A journey to the country or the region that the value names, and how it is travelled: `DE`, `DE-BY`,
        /// `KE/simple+animals`.
        case journey
        /// That every vaccination that was ever given is entered: the day on which it was said stands in `from`.
        case recordComplete = "record-complete"
        /// Whether a course was given that isn't entered: the value is the antigen by which it was asked, and the answer,
        /// `tetanus/no`.
        case told

        /// What the page of health tells.
        package static let health: [Kind] = [.observation, .noObservation, .dueDate, .gestationWeeks]

        package func fact(_ value: String, from: CalendarDate? = nil, to: CalendarDate? = nil) -> Fact {
            Fact(kind: rawValue, value: value, from: from.map { PartialDate($0) }, to: to.map { PartialDate($0) })
        }
    }

    /// From conception's doctors' count to the expected day of birth.
    private static let pregnancy = CalendarPeriod(weeks: 40)
    /// How long after the expected day a pregnancy is still believed in.
    private static let overtime = CalendarPeriod(weeks: 3)

    /// The degree of each observation; empty where none is told.
    package var observations: [String: String] = [:]
    /// The days between which observations hold, of those of which they are told.
    package var spans: [String: Span] = [:]
    /// The observations that don't apply, as somebody said who was asked.
    package var denied: Set<String> = []
    package var dueDate: CalendarDate?
    package var gestationWeeks: Int?
    package private(set) var journeys: [Journey] = []
    /// What was told of courses that aren't entered, by the antigen by which it was asked.
    package private(set) var told: [String: Dossier.Told] = [:]
    /// The day on which it was said that every vaccination is entered; nil where that isn't said.
    package private(set) var recordCompleteSince: CalendarDate?

    package init(_ facts: [FactRecord] = []) {
        for fact in facts {
            switch Kind(rawValue: fact.kind) {
            case .observation:
                let parts = fact.value.split(separator: "/", maxSplits: 1)
                guard let id = parts.first.map(String.init) else { continue }
                observations[id] = parts.count > 1 ? String(parts[1]) : ""
                let span = Span(from: fact.from?.exact, to: fact.to?.exact)
                spans[id] = span == Span() ? nil : span
            case .noObservation: denied.insert(fact.value)
            case .recordComplete: recordCompleteSince = fact.from?.exact
            case .told:
                if let (antigen, answer) = Self.told(fact.value) { told[antigen] = answer }
            case .dueDate: dueDate = fact.from?.exact
            case .gestationWeeks: gestationWeeks = Int(typed: fact.value, in: 0...99)
            case .journey:
                guard let from = fact.from?.exact else { continue }
                let told = JourneyValue(fact.value)
                journeys.append(
                    Journey(
                        id: fact.id, country: told.country, region: told.region, from: from, to: fact.to?.exact,
                        style: told.style, isWithAnimals: told.isWithAnimals))
            case nil: continue
            }
        }
        journeys.sort { $0.from < $1.from }
    }

    /// What a fact's value tells of a course: `tetanus/no`.
    package static func told(_ value: String) -> (antigen: String, answer: Dossier.Told)? {
        let parts = value.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2, let answer = Dossier.Told(rawValue: parts[1]) else { return nil }
        return (parts[0], answer)
    }

    /// Whether anything of the page of health is told.
    package var isHealthTold: Bool {
        !observations.isEmpty || !denied.isEmpty || dueDate != nil || gestationWeeks != nil
    }

    /// The first day of a pregnancy that goes on, counted as doctors do.
    package func pregnancyStart(on today: CalendarDate) -> CalendarDate? {
        guard let dueDate, dueDate.adding(Self.overtime) >= today else { return nil }
        let start = dueDate.adding(CalendarPeriod(weeks: -Self.pregnancy.weeks))
        return start <= today ? start : nil
    }

    /// The facts that stand for what the page of health tells.
    package func healthFacts(of pass: PassID) throws -> [FactRecord] {
        var facts = try observations.sorted { $0.key < $1.key }.map { id, degree in
            let value = degree.isEmpty ? id : "\(id)/\(degree)"
            return try FactRecord(
                passID: pass, Kind.observation.fact(value, from: spans[id]?.from, to: spans[id]?.to))
        }
        for id in denied.subtracting(observations.keys).sorted() {
            facts.append(try FactRecord(passID: pass, Kind.noObservation.fact(id)))
        }
        if let dueDate {
            facts.append(try FactRecord(passID: pass, Kind.dueDate.fact("expected", from: dueDate)))
        }
        if let gestationWeeks {
            facts.append(try FactRecord(passID: pass, Kind.gestationWeeks.fact(String(gestationWeeks))))
        }
        return facts
    }
}
