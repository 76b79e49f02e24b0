public import CivilDates

/// Whoever is to be protected, as far as the rules ask: a person or an animal.
public struct Patient: Sendable, Hashable {
    /// The catalogue's id of the species.
    public var species: String
    /// The day of birth.
    public var birthDate: CalendarDate
    /// The sex.
    public var sex: Sex
    /// Completed weeks of pregnancy at birth, if known; 40 is term.
    public var gestationWeeks: Int?
    /// ISO 3166-1 alpha-2 code of the country of birth, if known.
    public var birthCountry: String?
    /// The vaccinations, in any order.
    public var doses: [AdministeredDose]
    /// Conditions, jobs, past diseases, titers: whatever the patient chose to tell.
    public var observations: [PatientObservation]
    /// The first day of a pregnancy that goes on, counted as doctors do from the last period.
    public var pregnancyStart: CalendarDate?
    /// Where the patient lives: ISO 3166-1 country, ISO 3166-2 region, and finer codes that schedules use.
    public var home: Set<String>
    /// Trips, past and to come.
    public var trips: [Trip] {
        didSet { stays = Stays(trips) }
    }
    /// When somebody is away, made of the trips once: many rules ask, of each of them.
    private(set) var stays: Stays

    /// A patient of whom nothing but species, birth date and sex is known.
    public init(
        species: String, birthDate: CalendarDate, sex: Sex = .unknown, doses: [AdministeredDose] = [],
        observations: [PatientObservation] = [], home: Set<String> = [], trips: [Trip] = []
    ) {
        (self.species, self.birthDate, self.sex, self.doses) = (species, birthDate, sex, doses)
        (self.observations, self.home, self.trips) = (observations, home, trips)
        stays = Stays(trips)
    }

    /// Whether it is a person, not an animal.
    package var isPerson: Bool { species == Species.person }

    /// The same, seen from a day: whatever was entered by then has been given, though only its year may be known.
    package func entered(by day: CalendarDate) -> Patient {
        guard doses.contains(where: { !$0.date.isExact && day < $0.latest }) else { return self }
        var patient = self
        for index in doses.indices where !doses[index].date.isExact && doses[index].date.earliest <= day {
            patient.doses[index].notAfter = day
        }
        return patient
    }
}

/// Something told of a patient that rules may ask for.
public struct PatientObservation: Sendable, Hashable {
    /// The code by which schedules know a pregnancy; the engine makes it from ``Patient/pregnancyStart``.
    public static let pregnancy = "pregnancy"

    /// The code that schedules use for it.
    public var code: String
    /// When it began or was made, if known.
    public var date: CalendarDate?
    /// The last day on which it holds; nil: it goes on.
    public var until: CalendarDate?
    /// The id of its degree, of those that the catalogue has for it, if told.
    public var degree: String?

    /// An observation and its day.
    public init(_ code: String, on date: CalendarDate? = nil) {
        (self.code, self.date) = (code, date)
    }
}

/// A journey.
public struct Trip: Sendable, Hashable {
    /// How somebody travels.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// In hotels, or on a guided tour.
        case hotel
        /// Simply, in the country, far from doctors, or with relatives.
        case simple
        /// To work there.
        case work
    }

    /// ISO 3166-1 alpha-2 countries, or regions of them (ISO 3166-2, or finer), or several.
    public var destinations: Set<String>
    /// The day of departure; nil for a journey that has no day yet.
    public var departure: CalendarDate?
    /// The day of return, if known.
    public var returning: CalendarDate?
    /// How it is travelled, if told.
    public var style: Style?
    /// Whether animals are handled on it, as far as we know.
    public var isWithAnimals = false
    /// Whether it can't be made as it is entered, as a border refuses it: nobody is away on it.
    public var isRefused = false

    /// A journey to these places; of a country with regions named, only those.
    public init(
        to destinations: Set<String>, regions: Set<String> = [], departure: CalendarDate?,
        returning: CalendarDate? = nil
    ) {
        let known = Set(regions.map { String($0.prefix { $0 != "-" }) })
        self.destinations = destinations.subtracting(known).union(regions)
        (self.departure, self.returning) = (departure, returning)
    }
}
