import CivilDates
import Immunization

/// Reads whom a case is about.
struct CasePatient {
    private(set) var patient: Patient
    /// The day of birth, as far as it is known.
    let birth: PartialDate
    /// Observations of the patient that the catalogue doesn't know.
    private(set) var remarks: [String] = []

    init(_ node: DataNode, catalogue: Catalogue) throws(DataFault) {
        var object = try node.object()
        birth = try object.required("born").partialDay()
        patient = Patient(
            species: try object.optionalString("species") ?? "person", birthDate: birth.latest,
            sex: try object.optionalString("sex").flatMap(Sex.init(rawValue:)) ?? .unknown,
            home: Set(try object.optional("home")?.oneOrMore() ?? []))
        patient.gestationWeeks = try object.optionalInteger("gestationWeeks")
        patient.pregnancyStart = try object.optional("pregnancyStart")?.day()
        patient.birthCountry = try object.optionalString("birthCountry")
        for trip in try object.array("trips") { patient.trips.append(try self.trip(trip, catalogue)) }
        for one in try object.array("observations") { try addObservation(one, catalogue) }
        note(patient.home, catalogue)
    }

    /// An id, or an id with the days between which it holds and its degree.
    private mutating func addObservation(_ node: DataNode, _ catalogue: Catalogue) throws(DataFault) {
        var observation: PatientObservation
        if case .string = node.value {
            observation = PatientObservation(try node.string())
        } else {
            var object = try node.object()
            observation = PatientObservation(try object.string("id"), on: try object.optional("from")?.day())
            observation.until = try object.optional("until")?.day()
            observation.degree = try object.optional("degree")?.textOrNumber()
        }
        guard observation.code != PatientObservation.pregnancy else {
            return patient.observations.append(observation)
        }
        guard let known = catalogue.observations(for: patient.species).first(where: { $0.id == observation.code })
        else { return remarks.append("the observation \(observation.code) is not in the catalogue") }
        if let degree = observation.degree {
            observation.degree = known.degree(degree)
            if observation.degree == nil { remarks.append("\(observation.code) has no degree \(degree)") }
        }
        patient.observations.append(observation)
    }

    private mutating func trip(_ node: DataNode, _ catalogue: Catalogue) throws(DataFault) -> Trip {
        var object = try node.object()
        let regions = Set(try object.optional("region")?.oneOrMore() ?? [])
        note(regions, catalogue)
        var trip = Trip(
            to: Set(try object.required("to").oneOrMore()), regions: regions,
            departure: try object.optional("from")?.day(), returning: try object.optional("until")?.day())
        if let style = object.optional("style") {
            guard let known = Trip.Style(rawValue: try style.string()) else { throw style.fault(.notText) }
            trip.style = known
        }
        trip.isWithAnimals = try object.bool("animals", default: false)
        return trip
    }

    private mutating func note(_ places: Set<String>, _ catalogue: Catalogue) {
        for place in places.sorted() where place.utf8.count > 2 && catalogue.codes(ofRegion: place).isEmpty {
            remarks.append("the region \(place) is not in the catalogue")
        }
    }
}

extension DataNode {
    /// The value as text, or a number as it was written.
    fileprivate func textOrNumber() throws(DataFault) -> String {
        if case .number(let text) = value { text } else { try string() }
    }
}
