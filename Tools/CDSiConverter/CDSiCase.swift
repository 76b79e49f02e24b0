package import CivilDates
package import Immunization

/// One of CDSi's published test cases, as collected in a JSON list.
package struct CDSiCase: Sendable {
    /// A vaccination and what it should count for.
    package struct Dose: Sendable {
        let date: String
        let cvx: String?
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
    package struct Expected: Sendable {
        var seriesStatus: String?
        var forecastDose: String?
        var earliest: String?
        var recommended: String?
        var pastDue: String?
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
    package func patient() throws(CDSiError) -> (Patient, CalendarDate) {
        var patient = Patient(species: CDSiSchedule.species, birthDate: try day(dob, "dob"))
        patient.sex =
            switch sex.first {
            case "F", "f": .female
            case "M", "m": .male
            default: .unknown
            }
        for (number, dose) in doses.enumerated() {
            let date = PartialDate(try day(dose.date, "the date of dose \(number + 1)"))
            patient.doses.append(
                AdministeredDose(
                    id: String(number), vaccine: dose.cvx.map(CDSiText(place: id).code) ?? "", date: date,
                    manufacturer: dose.mvx))
        }
        for observation in observations {
            guard let code = observation.code else { continue }
            let date = observation.date.flatMap { $0.isEmpty ? nil : $0 }
            patient.observations.append(
                PatientObservation(code, on: try date.map { text throws(CDSiError) in try day(text, "a date") }))
        }
        return (patient, try day(assessmentDate, "assessmentDate"))
    }

    private func day(_ text: String, _ what: String) throws(CDSiError) -> CalendarDate {
        guard let date = CalendarDate(text) else { throw CDSiError("case \(id)", "\(what) '\(text)' is no date") }
        return date
    }
}
