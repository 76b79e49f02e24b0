import Codes
import Foundation
import HTTPTypes
import Testing

import Intake
@testable import IntakePages
@testable import WebApp

/// Every page of every file: read as what it looks like, waiting, or named.
@Suite("All pages of files", .timeLimit(.minutes(3)))
struct FilePagesTests {
    private static func upload(
        _ scene: ScanScene, _ files: [[UInt8]], as template: String = ""
    ) async throws -> Person.Answer {
        let files = files.enumerated().map { number, bytes in
            (name: "file-\(number + 1)." + (bytes.starts(with: Array("%PDF".utf8)) ? "pdf" : "png"), bytes: bytes)
        }
        return try await scene.person.upload(scene.path, files, fields: ["template": template])
    }

    /// Where the rows are checked, whichever page is asked about first.
    private static func check(_ answer: Person.Answer) -> String { answer.location.replacing("/pages/1", with: "") }

    /// The page's lines, one for each page of the files.
    private static func titles(_ body: String) -> [String] {
        // Those of which something is to be said are above, too.
        let list = body.split(separator: #"class="fold""#).last ?? ""
        return list.matches(of: /<li><bdi>(Page \d+: [^<]*)<\/bdi>/).map { String($0.1) }
    }

    private static func days(_ body: String) -> Int { body.matches(of: /name="date-\d+" value="03.05.2019"/).count }

    private static func waiting(_ first: Int, _ last: Int, of total: Int) -> [String: String] {
        ["first": String(first), "last": String(last), "total": String(total), "count": String(last - first + 1)]
    }

    @Test func eachPageOfADocumentIsReadAsItsOwnForm() async throws {
        try await FileReader.open { scene, _ in
            let answer = try await Self.upload(scene, [FileReader.document("ABC")])
            let body = try await scene.person.get(answer.location).body
            #expect(Self.titles(body) == ["Page 1: Kind A", "Page 2: Kind B", "Page 3: kind of page unknown"])
            #expect(Self.days(body) == 2 && body.says("scans.fault.no-table"))
            #expect(!body.contains("read-pages"))
        }
    }

    @Test func ofNinePagesFourAreReadAndTheOthersWait() async throws {
        try await FileReader.open { scene, _ in
            let path = try await Self.upload(scene, [FileReader.document("ABCABABAB")]).location
            var body = try await scene.person.get(path).body
            #expect(Self.titles(body).count == 9 && Self.titles(body)[4...].allSatisfy { $0.hasSuffix("not read yet") })
            #expect(Self.days(body) == 3)
            #expect(body.says("scans.pages.unread", Self.waiting(5, 9, of: 9)))
            #expect(body.says("scans.pages.read", ["count": "4"]))
            // What was typed stays.
            let sent = ["date-1": "4.5.2019", "vaccine-1": "boostrix", "batch-1": "TYPED", "step": "read-pages"]
            #expect(try await scene.person.post(path, sent).location == path)
            body = try await scene.person.get(path).body
            #expect(Self.days(body) == 6 && body.contains(#"value="TYPED""#))
            #expect(body.contains(">\(try words("scans.pages.read", count: 1))</button>"))
            #expect(try await scene.person.post(path, ["step": "read-pages"]).location == path)
            body = try await scene.person.get(path).body
            #expect(Self.days(body) == 7 && !body.contains("read-pages") && body.contains(#"value="TYPED""#))
            // Once more is nothing.
            #expect(try await scene.person.post(path, ["step": "read-pages"]).location == path)
        }
    }

    @Test func whatIsSavedBeforeAllPagesAreReadLeavesThem() async throws {
        try await FileReader.open { scene, _ in
            let path = try await Self.upload(scene, [FileReader.document("ACCCB")]).location
            let sent = ["date-1": "03.05.2019", "vaccine-1": "priorix", "batch-1": "", "row-1": "keep"]
            let saved = try await scene.person.post(path, sent)
            #expect(saved.status == .seeOther && saved.location.hasPrefix(path))
            #expect(Self.days(try await scene.person.get(path).body) == 0)
            #expect(try await scene.person.post(path, ["step": "read-pages"]).location == path)
            #expect(Self.days(try await scene.person.get(path).body) == 1)
        }
    }

    @Test(arguments: [(25, 25, "25"), (25, 10_000, "10000")])
    func whatIsBeyondTwentyPagesIsNamed(pages: Int, said: Int, last: String) async throws {
        try await FileReader.open { scene, _ in
            let document = FileReader.document(String(repeating: "A", count: pages), count: said)
            let path = try await Self.upload(scene, [document]).location
            let body = try await scene.person.get(path).body
            #expect(Self.titles(body).count == Draft.mostPages && Self.days(body) == Draft.pagesAtOnce)
            let left = ["first": "21", "last": last, "most": "20", "count": String(said - 20)]
            #expect(body.says("scans.pages.left", left))
            #expect(
                body.says(
                    "scans.pages.unread",
                    Self.waiting(5, 20, of: said).merging(["total": last]) { $1 }))
        }
    }

