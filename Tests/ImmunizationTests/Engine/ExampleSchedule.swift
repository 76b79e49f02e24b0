import CivilDates
import Immunization

/// A small schedule with one of each rule, for an invented disease or two.
enum ExampleSchedule {
    static let text = """
        {
          "format": 1, "id": "example", "species": "person", "title": {"en": "Example"}, "authority": "Nobody",
          "edition": "2026-01-01", "sources": {"S": {"title": "A source", "url": "https://example.org/"}},
          "groups": [{"id": "pair", "antigens": ["red", "blue"], "givenWhole": true}],
          "conflicts": [{"earlier": ["*live"], "later": ["*live"], "begin": "1 day",
                         "minimumEnd": "24 days", "end": "28 days"}],
          "immunity": [{"antigen": "red", "observations": ["had red"], "bornBefore": "1950-01-01"}],
          "contraindications": [{"antigens": ["red", "blue"], "observation": "pregnancy"},
                                {"antigens": ["green"], "observation": "weak", "vaccines": ["green-live"]}],
          "series": [
            {"id": "pair-basic", "antigens": ["red", "blue"], "sources": ["S"], "confidence": "A",
             "selection": {"default": true},
             "doses": [
               {"ages": [{"minimum": "9 months", "recommended": "11 months", "overdue": "15 months"}]},
               {"intervals": [{"from": "previous", "absoluteMinimum": "4 weeks - 4 days", "minimum": "4 weeks",
                               "recommended": "4 months", "overdue": "6 months"}]}]},
            {"id": "green-basic", "antigens": ["green"], "selection": {"default": true},
             "doses": [
               {"ages": [{"minimum": "6 weeks", "recommended": "2 months", "overdue": "3 months",
                          "maximum": "60 years"}],
                "vaccines": ["green-dead"], "alsoAccepted": ["*"], "inadvertent": ["green-old"]},
               {"intervals": [{"from": "previous", "minimum": "8 weeks", "recommended": "8 weeks",
                               "overdue": "12 weeks"}],
                "vaccines": ["green-dead"], "alsoAccepted": ["*"],
                "skips": [{"context": "both", "sets": [{"all": [{"age": {"from": "5 years"}}]}]}]},
               {"intervals": [{"from": "previous", "minimum": "5 years", "recommended": "10 years",
                               "overdue": "11 years"}],
                "vaccines": ["green-dead"], "alsoAccepted": ["*"], "recurring": true}]},
            {"id": "gold-travel", "antigens": ["gold"], "kind": "risk",
             "indications": [{"trip": {"destinations": ["BR"], "recommendedBefore": "6 weeks",
                                       "latestBefore": "10 days"}, "from": "9 months"}],
             "doses": [{"ages": [{"minimum": "9 months"}]}]},
            {"id": "grey-yearly", "antigens": ["grey"], "kind": "risk",
             "indications": [{"observation": "asthma"}, {"residence": ["DE-BY"]}],
             "doses": [{"intervals": [{"from": "previous", "minimum": "4 weeks"}], "recurring": true,
                        "season": {"from": "10-01", "to": "03-31"},
                        "skips": [{"context": "forecast", "sets": [{"all": [
                          {"doses": {"moreThan": 99}}]}]}]}]}
          ]
        }
        """

    static let vaccines = VaccineTable([
        .init(id: "pair-live", species: "person", antigens: ["red", "blue"], isLive: true),
        .init(id: "green-dead", species: "person", antigens: ["green"], isLive: false),
        .init(id: "green-live", species: "person", antigens: ["green"], isLive: true),
        .init(id: "green-old", species: "person", antigens: ["green"], isLive: false),
        .init(id: "gold-live", species: "person", antigens: ["gold"], isLive: true),
        .init(id: "grey-dead", species: "person", antigens: ["grey"], isLive: false),
        .init(id: "dog-green", species: "dog", antigens: ["dog-green"], isLive: false),
    ])

    static func engine() throws -> ImmunizationEngine {
        try ImmunizationEngine(
            schedules: [Schedule(json: Array(text.utf8), file: "example.json")], vaccines: vaccines)
    }

    /// A person born on a day with doses written as `vaccine day`; ids count from 1.
    static func person(_ birth: String, _ doses: [String] = []) throws -> Patient {
        var person = Patient(species: "person", birthDate: try day(birth))
        person.doses = try doses.enumerated().map { number, text in
            let words = text.split(separator: " ").map(String.init)
            guard let date = PartialDate(words[1]) else { throw Unreadable(text: text) }
            return AdministeredDose(id: String(number + 1), vaccine: words[0], date: date)
        }
        return person
    }

    static func day(_ text: String) throws -> CalendarDate {
        guard let day = CalendarDate(text) else { throw Unreadable(text: text) }
        return day
    }

    struct Unreadable: Error {
        let text: String
    }
}
