package import Foundation

extension CDSiCase: Decodable {
    private enum CodingKeys: CodingKey {
        case id, name, dob, sex, assessmentDate, vaccineGroup, observations, doses, expected
    }

    /// Reads a case; what may be left out counts as empty, what has to be there is missed by name.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? ""
        vaccineGroup = try values.decode(String.self, forKey: .vaccineGroup)
        dob = try values.decode(String.self, forKey: .dob)
        sex = try values.decodeIfPresent(String.self, forKey: .sex) ?? ""
        assessmentDate = try values.decode(String.self, forKey: .assessmentDate)
        observations = try values.decodeIfPresent([Observation].self, forKey: .observations) ?? []
        doses = try values.decodeIfPresent([Dose].self, forKey: .doses) ?? []
        expected = try values.decodeIfPresent(Expected.self, forKey: .expected) ?? Expected()
    }

    /// Reads a list of cases.
    ///
    /// - Throws: ``CDSiError`` that names the case and what is wrong with it.
    package static func list(json data: Data, file: String) throws(CDSiError) -> [CDSiCase] {
        do {
            return try JSONDecoder().decode([CDSiCase].self, from: data)
        } catch let error as DecodingError {
            throw CDSiError(file, Self.sentence(error))
        } catch {
            throw CDSiError(file, "can't be read")
        }
    }

    private static func sentence(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(place(context.codingPath)) has no '\(key.stringValue)'"
        case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
        case .typeMismatch(_, let context):
            context.codingPath.isEmpty
                ? "is no JSON list of cases" : "\(place(context.codingPath)) is of the wrong type"
        case .dataCorrupted: "is no JSON"
        @unknown default: "can't be read"
        }
    }

    /// `case 3, doses 1, date`; counted from 1, as people do.
    private static func place(_ path: [any CodingKey]) -> String {
        var words = ""
        for key in path {
            if let index = key.intValue {
                words += words.isEmpty ? "case \(index + 1)" : " \(index + 1)"
            } else {
                words += words.isEmpty ? key.stringValue : ", \(key.stringValue)"
            }
        }
        return words.isEmpty ? "a case" : words
    }
}

extension CDSiCase.Dose: Decodable {
    private enum CodingKeys: CodingKey {
        case date, cvx, mvx, expectedStatus
    }

    /// Reads a dose; codes may be written as numbers.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        date = try values.decode(String.self, forKey: .date)
        cvx = try values.textIfPresent(.cvx)
        mvx = try values.decodeIfPresent(String.self, forKey: .mvx)
        expectedStatus = try values.decodeIfPresent(String.self, forKey: .expectedStatus)
    }
}

extension CDSiCase.Expected: Decodable {
    private enum CodingKeys: CodingKey {
        case seriesStatus, forecastDose, earliest, recommended, pastDue
    }

    /// Reads what is expected; a dose number may be written as a number.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        seriesStatus = try values.decodeIfPresent(String.self, forKey: .seriesStatus)
        forecastDose = try values.textIfPresent(.forecastDose)
        earliest = try values.decodeIfPresent(String.self, forKey: .earliest)
        recommended = try values.decodeIfPresent(String.self, forKey: .recommended)
        pastDue = try values.decodeIfPresent(String.self, forKey: .pastDue)
    }
}

extension KeyedDecodingContainer {
    fileprivate func textIfPresent(_ key: Key) throws -> String? {
        if let number = try? decodeIfPresent(Int.self, forKey: key) { return String(number) }
        return try decodeIfPresent(String.self, forKey: key)
    }
}