    @Test func ofSeveralFilesEachSaysWhichPagesWereLeft() async throws {
        try await FileReader.open { scene, _ in
            let long = FileReader.document(String(repeating: "A", count: 21))
            let path = try await Self.upload(scene, [long, try FileReader.picture("A")]).location
            let body = try await scene.person.get(path).body
            for (name, page) in [("file-1.pdf", "21"), ("file-2.png", "1")] {
                let left = try words("scans.pages.left", ["first": page, "last": page, "most": "20"], count: 1)
                #expect(try body.contains(words("certificates.fault", ["name": name, "reason": left])), "\(name)")
            }
        }
    }

    /// A document may say to have pages that it hasn't.
    @Test func aPageThatCanNotBeReadIsNamedAndTheNextOnesAreRead() async throws {
        try await FileReader.open { scene, _ in
            for document in [FileReader.document("ABXA"), FileReader.document("ABA", count: 4)] {
                let path = Self.check(try await Self.upload(scene, [document]))
                let body = try await scene.person.get(path).body
                #expect(Self.titles(body).count == 4 && Self.days(body) == 3 && body.says("scans.fault.damaged"))
            }
            let broken = try FileReader.picture("Y")
            let path = Self.check(try await Self.upload(scene, [broken, try FileReader.picture("A")]))
            let body = try await scene.person.get(path).body
            #expect(Self.titles(body).count == 2 && Self.days(body) == 1 && body.says("scans.fault.damaged"))
            // Where nothing at all can be read, nothing waits.
            for files in [[broken], [FileReader.document("XX")], [FileReader.document("A", count: 0)]] {
                let answer = try await Self.upload(scene, files)
                #expect(answer.status == .unprocessableContent && answer.body.says("scans.fault.damaged"))
            }
        }
    }

    @Test func aPageThatIsNotLikeTheChosenKindIsReadAsItsOwn() async throws {
        try await FileReader.open { scene, kinds in
            let answer = try await Self.upload(scene, [FileReader.document("ABC")], as: kinds[0])
            let body = try await scene.person.get(answer.location).body
            #expect(Self.titles(body) == ["Page 1: Kind A", "Page 2: Kind B", "Page 3: kind of page unknown"])
        }
    }

    /// Their pages are one sheet, also where the next of them are read later.
    @Test(arguments: [true, false])
    func thePagesOfALongFormStayTogether(isChosen: Bool) async throws {
        try await FileReader.open { scene, kinds in
            let path = try await Self.upload(
                scene, [FileReader.document("LLLLLLA")], as: isChosen ? kinds[2] : ""
            ).location
            #expect(try await scene.person.post(path, ["step": "read-pages"]).location == path)
            let body = try await scene.person.get(path).body
            #expect(Self.titles(body).map { $0.suffix(4) } == ["Long", "Long", "Long", "Long", "Long", "Long", "nd A"])
            #expect(Self.days(body) == 7)
            // A page of a sheet of several pages can't be made another form's.
            for (number, isAlone) in [(1, false), (6, false), (7, true)] {
                let page = try await scene.person.get("\(path)/pages/\(number)").body
                #expect(page.contains(#"<select id="template""#) == isAlone, "\(number)")
            }
        }
    }

    @Test func aPageWithoutAnEdgeIsThePicture() async throws {
        try await FileReader.open { scene, kinds in
            for kind in ["", kinds[0]] {
                let answer = try await Self.upload(scene, [try FileReader.picture("P")], as: kind)
                let body = try await scene.person.get(answer.location).body
                #expect(Self.titles(body) == ["Page 1: Kind A"] && Self.days(body) == 1)
                #expect(!body.says("scans.fault.no-page"))
            }
        }
    }

    /// Four corners of waves are those of no page.
    @Test func aPictureOfNothingHasNoCorners() async throws {
        try await FileReader.open { scene, kinds in
            for kind in ["", kinds[0]] {
                let answer = try await Self.upload(scene, [try FileReader.picture("W")], as: kind)
                #expect(answer.location.hasSuffix("/pages/1"))
                let body = try await scene.person.get(answer.location).body
                #expect(body.says("scans.fault.nothing") && !body.contains("<polyline"), "\(kind)")
            }
        }
    }
}
