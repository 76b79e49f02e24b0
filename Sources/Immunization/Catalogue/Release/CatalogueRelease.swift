internal import Synchronization

/// A catalogue and the schedules that go with it, checked against each other: what an admin brings live as one.
public struct CatalogueRelease: Sendable {
    /// The files it was read from, by name: `targets.json`, `schedules/de-stiko.json`.
    public let files: [String: [UInt8]]

    /// Disease targets and vaccines.
    public let catalogue: Catalogue

    /// The schedules, by file name.
    public let schedules: [Schedule]

    /// The engine that judges by these schedules.
    public let engine: ImmunizationEngine

    private let finders = Finders()

    /// The folder of the schedules.
    public static let scheduleFolder = "schedules/"

    /// Reads a release.
    ///
    /// - Parameter files: bytes by file name. Names without a slash are the catalogue's, those in `schedules/` are
    ///   schedules; whatever else there is, such as JSON Schemas, is left out.
    /// - Throws: ``DataFault`` naming the file, the line and the fault.
    public init(files: [String: [UInt8]]) throws(DataFault) {
        self.files = files.filter { Self.belongs($0.key) }
        catalogue = try Catalogue(files: self.files)
        let table = VaccineTable(catalogue)
        var schedules: [Schedule] = []
        for (name, bytes) in self.files.sorted(by: { $0.key < $1.key }) where name.hasPrefix(Self.scheduleFolder) {
            let schedule: Schedule
            do {
                schedule = try Schedule(json: bytes, file: name)
                try schedule.check(against: table)
            } catch {
                throw error.moved(to: name, line: error.line).located(in: bytes)
            }
            do {
                try Self.check(schedule, file: name, catalogue, among: schedules)
            } catch {
                throw error.located(in: bytes)
            }
            schedules.append(schedule)
        }
        self.schedules = schedules
        engine = try ImmunizationEngine(schedules: schedules, catalogue: catalogue)
    }

    /// What finds its vaccines and diseases by their names in some languages, sorted by those in the first.
    package func finder(_ languages: [String]) -> VaccineFinder { finders.finder(catalogue, languages) }

    private static func belongs(_ name: String) -> Bool {
        guard name.hasSuffix(".json") else { return false }
        let folders = name.split(separator: "/", omittingEmptySubsequences: false)
        return folders.count == 1 || (folders.count == 2 && name.hasPrefix(scheduleFolder))
    }

    /// What a schedule asks for has to be something that the catalogue offers.
    private static func check(
        _ schedule: Schedule, file: String, _ catalogue: Catalogue, among others: [Schedule]
    ) throws(DataFault) {
        func fault(_ code: DataFault.Code, _ arguments: [String: String] = [:]) -> DataFault {
            DataFault(file: file, code, arguments)
        }
        if others.contains(where: { $0.id == schedule.id }) { throw fault(.scheduleTwice) }
        guard catalogue.species(schedule.species) != nil else { throw fault(.unknownSpecies) }
        var known = Implications(catalogue.observations(for: schedule.species)).codes
        known.insert(PatientObservation.pregnancy)
        if let code = schedule.observationsAskedFor.subtracting(known).min() {
            throw fault(.unknownObservation, ["name": code])
        }
        let regions = Set(catalogue.regions.map(\.id) + catalogue.regions.map(\.parent))
        // A country may be a destination even if we know none of its regions.
        let places = schedule.homesAskedFor.union(schedule.destinations.filter { $0.utf8.count > 2 })
        if let place = places.subtracting(regions).min() {
            throw fault(.unknownRegion, ["name": place])
        }
        for antigen in schedule.notCovered.flatMap(\.antigens) where catalogue.target(antigen) == nil {
            throw fault(.uncoveredTarget, ["name": antigen])
        }
    }
}

/// What finds vaccines and diseases of a release, made once for each list of languages: that takes longer than a page.
private final class Finders: Sendable {
    private let made = Mutex<[[String]: VaccineFinder]>([:])

    func finder(_ catalogue: Catalogue, _ languages: [String]) -> VaccineFinder {
        if let known = made.withLock({ $0[languages] }) { return known }
        let finder = VaccineFinder(catalogue, VaccineSearch(catalogue, languages: languages))
        made.withLock { $0[languages] = finder }
        return finder
    }
}
