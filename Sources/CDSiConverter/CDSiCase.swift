package import Immunization

/// One of CDSi's published test cases, as collected in a JSON list.
package struct CDSiCase: Decodable, Sendable {
    /// A vaccination and what it should count for.
    package struct Dose: Decodable, Sendable {
        let date: String
        let cvx: String
        let mvx: String?
        /// `Valid`, `Not Valid` or `Extraneous`.
        package let expectedStatus: String?
    }

    /// Something told of the patient.
    package struct Observation: Decodable, Sendable {
        let code: String?
        let date: String?
    }

    /// What the forecast should be; what is missing isn't compared.
    package struct Expected: Decodable, Sendable {
        let seriesStatus: String?
        let forecastDose: String?
        let earliest: String?
        let recommended: String?
        let pastDue: String?
    }

    /// The case's id.
    package let id: String
    /// What it is about.
    package let name: String
    /// The vaccine group it asks for, in the words of the sheet.
    package let vaccineGroup: String
    let dob: String
    let sex: String
    let assessmentDate: String
    let observations: [Observation]
    let doses: [Dose]
    let expected: Expected

    /// The patient and the day to judge at.
    ///
    /// - Throws: ``CDSiError`` if a date can't be read.
    package func patient() throws -> (Patient, CalendarDate) {
        func day(_ text: String) throws -> CalendarDate {
            guard let date = CalendarDate(text) else { throw CDSiError("case \(id)", "'\(text)' is no date") }
            return date
        }
        var patient = Patient(species: CDSiSchedule.species, birthDate: try day(dob))
        patient.sex = sex == "F" ? .female : sex == "M" ? .male : .unknown
        patient.doses = try doses.enumerated().map { number, dose in
            AdministeredDose(
                id: String(number), vaccine: CDSiText(place: id).code(dose.cvx),
                date: PartialDate(try day(dose.date)), manufacturer: dose.mvx)
        }
        patient.observations = try observations.compactMap { observation in
            guard let code = observation.code else { return nil }
            return PatientObservation(code, on: try observation.date.map(day))
        }
        return (patient, try day(assessmentDate))
    }
}
