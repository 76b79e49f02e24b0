import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("A sheet to take along to an appointment", .timeLimit(.minutes(3)))
struct AppointmentSheetTests {
    /// What the sheet says of a line.
    private static func row(_ line: String, _ sheet: String) throws -> String {
        let rest = try #require(sheet.components(separatedBy: "<li id=\"\(line)\">").dropFirst().first, "\(line)")
        return try #require(rest.components(separatedBy: "</li>").first)
    }

    /// How people in a country get an appointment, as the catalogue says it.
    private static func line(_ country: String, _ app: TestApp, _ language: String = "en") throws -> String {
        let schedules = app.services.catalogue.release.schedules.filter { $0.country == country }
        return try #require(schedules.compactMap(\.appointment).first)[language]
    }

    @Test(arguments: ["en", "de"])
    func saysWhatIsDueWhatToAskAndWhatToBring(language: String) async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("3", "5", "1960")) { app, person, pass in
            let path = "/passes/\(pass)/print/appointment"
            #expect(try await person.get("/passes/\(pass)/recommendations").body.contains("href=\"\(path)\""))
            _ = try await person.post("/language", ["language": language])
            let sheet = try await person.get(path)
            #expect(sheet.status == .ok && sheet.body.contains("Opa Test"))
            for (line, message) in [
                ("influenza", "appointment.due"), ("zoster", "appointment.unless"),
                ("covid-19", "appointment.discuss"), ("td", "appointment.unless"), ("td", "appointment.look"),
            ] {
                #expect(try Self.row(line, sheet.body).says(message, in: language), "\(line)")
            }
            // A question is looked up; what is simply due has no more words.
            for line in ["influenza", "zoster"] {
                #expect(try !Self.row(line, sheet.body).says("appointment.look", in: language), "\(line)")
            }
            // At 60 to 74 a doctor decides on the yearly dose, and the sheet says why.
            #expect(try Self.row("covid-19", sheet.body).contains("2026"))
            for message in [
                "appointment.bring.booklet", "appointment.line", "appointment.own", "answer.number",
                "answer.questions", "appointment.others", "visits.title",
            ] {
                #expect(sheet.body.says(message, in: language), "\(message)")
            }
            #expect(try sheet.body.contains(Self.line("DE", app, language)))
            for message in ["appointment.bring.passport", "appointment.none", "answer.number.none"] {
                #expect(!sheet.body.says(message, in: language), "\(message)")
            }
            _ = try await person.post("/settings/countries", ["home": "AT"])
            let austrian = try await person.get(path).body
            #expect(try austrian.contains(Self.line("AT", app, language)))
            #expect(try !austrian.contains(Self.line("DE", app, language)))
        }
    }

    @Test("each page says that combinations serve more lines than they are", arguments: ["en", "de"])
    func oneVaccinationServesSeveralLines(language: String) async throws {
        try await TestApp.openWithPass("Mia Test", birth: ("1", "9", "2026")) { _, person, pass in
            _ = try await person.post("/language", ["language": language])
            _ = try await person.pass("Rex", kind: "dog", birth: ("10", "11", "2026"))
            for path in [
                "/passes/\(pass)/print/appointment", "/passes/\(pass)/recommendations", "/passes/\(pass)", "/",
            ] {
                #expect(try await person.get(path).body.says("answer.combined", in: language), "\(path)")
            }
        }
    }

    /// 'Nothing is due' is never said while something is only to be looked up.
    @Test(arguments: ["en", "de"])
    func questionsAreNotNothing(language: String) async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("3", "5", "1981")) { _, person, pass in
            _ = try await person.post("/language", ["language": language])
            let sheet = try await person.get("/passes/\(pass)/print/appointment").body
            #expect(sheet.contains("<data value=\"0\">") && sheet.says("answer.questions", in: language))
            #expect(!sheet.says("appointment.none", in: language) && !sheet.says("answer.number.none", in: language))
            #expect(try Self.row("td", sheet).says("appointment.unless", in: language))
            let dog = try await person.pass("Rex", kind: "dog", birth: ("10", "11", "2026"))
            let record = ["record": "complete"]
            #expect(try await person.post("/passes/\(dog)/recommendations", record).status == .seeOther)
            let nothing = try await person.get("/passes/\(dog)/print/appointment").body
            #expect(nothing.contains("<data value=\"0\">") && !nothing.says("appointment.discuss", in: language))
        }
    }

    /// Nobody knows whether it was given: it is due, and to be looked up.
    @Test(arguments: ["en", "de"])
    func whatNobodyKnowsIsToBeLookedUp(language: String) async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("3", "5", "1981")) { app, person, pass in
            let id = try #require(PassID(pass))
            let told = try FactRecord(passID: id, PassFacts.Kind.told.fact("tetanus/unknown"))
            try await person.vault(app).write { try $0.insert(told) }
            _ = try await person.post("/language", ["language": language])
            let row = try Self.row("td", try await person.get("/passes/\(pass)/print/appointment").body)
            #expect(row.says("appointment.due", in: language) && row.says("appointment.look", in: language))
            #expect(!row.says("appointment.unless", in: language))
        }
    }

    /// What is forbidden for now isn't given, and the sheet says until when.
    @Test(arguments: ["en", "de"])
    func whatIsForbiddenIsNotGiven(language: String) async throws {
        try await TestApp.openWithPass("Nora Test", birth: ("3", "5", "1994")) { _, person, pass in
            let told = ["due-day": "2", "due-month": "5", "due-year": "2027"]
            #expect(try await person.post("/passes/\(pass)/health", told).status == .seeOther)
            _ = try await person.post("/language", ["language": language])
            let row = try Self.row("mmr", try await person.get("/passes/\(pass)/print/appointment").body)
            #expect(row.says("appointment.not", in: language) && row.contains("2027"))
        }
    }

    @Test func ofAnAnimalAsksForItsPassportAndNoTelephone() async throws {
        try await TestApp.openWithPass { app, person, _ in
            let dog = try await person.pass("Rex", kind: "dog", birth: ("3", "5", "2024"))
            let sheet = try await person.get("/passes/\(dog)/print/appointment").body
            #expect(sheet.says("appointment.unless", ["booklet": try words("own.booklet.animal")]))
            #expect(
                sheet.says("appointment.bring.passport") && !sheet.says("appointment.line")
                    && !sheet.says("appointment.bring.card"))
            #expect(try !sheet.contains(Self.line("DE", app)))
        }
    }

    @Test func withoutADateOfBirthSaysWhatLacks() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let record = PlannedLinks.bundle(name: "Ohne Datum").replacing(
                "\"birthDate\": \"1985-03-15\"", with: "\"active\": true")
            let path = try await person.upload(Array(record.utf8), named: "record.json")
            let pass = try await person.post(path, ["pass-1": "new", "shown-1": "new"]).id(after: "passes")
            let sheet = try await person.get("/passes/\(pass)/print/appointment")
            #expect(sheet.status == .ok && sheet.body.contains("href=\"/passes/\(pass)/edit\""))
            #expect(!sheet.body.contains("class=\"visits\""))
            #expect(
                try await person.get("/passes/\(pass)/recommendations").body.contains("print/appointment") == false)
        }
    }
}
