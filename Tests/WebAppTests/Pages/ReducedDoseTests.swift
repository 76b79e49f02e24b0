import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import IntakePages
@testable import WebApp

/// A dose that wasn't a full one is kept, said, and never counted.
@Suite("Less than a full dose", .timeLimit(.minutes(3)))
struct ReducedDoseTests {
    private static let dose = [
        "target": "measles", "vaccine": "priorix", "date-day": "2", "date-month": "5", "date-year": "2016",
        "reduced": "yes",
    ]
    private static let box = "name=\"reduced\" value=\"yes\" id=\"reduced\""

    @Test func isTickedAndSaidAndTakenBack() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let list = "/passes/\(pass)", path = "\(list)/vaccinations"
            let form = try await person.get("\(path)/new").body
            #expect(form.contains("<input type=\"checkbox\" \(Self.box)>") && form.says("vaccinations.reduced.hint"))
            let wrong = try await person.post("\(path)/new", Self.dose.merging(["reduced": "half"]) { $1 })
            #expect(wrong.status == .unprocessableContent && wrong.body.says("error.choice"))
            #expect(try await person.post("\(path)/new", Self.dose).status == .seeOther)
            let id = try #require(try await person.get(list).body.firstMatch(of: /\/vaccinations\/([a-z0-9]{26})"/)).1
            #expect(try await person.get(list).body.says("doses.fault.reduced"))
            let page = try await person.get("\(path)/\(id)").body
            #expect(page.says("doses.fault.reduced"))
            #expect(try page.contains("<bdi>\(words("vaccinations.reduced.yes"))</bdi>"))
            #expect(try await person.get("\(path)/\(id)/edit").body.contains("\(Self.box) checked>"))
            var full = Self.dose
            full["reduced"] = nil
            #expect(try await person.post("\(path)/\(id)/edit", full).status == .seeOther)
            let after = try await person.get("\(path)/\(id)").body
            #expect(!after.says("doses.fault.reduced") && !after.says("vaccinations.reduced"))
            let doses = try await ArchiveFixtures.archive(person, app).passes.flatMap(\.vaccinations)
            #expect(doses.map(\.reduced) == [nil])
        }
    }

    @Test func goesOutAndComesBackInEveryFormat() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Test")
            _ = try await person.post("/passes/\(pass)/vaccinations/new", Self.dose)
            let table = try await person.get("/passes/\(pass)/export/csv").body.split(separator: "\r\n")
            #expect(table.first?.contains("validUntil,reduced,note") == true && table.last?.contains(",yes,") == true)
            let bundle = try await person.get("/passes/\(pass)/export/fhir").bytes
            #expect(String(decoding: bundle, as: UTF8.self).contains("isSubpotent"))
            let other = Person(client)
            try await other.register("ida")
            let path = try await other.upload(bundle, named: "a.fhir.json")
            #expect(try await other.get(path).body.says("archive.reduced"))
            #expect(try await other.post(path, ["pass-1": "new", "shown-1": "new"]).status == .seeOther)
            let doses = try await ArchiveFixtures.archive(other, app).passes.flatMap(\.vaccinations)
            #expect(doses.map(\.reduced) == ["yes"])
        }
    }
}
