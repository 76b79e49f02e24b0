import Answers
import CivilDates
import Foundation
import Immunization
import ImmunizationCases
import Model
import Testing
import Vault

@testable import Lists
@testable import Web
@testable import WebApp

/// Every page shows the one answer: the same number everywhere, each line once, as the answer has it.
@Suite("One answer on all pages", .timeLimit(.minutes(3)))
struct OneAnswerTests {
    /// A page of a family works out this many cards at most.
    private static let most = 20

    @Test("pages, papers and files of each case say what its answer says")
    func agree() async throws {
        let clock = HandClock()
        try await TestApp.open(now: { clock.now }) { app, client in
            let release = app.services.catalogue.release
            let all = Dictionary(grouping: try AnswerCase.all(release)) { "\($0.day) \($0.places)" }
            for (number, cases) in all.sorted(by: { $0.key < $1.key }).map(\.value).enumerated() {
                let noon = cases[0].day.dayNumber * 86_400 + 43_200
                clock.pass(TimeInterval(noon) - clock.now.timeIntervalSince1970)
                for begin in stride(from: 0, to: cases.count, by: Self.most) {
                    let person = Person(client)
                    try await person.register("case-\(number)-\(begin)")
                    try await Self.compare(Array(cases.dropFirst(begin).prefix(Self.most)), person, app)
                }
            }
        }
    }

    /// Cases of one day and one home.
    private static func compare(_ cases: [AnswerCase], _ person: Person, _ app: TestApp) async throws {
        let release = app.services.catalogue.release
        let records = try await person.vault(app).write { records in
            try cases[0].places.store(in: records)
            return try cases.map { file in
                try HealthRecord(try file.enter(in: records, release.catalogue), in: records)
            }
        }
        let home = try await person.get("/").body
        for (file, record) in zip(cases, records) {
            let answer = try record.answer(release, on: file.day)
            let direct = AnswerCheck(release).answer(file)
            // What is entered is what the case says, but for days that no form asks for.
            if !file.isDated(release.catalogue) { #expect(told(answer) == told(direct), "\(file.name)") }
            let pages = try await PassPages(of: record.pass, home: home, person)
            pages.compare(with: answer, of: file.name)
        }
    }

    /// What has to be the same whatever the ids of vaccinations are.
    private static func told(_ answer: Answer) -> [[String]] {
        let lines = answer.lines.map { line in
            let days = [line.day, line.since, line.lastGoodDay, line.otherwise].map { $0?.description ?? "" }
            let dose = [line.dose, line.total].map { $0.map(String.init) ?? "" }
            return [line.id, line.state.rawValue, "\(line.isQuestion)"] + line.antigens + dose + days
        }
        let visits = answer.visits.map { visit in
            [visit.day.description] + visit.injections.map { $0.lines.joined(separator: "+") }
        }
        return lines + visits + [[String(answer.summary.injectionsNow), String(answer.summary.questions)]]
    }
}

/// What somebody reads of one pass.
private struct PassPages {
    private let pass: PassID
    private let home, plan, sheet: String
    /// All pages of the pass that say the number, by name.
    private let bodies: [String: String]
    private let file: AnswerFile

    init(of pass: PassRecord, home: String, _ person: Person) async throws {
        (self.pass, self.home) = (pass.id, home)
        let path = "/passes/\(pass.id)"
        plan = try await person.get("\(path)/recommendations").body
        sheet = try await person.get("\(path)/print/appointment").body
        bodies = ["the plan": plan, "the pass": try await person.get(path).body, "the sheet": sheet]
        let json = try await person.get("\(path)/recommendations.json")
        file = try JSONDecoder().decode(AnswerFile.self, from: Data(json.bytes))
    }

    func compare(with answer: Answer, of name: String) {
        let number = [String(answer.summary.injectionsNow)]
        for (page, body) in bodies.sorted(by: { $0.key < $1.key }) {
            #expect(Self.numbers(body) == number, "\(name), \(page)")
        }
        #expect(Self.numbers(card) == number, "\(name), home")
        #expect(file.summary.injectionsNow == answer.summary.injectionsNow && file.format == 1, "\(name), JSON")
        compareLines(answer, name)
        compareSheet(answer, name)
        compareFile(answer, name)
    }

    /// The one number, wherever it is said.
    private static func numbers(_ body: String) -> [String] {
        body.matches(of: /<data value="([0-9]+)">/).map { String($0.1) }
    }

    /// What the start page says of the pass.
    private var card: String {
        home.components(separatedBy: "<li").first { $0.contains("/passes/\(pass)") && $0.contains("<data ") } ?? ""
    }

