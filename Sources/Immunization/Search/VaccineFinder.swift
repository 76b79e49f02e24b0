public import CivilDates

/// Finds what somebody means who names a vaccine: in a search box, a table, a booklet, a file or a certificate.
///
/// A text is our own id, a name, or a name with noise about it; codes say a product or a kind. What they don't settle is
/// asked, never taken for granted.
public struct VaccineFinder: Sendable {
    /// Whom a dose was given, and when: a brand alone says neither child's nor adult's.
    public struct Who: Sendable, Hashable {
        /// The species it was given to.
        public let species: String
        /// When they were born, where that is known.
        public let birth: PartialDate?
        /// The day of the dose, where that is known.
        public let day: PartialDate?

        /// Whom a dose was given.
        public init(_ species: String, birth: PartialDate? = nil, on day: PartialDate? = nil) {
            (self.species, self.birth, self.day) = (species, birth, day)
        }
    }

    /// What has to be asked where several things may be meant.
    public enum Question: String, Sendable, Hashable, Codable {
        /// Which of these it was.
        case whichVaccine
        /// Whether it is this one, written with letters wrong.
        case didYouMean
        /// Whether it was what is made for children or for adults.
        case childOrAdult
        /// Whether the text or the codes say it right.
        case contradiction
    }

    /// What is meant.
    public enum Answer: Sendable, Hashable {
        /// This, as surely as ``VaccineFinder/exact``, ``VaccineFinder/clear`` or ``VaccineFinder/toCheck``.
        case one(VaccineSearch.Suggestion, sureness: Double)
        /// Something against all of these diseases, which no one vaccine or kind stands for.
        case diseases([String])
        /// One of these, the likeliest first; somebody has to choose.
        case choice([VaccineSearch.Suggestion], Question)
        /// No dose that a pass could hold.
        case refused(CodeMeaning.NoDose)
        /// Nothing that is known.
        case unknown
    }

    /// A name, an id or a code as written in the catalogue.
    public static let exact = 1.0
    /// A name with words about it that say nothing else.
    public static let clear = 0.95
    /// What the age on the day, a maker or diseases in a row leave: to be shown.
    public static let toCheck = 0.75

    /// The prefix of a disease's id where a field takes vaccines' ids too: `target:measles`.
    private static let targetPrefix = "target:"

    /// Whose vaccines and diseases are found.
    public let catalogue: Catalogue
    let search: VaccineSearch
    let families: [Family: [(vaccine: Vaccine, name: String)]]
    /// The ages of each kind's products, as far as they are known.
    let products: [String: [LicensedAges]]

    /// A finder in a catalogue, by a search through the same.
    public init(_ catalogue: Catalogue, _ search: VaccineSearch) {
        (self.catalogue, self.search) = (catalogue, search)
        families = Family.all(catalogue)
        products = Dictionary(grouping: catalogue.vaccines, by: \.kind).mapValues { $0.compactMap(\.licensedAges) }
    }

    /// A finder in a catalogue, by the names in every language that it has.
    public init(_ catalogue: Catalogue) {
        self.init(catalogue, VaccineSearch(catalogue, languages: catalogue.targets.first?.names.languages ?? []))
    }

    /// What a text and codes mean.
    ///
    /// - Parameters:
    ///   - text: what somebody wrote; nil for nothing.
    ///   - codes: the vaccine's codes, given beside it.
    ///   - diseases: for each disease given beside it, the targets that its code can mean.
    ///   - guesses: whether it is looked for what a text that is no name may mean, which takes a while.
    ///   - who: whom it was given, and when.
    public func find(
        _ text: String?, codes: [Code] = [], diseases: [[String]] = [], guesses: Bool = true, for who: Who
    ) -> Answer {
        let told = CodedDose(codes, diseases: diseases, in: self)
        if told.refusal == .notGiven { return .refused(.notGiven) }
        if let text, let written = written(text, who) {
            return told.isEmpty ? written.answer : weigh(written, against: told)
        }
        if let answer = told.answer(self) { return answer }
        if let refusal = told.refusal, refusal != .notSaid { return .refused(refusal) }
        guard let text else { return .unknown }
        if guesses, case .choice(let some, let question) = guess(text, who) { return .choice(some, question) }
        let named = named(in: text, who)
        return named.isEmpty ? .unknown : .choice(named, .whichVaccine)
    }

    /// Vaccines, then diseases that a text may mean.
    public func suggestions(for text: String, species: String) -> [VaccineSearch.Suggestion] {
        search.suggestions(for: text, species: species)
    }

    /// What an id names: a vaccine's, or a disease's behind `target:`; nil for what isn't for this species.
    public func suggestion(_ id: String, species: String) -> VaccineSearch.Suggestion? {
        let found: VaccineSearch.Suggestion? =
            if id.hasPrefix(Self.targetPrefix) {
                catalogue.target(String(id.dropFirst(Self.targetPrefix.count))).map { .target($0) }
            } else {
                catalogue.vaccine(id).map { .vaccine($0) }
            }
        return found?.species == species ? found : nil
    }

    /// The id that names it in a field.
    public static func id(_ suggestion: VaccineSearch.Suggestion) -> String {
        switch suggestion {
        case .vaccine(let vaccine): vaccine.id
        case .target(let target): targetPrefix + target.id
        }
    }

    /// What a text may mean that is no name: what has its words or their beginnings, else what has it with letters wrong.
    private func guess(_ text: String, _ who: Who) -> Answer {
        let (found, isMisspelt) = search.meant(by: text, species: who.species)
        return found.isEmpty ? .unknown : .choice(found, isMisspelt ? .didYouMean : .whichVaccine)
    }
}

extension VaccineSearch.Suggestion {
    /// Every disease that it is against.
    public var targets: [String] {
        switch self {
        case .vaccine(let vaccine): vaccine.targets
        case .target(let target): [target.id]
        }
    }
}
