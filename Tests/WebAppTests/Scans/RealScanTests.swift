import CivilDates
import Codes
import Foundation
import HTTPTypes
import Model
import Testing
import Vault

@testable import WebApp

/// The same with the reader that is built and a photo of the data beside the checkout.
@Suite("A real photo, from upload to pass", .timeLimit(.minutes(3)))
struct RealScanTests {
    private static let photo = RoutesDocument.root
        .deletingLastPathComponent().appending(path: "shared/data/booklets/given/booklet-a-01.jpg")

    @Test func aPhotographedPageBecomesDoses() async throws {
        guard let photo = try? Data(contentsOf: Self.photo) else {
            print("Skipped: no photos of booklets in \(Self.photo.deletingLastPathComponent().path)")
            return
        }
        try await TestApp.openWithPass("Ada Test", birth: ("3", "4", "1998")) { app, person, pass in
            let path = "/passes/\(pass)/scan"
            if try await person.get(path).body.says("scans.not-there") {
                print("Skipped: no recogniser is installed")
                return
            }
            var (scan, page) = ("", "")
            // Beside all other tests a page may take longer than it may: whoever sends it again has it read.
            for _ in 1...10 where !page.contains(#"name="date-1" value="01.05.2006""#) {
                let answer = try await person.upload(
                    path, [("booklet.jpg", Array(photo))], fields: ["template": "booklet-a"])
                scan = answer.location
                page = try await person.get(scan).body
            }
            #expect(page.contains(#"name="date-1" value="01.05.2006""#))
            let crop = try await person.get("\(scan)/fields/vaccine-1.png")
            #expect(crop.status == .ok && crop.bytes.count > 1_000)
            let sent = [
                "date-1": "01.05.2006", "vaccine-1": "encepur-kinder", "batch-1": "T27821", "row-1": "keep",
                "date-2": "23.6.2007", "vaccine-2": "IPV Mérieux", "batch-2": "759354", "row-2": "keep",
                "date-3": "20.8.2007", "vaccine-3": "varilrix", "batch-3": "Y3644-2", "row-3": "keep",
            ]
            #expect(try await person.post(scan, sent).status == .seeOther)
            let id = try #require(PassID(pass))
            let doses = try await person.vault(app).read { try $0.vaccinations(of: id) }
            #expect(doses.map(\.date.description).sorted() == ["2006-05-01", "2007-06-23", "2007-08-20"])
            #expect(doses.allSatisfy { $0.content.source == .scan })
        }
    }
}
