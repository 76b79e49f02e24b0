import Answers
import CivilDates
import Immunization
import ImmunizationCases
import Testing

@Suite("Treatments, pregnancies, newborns and doses that don't count", .timeLimit(.minutes(5)))
struct SpecialTests {
    /// A complete childhood course of somebody born on 16 March of a year.
    private static func childhood(_ year: Int) -> [String] {
        let six = ["\(year)-05-18", "\(year)-07-20", "\(year + 1)-02-15"]
        return six.flatMap { ["\($0) hexyon", "\($0) prevenar-13"] }
            + ["\(year + 1)-02-15 priorix", "\(year + 1)-02-15 varilrix", "\(year + 1)-08-15 priorix"]
            + ["\(year + 1)-08-15 varilrix"]
    }

    private static func treated(_ from: String, _ until: String?) -> PatientObservation {
        var treatment = PatientObservation("cancer-treatment", on: Records.date(from))
        treatment.until = until.map(Records.date)
        return treatment
    }

    // MARK: After a treatment

    @Test("after chemotherapy one combination refreshes all that it holds", arguments: [2014, 2018, 2019, 2020])
    func oneCombination(_ year: Int) throws {
        let answer = try Records.answer(
            try Records.person(
                "\(year)-03-16", .male, Self.childhood(year),
                observations: [Self.treated("2025-05-01", "2026-02-01")]))
        let first = try #require(answer.visits.first)
        #expect(first.injections.contains { $0.vaccine == "tdap-ipv" && $0.lines == ["pertussis", "polio", "td"] })
        #expect(first.injections.count == 4)
    }

    @Test("nothing planned holds tetanus twice within four weeks, but for a course that asks for it")
    func nothingTwice() throws {
        let release = try Records.release.get()
        for year in [2013, 2015, 2017, 2018, 2019, 2020, 2021, 2022] {
            for end in ["2026-02-01", "2026-05-29", "2026-06-30", "2026-08-30"] {
                let answer = try Records.answer(
                    try Records.person(
                        "\(year)-03-16", .male, Self.childhood(year),
                        observations: [Self.treated("2025-05-01", end)]))
                let days = answer.visits.flatMap { visit in
                    visit.injections.filter { injection in
                        let held = injection.vaccine.flatMap(release.catalogue.vaccine)?.targets ?? injection.antigens
                        return held.contains("tetanus")
                    }.map { _ in visit.day }
                }
                #expect(zip(days, days.dropFirst()).allSatisfy { $0.adding(days: 28) <= $1 }, "\(year) \(end) \(days)")
            }
        }
    }

    @Test("what is for now isn't planned for months later", arguments: ["2026-06-30", "2026-08-29"])
    func waiting(_ end: String) throws {
        let answer = try Records.answer(
            try Records.person(
                "2020-03-16", .male, Self.childhood(2020), observations: [Self.treated("2025-05-01", end)]))
        let late = answer.lines.filter { $0.isForNow && $0.day.map { $0 > Records.date("2027-01-05") } ?? false }
        #expect(late.map(\.id) == [])
    }

    @Test("a treatment of decades ago asks, and makes nothing due")
    func longAgo() throws {
        // Complete: what a course lacks is due whatever was treated.
        let doses = ["1985-01-01", "1985-02-01", "1985-08-01"].map { "\($0) engerix-b-kinder" }
        func answer(endedOn end: String) throws -> Answer {
            try Records.answer(
                try Records.person("1975-03-01", .female, doses, observations: [Self.treated("1986-01-01", end)]))
        }
        for end in ["1990-06-01", "2016-06-01"] {
            let answer = try answer(endedOn: end)
            #expect(answer.line(of: "hepatitis-b")?.state == .ask && answer.line(of: "pneumococcal")?.state == .ask)
            #expect(answer.line(of: "meningococcal-acwy")?.state == .notRecommended)
            #expect(answer.line(of: "zoster")?.state == .notRecommended)
        }
        let recent = try answer(endedOn: "2026-01-01")
        #expect(recent.line(of: "hepatitis-b")?.state == .now && recent.line(of: "zoster")?.isForNow == true)
    }

    @Test("in Austria what was begun before a chemotherapy is asked about after it")
    func austria() throws {
        var dossier = try Records.person(
            "2016-03-16", .male, Self.childhood(2016) + ["2022-05-01 repevax"],
            observations: [Self.treated("2025-05-01", "2026-02-01")])
        dossier.patient.home = ["AT"]
        let answer = try Records.answer(dossier)
        for antigen in ["tetanus", "hib", "pneumococcal", "measles", "varicella"] {
            #expect(answer.line(of: antigen)?.state == .ask, "\(antigen)")
        }
        #expect(answer.line(of: "tetanus")?.why.isEmpty == false)
    }

