import CivilDates
import Foundation
import HTTPTypes
import Immunization
import Model
import Testing

@testable import Lists
@testable import Vault
@testable import Web
@testable import WebApp

/// Since when and until when something holds, and what is arranged with a treatment.
@Suite("A treatment with which vaccinations are arranged", .timeLimit(.minutes(3)))
struct TreatmentTests {
    private static let told = [
        "observation-cancer-treatment": "yes", "since-cancer-treatment-day": "6", "since-cancer-treatment-month": "7",
        "since-cancer-treatment-year": "2025", "until-cancer-treatment-day": "1",
        "until-cancer-treatment-month": "11", "until-cancer-treatment-year": "2026",
    ]

    @Test("its days are kept, shown again, and gone with its tick")
    func days() async throws {
        try await TestApp.openWithPass { app, person, pass in
            let health = "/passes/\(pass)/health"
            #expect(try await person.post(health, Self.told).status == .seeOther)
            let form = try await person.get(health).body
            for (name, value) in Self.told where name != "observation-cancer-treatment" {
                #expect(form.contains("name=\"\(name)\" value=\"\(value)\""), "\(name)")
            }
            func facts() async throws -> [FactRecord] {
                try await person.vault(app).read { records in
                    try records.passes().flatMap { try records.facts(of: $0.id) }
                }
            }
            let fact = try #require(try await facts().first { $0.value == "cancer-treatment" })
            #expect(fact.from == PartialDate("2025-07-06") && fact.to == PartialDate("2026-11-01"))
            // Whoever answers something else loses nothing of it.
            _ = try await person.post(health, ["answers": "yes", "observation-asplenia": "yes"])
            #expect(try await facts().contains { $0.value == "cancer-treatment" && $0.to == fact.to })
            var without = Self.told
            without["observation-cancer-treatment"] = nil
            _ = try await person.post(health, without)
            #expect(try await facts().isEmpty)
        }
    }

    @Test("neither day is needed")
    func withoutDays() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let health = "/passes/\(pass)/health"
            for day in ["since", "until"] {
                var told = Self.told
                for part in ["day", "month", "year"] { told["\(day)-cancer-treatment-\(part)"] = "" }
                let answer = try await person.post(health, told)
                #expect(answer.status == .seeOther, "\(day)")
            }
            let told = ["observation-organ-transplant": "yes"]
            let answer = try await person.post(health, told)
            #expect(answer.status == .seeOther)
        }
    }

    @Test(
        "a day that can't be is refused at its field, and nothing typed is lost",
        arguments: [
            ("since-cancer-treatment-day", "32", "since-cancer-treatment-day", "error.date.day"),
            ("until-cancer-treatment-year", "2024", "until-cancer-treatment-day", "error.span.order"),
            ("since-cancer-treatment-year", "1900", "since-cancer-treatment-year", "error.span.range"),
            ("until-cancer-treatment-year", "2040", "until-cancer-treatment-year", "error.span.range"),
        ])
    func refused(_ field: String, value: String, anchor: String, message: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let health = "/passes/\(pass)/health"
            let answer = try await person.post(health, Self.told.merging([field: value]) { $1 })
            #expect(answer.status == .unprocessableContent && answer.body.contains("<a href=\"#\(anchor)\">"))
            if message.hasPrefix("error.span") { #expect(answer.body.says(message)) }
            #expect(answer.body.contains("name=\"\(field)\" value=\"\(value)\""))
            #expect(answer.body.contains("name=\"observation-cancer-treatment\" value=\"yes\" checked"))
            #expect(try await !person.get(health).body.contains("checked"))
        }
    }

    @Test(
        "plan and sheet say first with whom it is arranged, and why",
        arguments: [
            (["observation-cancer-treatment": "yes"], true),
            (["observation-immunodeficiency": "yes", "degree-immunodeficiency": "severe"], false),
        ])
    func title(_ told: [String: String], isNamed: Bool) async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("16", "3", "2020")) { app, person, pass in
            _ = try await person.post("/passes/\(pass)/health", told)
            _ = try await person.post("/language", ["language": "de"])
            let catalogue = app.services.catalogue.current
            let named = catalogue.observations.first { $0.id == "cancer-treatment" }?.timing?.title?["de"]
            let general = try words("answer.arrange", in: "de")
            let title = isNamed ? named ?? "" : general
            let plan = try await person.get("/passes/\(pass)/recommendations").body
            let head = try #require(plan.range(of: "<h2>\(title)</h2>")?.lowerBound)
            let practice = ["practice": try words("family.doctor", in: "de")]
            let (ask, now) = (
                try words("answer.state.ask", practice, in: "de"), try words("answer.state.now", in: "de")
            )
            let first = try #require(plan.range(of: "<h2>\(ask)</h2>")?.lowerBound)
            let second = try #require(plan.range(of: "<h2>\(now)</h2>")?.lowerBound)
            #expect(!title.isEmpty && head < first && first < second)
            let sheet = try await person.get("/passes/\(pass)/print/appointment").body
            #expect(sheet.contains("<p class=\"record-kind\">\(title)</p>"))
            #expect(sheet.says("answer.reason.timing", in: "de") && !sheet.says("appointment.none", in: "de"))
        }
    }
}
