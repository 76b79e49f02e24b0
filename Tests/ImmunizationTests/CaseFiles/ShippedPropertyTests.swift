import CivilDates
import Immunization
import ImmunizationCases
import Testing

/// What has to hold for the schedules we ship, tried with the patients of our own cases.
@Suite("Properties of the schedules we ship", .timeLimit(.minutes(3)))
struct ShippedPropertyTests {
    @Test func whatCountsGoesOnCounting() throws {
        let engine = try CaseFileTests.engine.get()
        for file in try CaseFileTests.cases.get() where !file.patient.doses.isEmpty {
            let now = Self.valid(engine.assess(file.patient, on: file.day))
            for years in [1, 5, 20] {
                let then = Self.valid(engine.assess(file.patient, on: file.day.adding(CalendarPeriod(years: years))))
                #expect(now.isSubset(of: then), "\(file.name) after \(years) years: \(now.subtracting(then))")
            }
        }
    }

    @Test func theOrderOfInputDoesNotMatter() throws {
        let engine = try CaseFileTests.engine.get()
        for file in try CaseFileTests.cases.get() where file.patient.doses.count > 1 {
            var turned = file.patient
            turned.doses.reverse()
            #expect(engine.assess(file.patient, on: file.day) == engine.assess(turned, on: file.day), "\(file.name)")
        }
    }

    /// All cases of pregnancies, in which one vaccine is the dose that several rules ask for, and some of the others.
    @Test func everyDoseOfAPlanThatIsKeptCounts() throws {
        let engine = try CaseFileTests.engine.get()
        let recommender = Recommender(engine)
        var planned = 0
        for (number, file) in try CaseFileTests.cases.get().enumerated()
        where number.isMultiple(of: 29) || file.patient.pregnancyStart != nil {
            var patient = file.patient
            // At home in one country, as everybody is.
            if patient.home.isEmpty { patient.home = ["DE"] }
            let visits = recommender.plan(for: patient, from: file.day).visits
            #expect(visits.map(\.date) == visits.map(\.date).sorted(), "\(file.name)")
            let given = visits.flatMap(\.given)
            patient.doses += given
            planned += given.count
            guard let last = visits.last?.date else { continue }
            let valid = Set(Self.valid(engine.assess(patient, on: last)).map { $0[0] })
            let wasted = given.map(\.id).filter { !valid.contains($0) }
            #expect(wasted.isEmpty, "\(file.name): \(wasted)")
        }
        #expect(planned > 20)
    }

    @Test func aPlanIsTheSameWhereItsFirstDayIsJudgedAlready() throws {
        let recommender = Recommender(try CaseFileTests.engine.get())
        var planned = 0
        for (number, file) in try CaseFileTests.cases.get().enumerated() where number.isMultiple(of: 53) {
            let known = recommender.recommendations(for: file.patient, on: file.day)
            let plan = recommender.plan(for: file.patient, from: file.day, knowing: known)
            #expect(plan == recommender.plan(for: file.patient, from: file.day), "\(file.name)")
            planned += plan.visits.count
        }
        #expect(planned > 20)
        // What is known is taken, and not found again.
        let file = try #require(try CaseFileTests.cases.get().first { $0.patient.observations.isEmpty })
        #expect(recommender.plan(for: file.patient, from: file.day, knowing: []).visits.isEmpty)
    }

    /// The doses that count, each with what for.
    private static func valid(_ assessments: [Assessment]) -> Set<[String]> {
        Set(
            assessments.flatMap(\.antigens).flatMap { antigen in
                antigen.doses.filter { $0.status == .valid }.map { [$0.dose, antigen.antigen] }
            })
    }
}
