import HTTPTypes
import Testing

@testable import WebApp

@Suite("A sheet to take along to an appointment", .timeLimit(.minutes(3)))
struct AppointmentSheetTests {
    @Test func saysWhatIsDueWhatToAskAndWhatToBring() async throws {
        try await TestApp.openWithPass("Opa Test", birth: ("3", "5", "1960")) { _, person, pass in
            let path = "/passes/\(pass)/print/appointment"
            #expect(try await person.get("/passes/\(pass)/recommendations").body.contains("href=\"\(path)\""))
            let sheet = try await person.get(path)
            #expect(sheet.status == .ok)
            // The yearly dose from 60 to 74 is left to a doctor.
            for text in [
                "Opa Test", "3 May 1960", "<strong>COVID-19</strong>: Since July 2026", "Flu (influenza)",
            ] {
                #expect(sheet.body.contains(text), "\(text)")
            }
            for message in [
                "archive.print.unrecorded", "appointment.bring.booklet", "appointment.line.de", "appointment.own",
            ] {
                #expect(sheet.body.says(message), "\(message)")
            }
            #expect(!sheet.body.says("appointment.bring.passport"))
            _ = try await person.post("/settings/countries", ["home": "AT"])
            let austrian = try await person.get(path).body
            #expect(austrian.says("appointment.line.at") && !austrian.says("appointment.line.de"))
        }
    }

    @Test func ofAnAnimalAsksForItsPassportAndNoTelephone() async throws {
        try await TestApp.openWithPass { _, person, _ in
            let dog = try await person.pass("Rex", kind: "dog", birth: ("3", "5", "2024"))
            let sheet = try await person.get("/passes/\(dog)/print/appointment").body
            #expect(
                sheet.says("appointment.bring.passport") && !sheet.says("appointment.line")
                    && !sheet.says("appointment.line.de") && !sheet.says("appointment.bring.card"))
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
