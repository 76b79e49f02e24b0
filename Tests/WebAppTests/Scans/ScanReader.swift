import Codes
import Foundation
import HummingbirdTesting
import ReaderScript

@testable import WebApp

/// A reader of text that says what an invented page of the booklet says, in the protocol of the real one.
enum ScanReader {
    /// The page that it tells of: the international one, whose first rows are filled.
    static let template = "booklet-d"

    /// Some picture: the real reader finds no page in it either.
    static func picture(_ mark: String = "") throws -> [UInt8] {
        try QRCode(text: "page").png(scale: 2) + Array(mark.utf8)
    }

    /// A cell's number: eight rows of ten columns, the day first, the sticker ninth.
    private static func cell(_ row: Int, _ column: Int) -> Int { (row - 1) * 10 + column }

    /// The lines of one reading.
    private static func words(_ region: Int, _ variant: String, _ lines: [(text: String, confidence: Int)]) -> String {
        let words = lines.enumerated().flatMap { number, line in
            line.text.split(separator: " ").enumerated().map { place, word in
                let left = Double(place) * 0.1
                return "word\t\(number)\t\(left)\t0.2\t\(left + 0.05)\t0.25\t\(line.confidence).0\t\(word)\n"
            }
        }
        return "words\t\(region)\t\(variant)\n" + words.joined()
    }

    /// Three vaccinations: measles, mumps and rubella; one whose cross is in the wrong column; one whose day can't be read.
    static var answer: String {
        let crosses = [cell(1, 4), cell(2, 1), cell(3, 5)]
        var answer = "picture\t1000\t1400\npage\tfound\t0.950\t10 10 990 10 990 1390 10 1390\nquality\tblurred\n"
        answer += words(cell(1, 0), "grey-7", [("03.05.2019", 97)])
        answer += words(cell(1, 8), "grey-6", [("Priorix", 98), ("Ch.-B.: A69CB550A", 96), ("EXP 03.2021", 96)])
        answer += words(cell(2, 0), "grey-7", [("07.06.2019", 97)])
        answer += words(cell(2, 8), "grey-6", [("Varilrix", 98), ("Lot: B70DC", 96), ("EXP 04.2021", 96)])
        answer += words(cell(3, 0), "grey-7", [("1?.O8", 20)])
        answer += words(cell(3, 8), "grey-6", [("Encepur Erwachsene", 98), ("Lot: T27821", 96)])
        for number in 0..<80 where number % 10 > 0 && number % 10 < 8 {
            answer += "ink\t\(number)\t\(crosses.contains(number) ? "0.3000" : "0.0010")\n"
        }
        return answer
    }

    /// What the script does: it answers to a whole page, to a drawing, and to a page that is asked for.
    private static func script() throws -> String {
        let drawing = try QRCode(text: "flat").png(scale: 8)
        let page = Data(answer.utf8).base64EncodedString()
        let picture = Data(drawing).base64EncodedString()
        return """
            all=$(mktemp) || exit 1
            trap 'rm -f "$all"' EXIT
            cat >"$all"
            job=$(head -c 20000 "$all" | tr -d '\\000' | grep -a -E '^(corners|draw|region) ')
            drawn() { printf 'drawn\\t232\\t232\\t\(drawing.count)\\n'; echo '\(picture)' | base64 -d; }
            if grep -a -q BROKEN "$all"; then exit 13; fi
            if echo "$job" | grep -q 'corners find' && grep -a -q ASKED "$all"; then
                printf 'picture\\t1000\\t1400\\npage\\tasked\\t0.100\\t-\\nquality\\tblurred\\n'
            elif echo "$job" | grep -q 'corners whole' && grep -a -q ASKED "$all"; then
                printf 'picture\\t1000\\t1400\\npage\\twhole\\t1.000\\t0 0 1000 0 1000 1400 0 1400\\nquality\\n'
                if echo "$job" | grep -q '^draw'; then drawn; fi
            elif [ "$(echo "$job" | grep -c '^region')" = 80 ]; then
                echo '\(page)' | base64 -d
                if echo "$job" | grep -q '^draw'; then drawn; fi
            else
                printf 'picture\\t1000\\t1400\\npage\\tgiven\\t1.000\\t0 0 1000 0 1000 1400 0 1400\\nquality\\n'
                if echo "$job" | grep -q '^draw'; then drawn; fi
            fi
            """
    }

    /// What the form's fields hold, as a browser would send them back of somebody who has looked at each row and calls it
    /// right.
    static func fields(_ body: String) -> [String: String] {
        var fields = [String: String](
            uniqueKeysWithValues: Set(body.matches(of: /name="(row-\d+)"/).map { String($0.1) }).map { ($0, "keep") })
        for input in body.matches(of: /<input[^>]*>/).map({ String($0.0) }) {
            guard let name = input.firstMatch(of: /name="([^"]+)"/)?.1, name != "form-token",
                !input.contains("type=\"image\"")
            else { continue }
            if input.contains("type=\"radio\"") || input.contains("type=\"checkbox\"") {
                guard input.contains(" checked") else { continue }
            }
            fields[String(name)] = input.firstMatch(of: /value="([^"]*)"/).map { String($0.1) } ?? ""
        }
        for select in body.matches(of: /<select id="([^"]+)"[^>]*>(.*?)<\/select>/.dotMatchesNewlines()) {
            let chosen = select.2.firstMatch(of: /<option value="([^"]*)" selected>/)
            fields[String(select.1)] = chosen.map { String($0.1) } ?? ""
        }
        return fields
    }

    /// Runs a test with such a reader, as somebody who is signed in and has a pass.
    static func open(
        script: String? = nil, clock: HandClock = HandClock(),
        _ body: @escaping @Sendable (ScanScene) async throws -> Void
    ) async throws {
        let script = try script ?? Self.script()
        try await ReaderScript.withFolder(script, as: "vaccinapp-reader-text") { folder in
            try await TestApp.open(reader: CodeReader(folder: folder, limits: .patient), now: { clock.now }) {
                app, client in
                let person = Person(client)
                try await person.register("ada")
                let pass = try await person.pass("Ada Test")
                try await body(ScanScene(app: app, person: person, pass: pass, clock: clock))
            }
        }
    }
}

/// Somebody with a pass, where a booklet can be read.
struct ScanScene: Sendable {
    let app: TestApp
    let person: Person
    let pass: String
    let clock: HandClock

    var path: String { "/passes/\(pass)/scan" }

    /// Sends a picture, and gives the open scan's address.
    func scan(_ mark: String = "", files: Int = 1) async throws -> String {
        let files = try (0..<files).map { (name: "page-\($0).png", bytes: try ScanReader.picture(mark)) }
        let answer = try await person.upload(path, files, fields: ["template": ScanReader.template])
        return answer.location
    }
}