    @Test("flu is given during chemotherapy and says so; what waits says why")
    func flu() throws {
        let answer = try Records.answer(
            try Records.person(
                "1960-03-16", .male, observations: [Self.treated("2026-07-06", nil)]))
        #expect(answer.line(of: "influenza")?.state == .now)
        #expect(answer.line(of: "influenza")?.reasons.first == .duringTreatment("cancer-treatment"))
        #expect(answer.line(of: "pneumococcal")?.reasons.first == .timing("cancer-treatment"))
        #expect(answer.arranging == "cancer-treatment")
    }

    @Test("what refreshes courses after a treatment is planned while what is due is arranged with it")
    func afterwards() throws {
        let doses = Self.childhood(2018) + ["2023-05-01 boostrix"]
        let answer = try Records.answer(
            try Records.person(
                "2018-01-10", .male, doses, observations: [Self.treated("2024-10-15", "2026-10-15")]))
        for antigen in ["tetanus", "pneumococcal"] {
            #expect(answer.line(of: antigen)?.isArranged == true, "\(antigen)")
        }
        let after = answer.visits.filter { $0.day >= Records.date("2027-01-15") }.flatMap(\.injections)
        #expect(after.contains { $0.vaccine == "tdap-ipv" && $0.lines == ["pertussis", "polio", "td"] })
        #expect(after.contains { $0.vaccine == "pcv20" })
        // Two in the first season of a child below 9: neither comes again as such.
        let flu = answer.visits.flatMap(\.injections).filter { $0.lines == ["influenza"] }
        #expect(flu.prefix(3).map(\.isYearly) == [false, false, true] && flu.first?.total == 2)
        #expect(answer.line(of: "influenza")?.isYearly == false)
    }

    // MARK: Newborns

    @Test(
        "after the third dose of a child whose mother has hepatitis B a titre is asked for",
        arguments: [nil, "below-10", "100-or-more"] as [String?])
    func titre(_ value: String?) throws {
        var dossier = try Records.person(
            "2025-09-01", .male, ["2025-09-01 engerix-b-kinder", "2025-10-02 engerix-b-kinder", "2026-03-05 hexyon"],
            observations: [PatientObservation("mother-hbsag")])
        if let value {
            var titre = PatientObservation("anti-hbs", on: Records.date("2026-05-05"))
            titre.degree = value
            dossier.patient.observations.append(titre)
        }
        let line = try #require(try Records.answer(dossier).line(of: "hepatitis-b"))
        #expect(line.finding == (value == nil ? "anti-hbs" : nil))
        #expect(line.state == (value == "below-10" ? .now : .complete))
    }

    @Test("a newborn of a mother with hepatitis B is vaccinated at once", arguments: ["DE", "AT"])
    func newborn(_ country: String) throws {
        var dossier = try Records.person("2026-11-28", .male, observations: [PatientObservation("mother-hbsag")])
        dossier.patient.home = [country]
        let line = try #require(try Records.answer(dossier).line(of: "hepatitis-b"))
        #expect(line.state == .now && line.dose == 1 && line.urgent != nil)
        dossier.patient.doses = [
            AdministeredDose(
                id: "1", vaccine: "engerix-b-kinder", date: PartialDate(Records.date("2026-11-28")))
        ]
        let next = try #require(try Records.answer(dossier).line(of: "hepatitis-b"))
        #expect(next.dose == 2 && next.urgent == nil)
    }

    // MARK: Pregnancy

    private static func pregnant(_ weeks: Int, told: Bool = true, home: String = "DE") throws -> Dossier {
        var dossier = try Records.person("1996-03-01", .female)
        dossier.patient.home = [home]
        dossier.patient.pregnancyStart = Records.date(Records.today).adding(days: -7 * weeks)
        if told { dossier.told = ["tetanus": .no, "measles": .no] }
        return dossier
    }

    @Test("in the first third of a pregnancy nothing is caught up on that isn't urgent")
    func firstThird() throws {
        let dossier = try Self.pregnant(9)
        let answer = try Records.answer(dossier)
        let start = try #require(dossier.patient.pregnancyStart)
        let second = start.adding(days: 91)
        #expect(answer.line(of: "tetanus")?.state == .soon)
        #expect(answer.visits.filter { $0.day < second }.flatMap(\.injections).isEmpty)
        #expect(answer.line(of: "tetanus")?.why.isEmpty == false)
        let open = try Records.answer(try Self.pregnant(9, told: false))
        #expect(open.line(of: "tetanus")?.isQuestion == true)
    }

    @Test("whooping cough comes in the last third, and polio with tetanus before", arguments: [14, 16, 20, 24])
    func pertussis(_ weeks: Int) throws {
        let dossier = try Self.pregnant(weeks)
        let answer = try Records.answer(dossier)
        let start = try #require(dossier.patient.pregnancyStart)
        #expect(answer.line(of: "tetanus")?.state == .now)
        let last = start.adding(CalendarPeriod(weeks: 27))
        let early = answer.visits.filter { $0.day < last }.flatMap(\.injections)
        #expect(!early.contains { $0.lines.contains("pertussis") })
        #expect(early.contains { $0.lines == ["polio", "td"] })
        #expect(answer.visits.contains { $0.day >= last && $0.injections.contains { $0.lines.contains("pertussis") } })
    }

