/// A disease target with its vaccines, as the JSON routes for other clients give it, unchanged from the thesis.
///
/// `age`, `countries`, `gender` and `askDoctor` are left out where they don't apply.
public struct CatalogueRecord: Codable, Sendable, Equatable {
    /// A vaccine of a record.
    public struct Vaccine: Codable, Sendable, Equatable {
        /// The EU product number where the vaccine has one, else our id.
        public let id: String
        /// The trade name.
        public let name: String
        /// The manufacturer's name, empty where none is known.
        public let manufacturer: String

        /// A vaccine of a record.
        public init(id: String, name: String, manufacturer: String) {
            self.id = id
            self.name = name
            self.manufacturer = manufacturer
        }
    }

    /// The disease target's name.
    public let name: String
    /// The target's ten digits, ``DiseaseTarget/recordID``.
    public let targetID: String
    /// The species' record type: `human`, `dog`, `cat`.
    public let type: String
    /// The vaccines that count for the target and are in use.
    public let vaccines: [Vaccine]
    /// The age in years from which it is recommended.
    public let age: Int?
    /// The countries that it is recommended for.
    public let countries: [String]?
    /// The sex that it is recommended for, where only one is.
    public let gender: String?
    /// True where every recommendation leaves it to a doctor: none says to have it.
    public let askDoctor: Bool?

    /// A record from its parts.
    public init(
        name: String, targetID: String, type: String, vaccines: [Vaccine], age: Int? = nil, countries: [String]? = nil,
        gender: String? = nil, askDoctor: Bool? = nil
    ) {
        self.name = name
        self.targetID = targetID
        self.type = type
        self.vaccines = vaccines
        self.age = age
        self.countries = countries
        self.gender = gender
        self.askDoctor = askDoctor
    }
}

extension Catalogue {
    /// The record of a disease target; nil when the catalogue has no such target.
    ///
    /// - Parameters:
    ///   - target: the target's id.
    ///   - language: the language of the target's name, ISO 639-1.
    ///   - age: the age in years from which it is recommended.
    ///   - countries: the countries that it is recommended for.
    ///   - gender: the sex that it is recommended for, where only one is.
    ///   - askDoctor: true where every recommendation leaves it to a doctor.
    public func record(
        for target: String, language: String = "en", age: Int? = nil, countries: [String]? = nil, gender: String? = nil,
        askDoctor: Bool? = nil
    ) -> CatalogueRecord? {
        guard let target = self.target(target), let species = species(target.species) else { return nil }
        return CatalogueRecord(
            name: target.names[language], targetID: target.recordID, type: species.recordType,
            vaccines: vaccines(for: target.id).filter { $0.status == .inUse }.map(record(of:)), age: age,
            countries: countries, gender: gender, askDoctor: askDoctor)
    }

    /// The record of every disease target, in the files' order: what `GET /update` gives.
    public func records(language: String = "en") -> [CatalogueRecord] {
        targets.compactMap { record(for: $0.id, language: language) }
    }

    private func record(of vaccine: Vaccine) -> CatalogueRecord.Vaccine {
        CatalogueRecord.Vaccine(
            id: vaccine.code(.euProduct) ?? vaccine.id, name: vaccine.name["en"],
            manufacturer: vaccine.manufacturer.flatMap { manufacturer($0)?.name } ?? "")
    }
}