    /// The plan has each line once, below the heading of its state.
    private func compareLines(_ answer: Answer, _ name: String) {
        let headings = headings(Set(answer.lines.map(\.id)))
        for line in answer.lines {
            let found = headings[line.id, default: []]
            switch line.state {
            // What nobody waits for isn't told, and what isn't needed only where it was begun.
            case .later, .notRecommended: #expect(found.count <= 1, "\(name), \(line.id)")
            default: #expect(found.count == 1, "\(name), \(line.id) is \(line.state)")
            }
            for heading in found {
                #expect(
                    line.state.headings.contains { heading.times($0) == 1 && Self.isWhole(heading, $0) },
                    "\(name), \(line.id) is \(line.state), and stands below \(heading)")
            }
        }
    }

    /// 'Now' is part of 'Now, unless already given'.
    private static func isWhole(_ heading: String, _ message: String) -> Bool {
        message != "answer.state.now" || !heading.says("answer.state.now-unless-given")
    }

    /// By line the headings that it comes below.
    private func headings(_ lines: Set<String>) -> [String: [String]] {
        plan.components(separatedBy: "<h2").dropFirst().reduce(into: [:]) { found, part in
            let heading = part.components(separatedBy: "</h2>")[0].drop { $0 != ">" }.dropFirst()
            for match in part.matches(of: /\sid="([^"]+)"/) where lines.contains(String(match.1)) {
                found[String(match.1), default: []].append(String(heading))
            }
        }
    }

    /// The sheet has each line once that is to be given, asked or left out, in the words of its state.
    private func compareSheet(_ answer: Answer, _ name: String) {
        let rows = sheet.components(separatedBy: "<li").reduce(into: [String: [String]]()) { rows, part in
            guard let id = part.prefixMatch(of: /\sid="([^"]+)"/) else { return }
            rows[String(id.1), default: []].append(part.components(separatedBy: "</li>")[0])
        }
        for line in answer.lines {
            let found = rows[line.id, default: []]
            guard let message = line.state.onSheet else {
                let isTold = line.state == .soon || line.state == .notRecommended
                #expect(found.count <= (isTold ? 1 : 0), "\(name), \(line.id) is \(line.state)")
                continue
            }
            // 'Due' is part of 'due unless in the booklet'.
            let isUnless = found.first.map { row in Self.unless.contains { Self.says(row, $0) } } ?? false
            let isSaid =
                found.first.map { row in [message, "\(message)-pet"].contains { Self.says(row, $0) } } ?? false
            let isRight = isSaid && isUnless == (line.state == .nowUnlessGiven)
            #expect(found.count == 1 && isRight, "\(name), \(line.id) is \(line.state)")
        }
    }

    private static let unless = ["appointment.unless"]

    /// Whether a row says a message, where there is one.
    private static func says(_ row: String, _ id: String) -> Bool {
        ((try? Said.language("en").ids.contains(id)) ?? false) && row.says(id)
    }

    private func compareFile(_ answer: Answer, _ name: String) {
        #expect(file.lines.map(\.id) == answer.lines.map(\.id), "\(name), JSON")
        for (told, line) in zip(file.lines, answer.lines) {
            #expect(told == AnswerFile.Line(line), "\(name), \(line.id) in JSON")
        }
        // What is entered isn't said to be given only if it hasn't been.
        for line in file.lines where line.state == Answer.State.nowUnlessGiven.rawValue && !line.isQuestion {
            let entered = file.doses.filter { line.antigens.contains($0.antigen) && $0.date <= answer.day.description }
            #expect(entered.isEmpty, "\(name), \(line.id)")
        }
    }
}

/// What a program reads of `recommendations.json`.
private struct AnswerFile: Decodable {
    struct Summary: Decodable {
        let injectionsNow: Int
    }

    struct Line: Decodable, Equatable {
        let id, state: String
        let antigens: [String]
        let dose, total: Int?
        let day, since: String?
        let isQuestion: Bool

        init(_ line: Answer.Line) {
            (id, state, antigens) = (line.id, line.state.rawValue, line.antigens)
            (dose, total, isQuestion) = (line.dose, line.total, line.isQuestion)
            (day, since) = (line.day?.description, line.since?.description)
        }
    }

    struct Dose: Decodable {
        let antigen, date: String
    }

    let format: Int
    let summary: Summary
    let lines: [Line]
    let doses: [Dose]
}

extension Answer.State {
    /// What the sheet says of a line of this state; nil where it has no words of its own for it.
    fileprivate var onSheet: String? {
        switch self {
        case .now: "appointment.due"
        case .nowUnlessGiven: "appointment.unless"
        case .ask, .tooLate: "appointment.discuss"
        case .contraindicated: "appointment.not"
        case .soon, .later, .complete, .notRecommended: nil
        }
    }

    /// The messages below which the plan tells a line of this state.
    fileprivate var headings: [String] {
        switch self {
        case .now: ["answer.state.now"]
        case .nowUnlessGiven: ["answer.state.now-unless-given"]
        case .ask: ["answer.state.ask"]
        case .tooLate: ["answer.state.too-late"]
        case .contraindicated: ["answer.state.contraindicated"]
        case .soon, .later: ["plan.next", "plan.after-birth", "answer.state.later"]
        case .complete: ["answer.state.complete"]
        case .notRecommended: ["plan.begun"]
        }
    }
}
