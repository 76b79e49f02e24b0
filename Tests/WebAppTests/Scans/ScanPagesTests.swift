import CivilDates
import Codes
import Foundation
import HTTPTypes
import Model
import PassArchive
import Scanning
import Testing

import Intake
@testable import IntakePages
@testable import Vault
@testable import WebApp

/// A photographed page becomes rows, somebody checks them, and only then anything is stored.
@Suite("Pages read from photos", .timeLimit(.minutes(3)))
struct ScanPagesTests {
    private func saved(_ scene: ScanScene) async throws -> [VaccinationRecord] {
        let id = try #require(PassID(scene.pass))
        return try await scene.person.vault(scene.app).read { try $0.vaccinations(of: id) }
    }

    private func fields(_ body: String) -> [String: String] { ScanReader.fields(body) }

    @Test func aPageIsReadCheckedCorrectedAndStored() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            #expect(path.hasPrefix("/drafts/"))
            #expect(try await saved(scene).isEmpty)
            let page = try await scene.person.get(path)
            #expect(page.status == .ok)
            var sent = fields(page.body)
            #expect(sent["date-1"] == "03.05.2019" && sent["vaccine-1"] == "Priorix" && sent["batch-1"] == "A69CB550A")
            #expect(sent["batch-expiry-1"] == "03/2021" && sent["date-3"] == "")
            #expect(sent["date-4"] == nil && !page.body.contains(#"id="row-3" checked"#))
            for message in ["scans.check.look", "scans.band.check", "scans.band.type", "scans.quality.blurred"] {
                #expect(page.body.says(message), "\(message)")
            }
            #expect(page.body.contains("\(path)/fields/row-1.png"))
            // Without the day nothing is stored, and everything that was typed stays.
            sent["batch-1"] = "typed"
            sent["vaccine-2"] = "tetanus"
            let refused = try await scene.person.post(path, sent)
            #expect(refused.status == .unprocessableContent && refused.body.contains("href=\"#date-3\""))
            #expect(fields(refused.body)["batch-1"] == "typed" && fields(refused.body)["vaccine-2"] == "Tetanus")
            #expect(try await saved(scene).isEmpty)
            sent["date-3"] = "1.8.20"
            let answer = try await scene.person.post(path, sent)
            #expect(answer.location.hasPrefix("/passes/\(scene.pass)?done=vaccinations-saved&batch="))
            let doses = try await saved(scene).sorted { $0.date.description < $1.date.description }
            #expect(doses.map(\.date.description) == ["2019-05-03", "2019-06-07", "2020-08-01"])
            #expect(doses.map(\.vaccine) == ["priorix", "tetanus", "encepur-erwachsene"])
            try #require(doses.count == 3)
            #expect(doses[0].batch == "typed" && doses[0].content.batchExpiry == PartialDate("2021-03"))
            #expect(doses.allSatisfy { $0.content.source == .scan })
            #expect(doses.allSatisfy { $0.content.sourceDate == PartialDate("2026-11-21") })
            #expect(try await scene.person.get("/passes/\(scene.pass)").body.says("vaccinations.source.scan"))
            // It is over, and its pictures are gone.
            let over = try await scene.person.get(path)
            #expect(over.status == .notFound && over.body.says("problem.scan-over.text"))
            #expect(try await scene.person.post(path, sent).status == .notFound)
            let files = FileManager.default.enumerator(atPath: scene.app.folder.appending(path: "attachments").path)
            #expect(files?.allObjects.contains { "\($0)".hasSuffix(".sealed") } == false)
            let log = try await scene.person.vault(scene.app).read { try $0.accessLog() }
            #expect(log.contains { $0.code == .imported && $0.detail == "scan" })
        }
    }

    @Test func aRowThatIsLeftOutIsNotStored() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            // Nothing is left to be stored: the scan stays.
            for nothing in [[:], ["row-1": "skip", "row-2": "skip", "row-3": "skip"]] {
                #expect(try await scene.person.post(path, nothing).status == .unprocessableContent)
            }
            var sent = fields(try await scene.person.get(path).body)
            sent.merge(["row-2": "skip", "row-3": "skip"]) { $1 }
            #expect(try await scene.person.post(path, sent).status == .seeOther)
            #expect(try await saved(scene).map(\.vaccine) == ["priorix"])
            // The same page once more is the same vaccination; with another batch that is asked.
            let again = try await scene.scan()
            sent = fields(try await scene.person.get(again).body)
            sent.merge(["row-2": "skip", "row-3": "skip"]) { $1 }
            let asked = try await scene.person.post(again, sent.merging(["batch-1": "OTHER"]) { $1 })
            #expect(asked.status == .unprocessableContent && asked.body.says("vaccinations.table.duplicate.record"))
            #expect(try await scene.person.post(again, sent).status == .seeOther)
            #expect(try await saved(scene).count == 1)
        }
    }

    @Test func aLinkThatDoesNotHoldIsSaidAndHealedByACorrection() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let page = try await scene.person.get(path).body
            let values = ["crosses": "Tetanus", "targets": "Chickenpox"]
            #expect(page.says("scans.link.agrees", values))
            var sent = fields(page)
            sent.merge(["vaccine-2": "tetanus", "step": "check"]) { $1 }
            let healed = try await scene.person.post(path, sent)
            #expect(healed.status == .ok && !healed.body.says("scans.link.agrees", values))
            #expect(try await saved(scene).isEmpty)
            // A correction that breaks another one is shown before anything is stored, and is kept if it is meant.
            sent = fields(healed.body)
            sent.merge(["date-2": "1.6.2022", "date-3": "1.6.2018"]) { $1 }
            let broken = try await scene.person.post(path, sent)
            #expect(broken.status == .unprocessableContent)
            #expect(broken.body.says("scans.link.within", ["date": "1 June 2022", "expiry": "April 2021"]))
            let (first, second) = (try words("scans.row", ["row": "2"]), try words("scans.row", ["row": "3"]))
            let order = ["earlier": "1 June 2022", "first": first, "later": "1 June 2018", "second": second]
            #expect(broken.body.says("scans.link.order", order))
            #expect(try await scene.person.post(path, fields(broken.body)).status == .seeOther)
            #expect(try await saved(scene).count == 3)
        }
    }

    @Test func anotherLanguageKeepsWhatWasTyped() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            var sent = fields(try await scene.person.get(path).body)
            sent.merge(["batch-1": "typed", "date-3": "nonsense", "language": "de"]) { $1 }
            let page = try await scene.person.post(path, sent)
            #expect(page.status == .ok && page.body.contains("lang=\"de\""), "\(page.status)")
            #expect(fields(page.body)["batch-1"] == "typed" && fields(page.body)["date-3"] == "nonsense")
            #expect(page.body.contains("form=\"entry\" formnovalidate"))
            #expect(try await saved(scene).isEmpty)
        }
    }

    @Test func whatWasCorrectedWaitsWithWhatWasRead() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            var sent = fields(try await scene.person.get(path).body)
            sent.merge(["batch-1": "typed", "date-3": "31.6.20", "vaccine-2": "tetanus", "step": "check"]) { $1 }
            #expect(try await scene.person.post(path, sent).status == .ok)
            let wanted = ["batch-1": "typed", "date-3": "31.6.20", "vaccine-2": "Tetanus", "date-1": "03.05.2019"]
            func shown() async throws -> [String: String] {
                fields(try await scene.person.get(path).body).filter { wanted[$0.key] != nil }
            }
            #expect(try await shown() == wanted)
            // On the way to the page's corners, and after the page was read again.
            sent.merge(["batch-2": "more", "step": "page-1"]) { $1 }
            #expect(try await scene.person.post(path, sent).location == "\(path)/pages/1")
            let again = try await scene.person.post(
                "\(path)/pages/1", ["template": ScanReader.template, "turn": "yes"])
            #expect(again.status == .seeOther)
            #expect(try await shown() == wanted)
            #expect(fields(try await scene.person.get(path).body)["batch-2"] == "more")
            // What was typed away again is as it was read.
            sent.merge(["batch-2": "B70DC", "step": "page-9"]) { $1 }
            #expect(try await scene.person.post(path, sent).status == .unprocessableContent)
            #expect(fields(try await scene.person.get(path).body)["batch-2"] == "B70DC")
            #expect(try await saved(scene).isEmpty)
        }
    }

    @Test func whatIsDiscardedIsGone() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let day = ["date": "21 December 2026"]
            let notice = try words("scans.unconfirmed", day, count: 1) + " <a href=\"\(path)\">"
            #expect(try await scene.person.get(scene.path).body.contains(path))
            for page in ["/passes/\(scene.pass)", "/"] {
                #expect(try await scene.person.get(page).body.contains(notice), "\(page)")
            }
            let answer = try await scene.person.post("\(path)/discard")
            #expect(answer.location == "/passes/\(scene.pass)?done=scan-discarded")
            for page in ["/passes/\(scene.pass)", "/"] {
                #expect(try await !scene.person.get(page).body.contains(notice), "\(page)")
            }
            #expect(try await scene.person.get(path).status == .notFound)
            #expect(try await saved(scene).isEmpty)
        }
    }

    @Test func aSecondPhotoLeavesTheFirstReadingWaiting() async throws {
        try await ScanReader.open { scene in
            let first = try await scene.scan()
            var sent = fields(try await scene.person.get(first).body)
            sent["batch-1"] = "typed"
            let second = try await scene.scan("SECOND")
            #expect(first != second)
            // Both are there, to go on with or to discard.
            let page = try await scene.person.get(scene.path).body
            #expect(page.contains("<bdi>page-0.png</bdi>") && page.says("drafts.waiting"))
            for path in [first, second] {
                #expect(page.contains("href=\"\(path)\"") && page.contains("action=\"\(path)/discard\""), "\(path)")
            }
            let both = try words("scans.unconfirmed", ["date": "21 December 2026"], count: 2)
            let notice = "\(both) <a href=\"\(scene.path)\">"
            #expect(try await scene.person.get("/passes/\(scene.pass)").body.contains(notice))
            sent["date-3"] = "1.8.20"
            #expect(try await scene.person.post(first, sent).status == .seeOther)
            #expect(try await saved(scene).contains { $0.batch == "typed" })
            #expect(try await scene.person.get(first).status == .notFound)
            #expect(try await scene.person.get(second).status == .ok)
        }
    }

    /// Room that both of them saw is counted again where they are stored.
    @Test func ofTwoAtOnceOneTakesTheLastPlace() async throws {
        try await ScanReader.open { scene in
            let (vault, now) = (try await scene.person.vault(scene.app), scene.clock.now)
            for number in 1..<DraftRecord.limit {
                _ = try await vault.write { try $0.keep("{}", from: .file, named: "\(number)", at: now) }
            }
            async let first = scene.scan("FIRST")
            async let second = scene.scan("SECOND")
            let stored = try await [first, second].filter { !$0.isEmpty }
            #expect(stored.count == 1)
            let waiting = try await vault.read { try $0.draftHeadings(at: now) }
            #expect(waiting.count == DraftRecord.limit && waiting.first?.source == .photo)
        }
    }

    @Test func nobodyElseFindsIt() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let other = Person(scene.person.client)
            try await other.register("bob")
            _ = try await other.pass("Bob Test")
            for end in ["", "/rows.csv", "/pages/1", "/pages/1.png", "/fields/date-1.png"] {
                #expect(try await scene.person.get(path + end).status == .ok, "\(end)")
                #expect(try await other.get(path + end).status == .notFound, "\(end)")
            }
        }
    }

    /// 30 days after its last change, with its pictures.
    @Test func afterAMonthItIsOver() async throws {
        let clock = HandClock()
        try await ScanReader.open(clock: clock) { scene in
            func wait(_ days: Double) async throws {
                clock.pass(days * 86_400)
                try await scene.app.accounts.removePassedFiles()
                _ = try await scene.person.signIn("ada")
            }
            let ends = ["", "/rows.csv", "/pages/1", "/pages/1.png", "/fields/date-1.png"]
            let path = try await scene.scan()
            var sent = fields(try await scene.person.get(path).body)
            sent.merge(["batch-1": "typed", "step": "check"]) { $1 }
            try await wait(29)
            #expect(try await scene.person.post(path, sent).status == .ok)
            try await wait(29)
            for end in ends { #expect(try await scene.person.get(path + end).status == .ok, "\(end)") }
            try await wait(1.01)
            for end in ends { #expect(try await scene.person.get(path + end).status == .notFound, "\(end)") }
            #expect(try await scene.person.get(path).body.says("problem.scan-over.text"))
            #expect(try await !scene.person.get(scene.path).body.contains(path))
            let files = FileManager.default.enumerator(atPath: scene.app.folder.appending(path: "attachments").path)
            #expect(files?.allObjects.contains { "\($0)".hasSuffix(".sealed") } == false)
        }
    }

    /// What was read of a pass in the bin is said to be there, and is back with it.
    @Test func itComesBackWithItsPass() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let (id, now) = (try #require(PassID(scene.pass)), scene.clock.now)
            _ = try await scene.person.pass("Second Test")
            let vault = try await scene.person.vault(scene.app)
            _ = try await vault.write { try $0.bin(id, at: now) }
            let gone = try await scene.person.get(path)
            #expect(gone.status == .notFound && gone.body.says("problem.in-bin.text"))
            #expect(try await scene.person.post(path + "/discard").status == .notFound)
            try await vault.write { records in
                _ = try records.restore(try #require(try records.lastDeleted()), at: now)
            }
            #expect(try await scene.person.get(path).status == .ok)
            #expect(try await scene.person.get(path + "/pages/1.png").status == .ok)
        }
    }

    @Test(arguments: ["exit 73", "exit 127"])
    func withoutARecogniserItSaysSoAndOffersTyping(script: String) async throws {
        try await ScanReader.open(script: script) { scene in
            let page = try await scene.person.get(scene.path)
            #expect(page.status == .ok && page.body.says("scans.not-there"))
            #expect(page.body.contains("/passes/\(scene.pass)/vaccinations/table"))
            #expect(!page.body.contains("type=\"file\""), "nobody is asked for what can't be read")
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            let answer = try await scene.person.upload(scene.path, files, fields: ["template": "booklet-d"])
            #expect(answer.status == .serviceUnavailable && answer.body.says("scans.fault.no-recogniser"))
        }
    }

    @Test(arguments: [("2010", false), ("2024", true)])
    func daysBeforeTheBirthAreTold(birth: String, isTold: Bool) async throws {
        try await ScanReader.open { scene in
            let pass = try await scene.person.pass("Mia Test", birth: ("1", "2", birth))
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            let answer = try await scene.person.upload(
                "/passes/\(pass)/scan", files, fields: ["template": ScanReader.template])
            let page = try await scene.person.get(answer.location).body
            #expect(page.says("scans.too-early", ["name": "Mia Test"]) == isTold)
            #expect(!page.says("scans.page.nothing"))
        }
    }

    /// The page names vaccines of another species, whose pass it is, and that their page belongs elsewhere.
    @Test(arguments: ["person", "dog"])
    func aPageOfAnotherSpeciesIsToldAsThat(kind: String) async throws {
        try await ScanReader.open { scene in
            let pass = try await scene.person.pass("Bello", kind: kind, birth: ("1", "2", "2018"))
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            let answer = try await scene.person.upload(
                "/passes/\(pass)/scan", files, fields: ["template": ScanReader.template])
            let page = try await scene.person.get(answer.location).body
            #expect(page.says("scans.of-others", ["name": "Bello"]) == (kind == "dog"))
            #expect(!page.says("scans.page.nothing"))
            #expect(page.contains("Priorix") == (kind == "person"))
        }
    }

    @Test func aPageOfWhichNothingWasReadSaysSo() async throws {
        let drawing = Data(try QRCode(text: "flat").png(scale: 8)).base64EncodedString()
        let length = try QRCode(text: "flat").png(scale: 8).count
        let head = "picture\\t1000\\t1400\\npage\\tfound\\t0.95\\t0 0 1000 0 1000 1400 0 1400\\nquality\\tseveral\\n"
        let script = """
            if head -c 2000 | grep -a -q '^page any'; then cat >/dev/null; printf '\(head)'; exit; fi
            cat >/dev/null
            printf '\(head)words\\t8\\tgrey-6\\nword\\t0\\t0.1\\t0.4\\t0.2\\t0.42\\t30\\tPriorix\\n'
            printf 'drawn\\t232\\t232\\t\(length)\\n'; echo '\(drawing)' | base64 -d
            """
        try await ScanReader.open(script: script) { scene in
            let page = try await scene.person.get(try await scene.scan()).body
            #expect(page.says("scans.page.nothing"))
            #expect(try page.contains(#"<p class="warning wraps">\#(words("scans.quality.several"))"#))
            #expect(page.says("scans.unread") && fields(page)["batch-1"] == "")
        }
    }

    @Test func whatCanNotBeReadIsRefusedWithASentenceForEachFile() async throws {
        try await ScanReader.open { scene in
            let person = scene.person
            #expect(try await person.get(scene.path).body.says("scans.template.guess"))
            let none = try await person.upload(scene.path, [])
            #expect(none.status == .unprocessableContent && none.body.says("scans.fault.none"))
            let picture = try ScanReader.picture()
            let large = picture + [UInt8](repeating: 0, count: AttachmentLimits.fileBytes)
            let files =
                [
                    (name: "a.png", bytes: picture), (name: "notes.txt", bytes: Array("no picture".utf8)),
                    (name: "large.png", bytes: large), (name: "none.png", bytes: []),
                ]
                + (5...20).map { (name: "\($0).png", bytes: []) } + [(name: "last.png", bytes: picture)]
            let answer = try await person.upload(scene.path, files, fields: ["template": "booklet-d"])
            #expect(answer.status == .unprocessableContent)
            for (name, reason) in [
                ("notes.txt", "no-picture"), ("large.png", "too-many-bytes"), ("none.png", "empty"),
                ("last.png", "too-many"),
            ] {
                #expect(try answer.body.contains("\(name): \(words("scans.fault.\(reason)"))"), "\(name)")
            }
            #expect(answer.body.contains(#"<option value="booklet-d" selected>"#))
            let broken = [(name: "broken.png", bytes: try ScanReader.picture("BROKEN"))]
            let damaged = try await person.upload(scene.path, broken, fields: ["template": "booklet-d"])
            #expect(damaged.status == .unprocessableContent)
            #expect(try damaged.body.contains("broken.png: \(words("scans.fault.damaged"))"))
            let unknown = try await person.upload(
                scene.path, [(name: "a.png", bytes: picture)], fields: ["template": "nothing"])
            #expect(unknown.status == .unprocessableContent)
        }
    }

    @Test func aPageThatIsNotFoundIsReadByItsCorners() async throws {
        try await ScanReader.open { scene in
            let page = try await scene.scan("ASKED")
            #expect(page.hasSuffix("/pages/1"))
            var shown = try await scene.person.get(page)
            #expect(shown.body.says("scans.fault.no-page"))
            #expect(shown.body.says("scans.quality.blurred") && shown.body.contains("href=\"\(scene.path)\""))
            #expect(shown.body.says("scans.corner.1"))
            #expect(shown.body.contains(#"formaction="\#(page)?width=640#corners""#))
            #expect(shown.body.contains(#"<div id="corners">"#) && !shown.body.contains("<circle class="))
            #expect(try await scene.person.get("\(page).png").headers[.contentType] == "image/png")
            var sent = ["template": "booklet-d"]
            let corners = [("20", "20"), ("620", "24"), ("610", "870"), ("15", "880")]
            for (number, corner) in corners.enumerated() {
                sent.merge(["corner.x": corner.0, "corner.y": corner.1]) { $1 }
                shown = try await scene.person.post("\(page)?width=640", sent)
                guard number < 3 else { break }
                #expect(shown.status == .ok && shown.body.contains(#"name="point-\#(number + 1)""#))
                // On the picture, in each of its sizes: 1,000 units for its width.
                #expect(shown.body.matches(of: /<circle class=/).count == 3 * (number + 1))
                #expect(shown.body.contains(#"<circle class="corner" cx="31" cy="31""#))
                sent.merge(fields(shown.body)) { $1 }
            }
            #expect(shown.location == page.replacing("/pages/1", with: ""))
            #expect(try await scene.person.get(shown.location).body.contains("03.05.2019"))
            // The picture is the page, and a quarter turn.
            for wish in ["whole", "turn"] {
                let answer = try await scene.person.post(page, ["template": "booklet-d", wish: "yes"])
                #expect(answer.status == .seeOther, "\(wish)")
            }
        }
    }

    /// Nothing can be read without it: it is asked for before a corner is, not after the fourth.
    @Test func theKindOfPageIsAskedForFirst() async throws {
        try await ScanReader.open { scene in
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            let page = try await scene.person.upload(scene.path, files, fields: ["template": ""]).location
            #expect(page.hasSuffix("/pages/1"))
            let asked = try await scene.person.get(page).body
            #expect(asked.says("scans.place.next") && !asked.contains(#"name="corner""#))
            #expect(asked.contains("\(page).png?of=picture"))
            let refused = try await scene.person.post("\(page)?width=640", ["corner.x": "9", "corner.y": "9"])
            #expect(refused.status == .unprocessableContent && refused.body.contains(#"id="template-error""#))
            for kind in ["booklet-d", TableLayout.id] {
                let chosen = try await scene.person.post(page, ["template": kind])
                #expect(chosen.status == .ok && chosen.body.contains(#"name="corner""#), "\(kind)")
                #expect(chosen.body.contains(#"<option value="\#(kind)" selected>"#), "\(kind)")
            }
        }
    }

    /// A page may have been taken for another kind, whatever that is.
    @Test func aFormOfWhichNothingWasReadSaysSoToo() async throws {
        try await ScanReader.open { scene in
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            let answer = try await scene.person.upload(scene.path, files, fields: ["template": "exam"])
            let page = try await scene.person.get(answer.location).body
            #expect(page.says("scans.page.nothing") && !page.says("scans.check.nothing"))
        }
    }

    @Test(arguments: [("2024-03", true), ("2024", true), ("2024-03-01", false)])
    func aDayThatWasReadInHalfIsAskedFor(date: String, isHalf: Bool) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let id = try await OwnershipTests.scan(of: pass, person.vault(app), date: date)
            let page = try await person.get("/drafts/\(id)").body
            #expect(page.says("scans.no-day") == isHalf && fields(page)["date-1"]?.hasSuffix("2024") == true)
        }
    }

    /// Trying again doesn't help: that isn't the server's state.
    @Test func aPictureThatCanNotBeDrawnIsNoBusyServer() async throws {
        let script = """
            cat >/dev/null
            printf 'picture\\t1000\\t1400\\npage\\tfound\\t0.95\\t0 0 1000 0 1000 1400 0 1400\\nquality\\n'
            """
        try await ScanReader.open(script: script) { scene in
            let page = try await scene.scan()
            #expect(page.hasSuffix("/pages/1"))
            for end in [".png", ".png?of=picture"] {
                let answer = try await scene.person.get(page + end)
                #expect(answer.status == .unprocessableContent && answer.body.says("problem.undrawn.text"), "\(end)")
            }
        }
    }

    @Test func fourPointsThatAreNoPageAreRefused() async throws {
        try await ScanReader.open { scene in
            let page = try await scene.scan("ASKED")
            let sent = [
                "template": "booklet-d", "point-1": "0.1 0.1", "point-2": "0.9 0.1", "point-3": "0.5 0.1",
                "corner.x": "320", "corner.y": "90",
            ]
            let answer = try await scene.person.post("\(page)?width=640", sent)
            #expect(answer.status == .unprocessableContent && answer.body.says("scans.corners.crossed"))
        }
    }

    @Test func picturesAreDrawnAndNeverKeptByABrowser() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            for end in ["/pages/1.png", "/pages/1.png?of=picture", "/fields/vaccine-2.png"] {
                let answer = try await scene.person.get(path + end)
                #expect(answer.status == .ok && answer.headers[.contentType] == "image/png", "\(end)")
                #expect(answer.headers[.cacheControl] == "no-store", "\(end)")
                #expect(answer.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(end)")
            }
            for end in ["/pages/0.png", "/pages/2", "/fields/date-9.png", "/fields/x.png", "/fields/stamp-1.png"] {
                #expect(try await scene.person.get(path + end).status == .notFound, "\(end)")
            }
        }
    }

    @Test func aPictureThatHasNoRoomBesideItsRowsIsRefused() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let held = try await scene.app.accounts.bytesBesideVault(of: scene.app.account(scene.person))
            try await scene.app.fill(Quota.mostBytes - held - 10_000, .attachments, of: scene.person)
            let shown = try await scene.person.get(path).body
            let sent = fields(shown).merging(["row-3": "skip", "picture": "yes"]) { $1 }
            let answer = try await scene.person.post(path, sent)
            #expect(
                answer.status == .unprocessableContent
                    && answer.body.says("error.account-full", ["limit": "100\u{a0}MB"]))
            let id = try #require(PassID(scene.pass))
            let vault = try await scene.person.vault(scene.app)
            #expect(try await vault.read { try $0.vaccinations(of: id) }.isEmpty, "nothing is stored by half")
            let without = sent.merging(["picture": "no"]) { $1 }
            #expect(try await scene.person.post(path, without).status == .seeOther)
        }
    }

    @Test func thePictureIsKeptOnlyIfThatIsWanted() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            var sent = fields(try await scene.person.get(path).body)
            #expect(sent["picture"] == nil)
            sent.merge(["row-3": "skip", "picture": "yes"]) { $1 }
            #expect(try await scene.person.post(path, sent).status == .seeOther)
            let id = try #require(PassID(scene.pass))
            let vault = try await scene.person.vault(scene.app)
            let kept = try await vault.read { try $0.attachments(of: id) }
            #expect(kept.map(\.attachment.name) == ["page-0.png"])
            // What waits goes by itself; this stays.
            scene.clock.pass(31 * 86_400)
            try await scene.app.accounts.removePassedFiles()
            _ = try await scene.person.signIn("ada")
            let bytes = try await scene.person.vault(scene.app).content(of: try #require(kept.first?.id))
            #expect(try bytes == ScanReader.picture())
        }
    }

    @Test func whatWasReadIsATableThatNoSpreadsheetRuns() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan()
            let answer = try await scene.person.get("\(path)/rows.csv")
            #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
            let lines = answer.body.split(separator: "\r\n").map(String.init)
            #expect(lines.count == 4)
            #expect(lines[0].contains("date") && lines[1].contains("2019-05-03") && lines[1].contains("Priorix"))
            #expect(lines[1].contains("A69CB550A"))
            let log = try await scene.person.vault(scene.app).read { try $0.accessLog() }
            #expect(log.contains { $0.code == .exported && $0.detail == "csv" })
        }
        let line = TableExport.write([["=1+1", "a;b"]], separator: .semicolon)
        #expect(String(decoding: line, as: UTF8.self) == "\u{FEFF}'=1+1;\"a;b\"\r\n")
    }

    @Test func severalPagesAreRowsOfOneTable() async throws {
        try await ScanReader.open { scene in
            let path = try await scene.scan(files: 2)
            let sent = fields(try await scene.person.get(path).body)
            #expect(
                sent["date-4"] == "03.05.2019" && sent["vaccine-6"] == "Encepur Erwachsene" && sent["date-7"] == nil)
            #expect(try await scene.person.get("\(path)/fields/date-6.png").status == .ok)
        }
    }

    /// A reader that tells of a page's rulings and words first, and then of its first row.
    private static func overview(_ words: [(String, Double)]) -> String {
        let columns = [0.1, 0.3, 0.7, 0.9].map { "ruling\\t0\\t\($0)\\t0.1\\t\($0 + 0.001)\\t0.9\\n" }
        let rows = [0.1, 0.3, 0.5, 0.7, 0.9].map { "ruling\\t0\\t0.1\\t\($0)\\t0.9\\t\($0 + 0.001)\\n" }
        let read = words.map { "word\\t0\\t\($1)\\t0.15\\t\($1 + 0.1)\\t0.17\\t95\\t\($0)\\n" }
        let page = "picture\\t1400\\t1000\\npage\\tfound\\t0.95\\t0 0 1400 0 1400 1000 0 1000\\nquality\\n"
        let row = "words\\t0\\tgrey-7\\nword\\t0\\t0.1\\t0.4\\t0.2\\t0.42\\t97\\t03.05.2019\\n"
        return """
            all=$(mktemp) || exit 1
            trap 'rm -f "$all"' EXIT
            cat >"$all"
            if head -c 2000 "$all" | grep -a -q '^page any'; then
                printf '\(page)words\\t0\\tpage-11\\n\((read + columns + rows).joined())'
            else
                printf '\(page)\(row)'
            fi
            """
    }

    /// Where what was read is checked: without a drawing of the page, its place is asked for first.
    private static func check(_ answer: Person.Answer) -> String { answer.location.replacing("/pages/1", with: "") }

    @Test func anOwnTemplateIsToldByItsRulings() async throws {
        let mine = #"""
            {"names":{"en":"My sheet"},"aspect":1.4,"rows":{"top":0.3,"height":0.6,"count":3},"columns":[
            {"name":"date","type":"date","left":0.1,"width":0.2},{"name":"what","type":"vaccine","left":0.3,"width":0.4},
            {"name":"who","type":"stamp","left":0.7,"width":0.2}]}
            """#
        try await ScanReader.open(script: Self.overview([])) { scene in
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            let unknown = try await scene.person.upload(scene.path, files, fields: ["template": ""])
            #expect(try await !scene.person.get(Self.check(unknown)).body.contains("03.05.2019"))
            _ = try await scene.person.upload(
                "/scan-templates/import", [(name: "mine.json", bytes: Array(mine.utf8))], field: "file")
            let answer = try await scene.person.upload(scene.path, files, fields: ["template": ""])
            let page = try await scene.person.get(Self.check(answer)).body
            #expect(page.contains("My sheet") && page.contains("03.05.2019"))
        }
    }

    @Test func aPageThatNoTemplateIsOfIsReadByItsHeadings() async throws {
        let script = Self.overview([("Datum", 0.12), ("Impfstoff", 0.32), ("Arzt", 0.72)])
        try await ScanReader.open(script: script) { scene in
            #expect(try await scene.person.get(scene.path).body.contains(#"<option value="table">"#))
            let files = [(name: "page.png", bytes: try ScanReader.picture())]
            for choice in ["", "table"] {
                let answer = try await scene.person.upload(scene.path, files, fields: ["template": choice])
                let page = try await scene.person.get(Self.check(answer)).body
                #expect(page.says("scans.form.table"), "\(choice)")
                #expect(page.contains("03.05.2019"), "\(choice)")
                // Read again, turned as somebody says, it is still a table.
                let again = try await scene.person.post(
                    "\(Self.check(answer))/pages/1", ["turn": "1", "template": "table"])
                #expect(again.status == .seeOther)
                #expect(try await scene.person.get(Self.check(answer)).body.contains("03.05.2019"))
            }
        }
    }
}