    @Test("where polio's booster alone is missing, it comes with whooping cough's in one", arguments: [9, 16, 20])
    func polioBooster(_ weeks: Int) throws {
        var dossier = try Self.pregnant(weeks)
        dossier.patient.doses = try Records.person(
            "1996-03-01", .female,
            ["1996-05-01 polio-ipv", "1996-07-01 polio-ipv", "1997-04-01 polio-ipv", "2024-05-01 covaxis"]
        ).patient.doses
        dossier.told["tetanus"] = .yes
        let last = try #require(dossier.patient.pregnancyStart).adding(CalendarPeriod(weeks: 27))
        let visits = try Records.answer(dossier).visits
        let first = try #require(visits.first { $0.injections.contains { $0.lines.contains("polio") } })
        #expect(first.day == last && first.injections.contains { $0.vaccine == "tdap-ipv" })
    }

    @Test("in Austria hepatitis B and TBE are asked about in a pregnancy")
    func austrianPregnancy() throws {
        let answer = try Records.answer(try Self.pregnant(16, told: false, home: "AT"))
        #expect(answer.line(of: "hepatitis-b")?.state == .ask && answer.line(of: "tbe")?.state == .ask)
    }

    @Test("a course has one number of doses in all visits", arguments: [9, 14, 16, 20, 24, 29, 34])
    func oneTotal(_ weeks: Int) throws {
        let answer = try Records.answer(try Self.pregnant(weeks))
        for line in answer.lines {
            let own = answer.visits.flatMap(\.injections).filter { $0.lines == [line.id] && !$0.isYearly }
            #expect(Set(own.compactMap(\.total)).count <= 1, "\(line.id)")
        }
    }

    // MARK: Doses

    @Test("a dose given too early is repeated, and three that count are enough")
    func tooEarly() throws {
        let doses = ["2025-06-25 hexyon", "2025-08-01 hexyon", "2025-10-01 hexyon"]
        let three = try Records.answer(try Records.person("2025-06-01", .male, doses))
        #expect(three.line(of: "polio")?.dose == 3 && three.line(of: "polio")?.total == 3)
        let four = try Records.answer(try Records.person("2025-06-01", .male, doses + ["2026-05-05 hexyon"]))
        for antigen in ["tetanus", "pertussis", "polio", "hib", "hepatitis-b"] {
            #expect(four.line(of: antigen)?.isForNow == false, "\(antigen)")
            #expect(four.verdicts(of: "1").first { $0.antigen == antigen }?.counts == false)
        }
    }

    @Test("what waits for another live vaccine names that one")
    func conflict() throws {
        let line = try Records.line(
            "mmr", of: Records.person("2022-03-01", .male, ["2026-11-18 fluenz"]))
        let day = PartialDate(Records.date("2026-11-18"))
        #expect(
            line.reasons.contains { if case .gap(_, "1", "influenza", day) = $0 { true } else { false } },
            "\(line.reasons)")
    }

    @Test("a live vaccine given during an immune deficiency is something to look at, unless it was mild")
    func liveGiven() throws {
        func issues(_ degree: String?) throws -> [HistoryIssue.Kind] {
            var deficiency = PatientObservation("immunodeficiency", on: Records.date("2026-01-01"))
            deficiency.degree = degree
            return try Records.answer(
                try Records.person("2016-03-01", .male, ["2026-10-10 fluenz"], observations: [deficiency])
            ).issues.map(\.kind)
        }
        #expect(try issues(nil).contains(.contraindicated))
        #expect(try issues("severe").contains(.contraindicated))
        #expect(try !issues("mild").contains(.contraindicated))
    }

    // MARK: Plan and lines

    @Test("what is for now is in the first visits, whatever the record")
    func planned() throws {
        let release = try Records.release.get()
        var makers = RandomPatients(catalogue: release.catalogue, seed: 48)
        for _ in 0..<200 {
            let (patient, day) = makers.next()
            let answer = Answer(of: Dossier(patient), by: release.engine, catalogue: release.catalogue, on: day)
            guard !patient.isAway(on: day) else { continue }
            let soon = day.adding(CalendarPeriod(weeks: 5))
            let planned = Set(answer.visits.filter { $0.day <= soon }.flatMap(\.injections).flatMap(\.lines))
            let missing = answer.lines.filter { $0.isForNow && !planned.contains($0.id) }.map(\.id)
            #expect(missing.isEmpty, "\(missing) of \(patient.birthDate) \(patient.species) on \(day)")
        }
    }
}
