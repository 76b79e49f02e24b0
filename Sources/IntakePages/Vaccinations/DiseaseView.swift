package import Answers
import Immunization
import Model
import Vault
import Web

/// The vaccinations of a pass under the diseases that they protect against, each with its line of the answer.
struct DiseaseView {
    /// The newest of each disease that are shown, more than a life has of any; the page's first list has them all.
    static let mostDoses = 50

    let pass: PassRecord
    let vaccinations: [VaccinationRecord]
    let words: AnswerWords
    let doses: DoseWords

    private var names: VaccinationNames { words.names }

    /// In the answer's order, then what no line speaks of, by name; lines that say the same of the same doses together.
    var rows: [DiseaseRow] {
        var byTarget: [String: [VaccinationRecord]] = [:]
        for vaccination in vaccinations {
            for target in names.targets(vaccination) { byTarget[target, default: []].append(vaccination) }
        }
        let lines = words.answer.lines
        let told = lines.filter { !$0.group.allSatisfy { byTarget[$0] == nil } }.map { line in
            row(line.group, line, entered(line.group, byTarget))
        }
        let others = Set(byTarget.keys).subtracting(lines.flatMap(\.group))
        return together(told) + names.words.sorted(others, by: names.target).map { row([$0], nil, byTarget[$0] ?? []) }
    }

    /// What is entered against any disease of a group, in the order of the pass.
    private func entered(_ group: [String], _ byTarget: [String: [VaccinationRecord]]) -> [VaccinationRecord] {
        guard group.count > 1 else { return group.first.flatMap { byTarget[$0] } ?? [] }
        let ids = Set(group.flatMap { byTarget[$0] ?? [] }.map(\.id))
        return vaccinations.filter { ids.contains($0.id) }
    }

    private func row(_ group: [String], _ line: Answer.Line?, _ entered: [VaccinationRecord]) -> DiseaseRow {
        DiseaseRow(
            targets: group, progress: line.map(words.standing), notes: line.map(words.notes) ?? [],
            doses: entered.prefix(Self.mostDoses).map { vaccination in
                DiseaseDoseRow(
                    link: Links.vaccination(pass.id, vaccination.id), date: names.words.about(vaccination.date),
                    vaccine: names.vaccine(vaccination),
                    warning: group.lazy.compactMap { doses.warning(vaccination.id, against: $0) }.first)
            }, more: max(0, entered.count - Self.mostDoses), names: names)
    }

    private func together(_ rows: [DiseaseRow]) -> [DiseaseRow] {
        rows.reduce(into: []) { all, row in
            if let same = all.firstIndex(where: {
                $0.progress == row.progress && $0.notes == row.notes && $0.doses == row.doses && $0.more == row.more
            }) {
                all[same].targets += row.targets
            } else {
                all.append(row)
            }
        }
    }
}

/// Diseases with the doses against them, and the state of their course.
struct DiseaseRow: TemplateModel {
    fileprivate(set) var targets: [String]
    let progress: String?
    /// What explains it.
    let notes: [String]
    let doses: [DiseaseDoseRow]
    /// How many older ones there are.
    let more: Int
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.names.diseases($0.targets) }, .text("progress") { $0.progress },
        .lines("notes") { row, _ in row.notes },
        .rows("doses") { $0.doses },
        .text("more") { row, words in row.more == 0 ? nil : words(.`vaccinations.diseases.more`, count: row.more) },
    ]
}

/// A dose under one disease.
struct DiseaseDoseRow: TemplateModel, Equatable {
    let link: String
    let date: String
    let vaccine: String
    let warning: String?

    static let fields: [TemplateField<Self>] = [
        .text("link") { $0.link }, .text("date") { $0.date }, .text("vaccine") { $0.vaccine },
        .text("warning") { $0.warning },
    ]
}

extension AnswerWords {
    /// 'Missing' of what is known to be, else its state: 'Now', 'Immunity assumed'.
    package func label(_ line: Answer.Line) -> String {
        isBegun && line.isMissing ? names.words[.`progress.missing`] : state(line)
    }

    /// 'Later, from 1 March 2027', 'Missing, can be caught up now'; of what is decades ahead no day.
    package func heading(_ line: Answer.Line) -> String {
        guard answer.isNear(line) else { return names.words(Answer.State.notRecommended) }
        let when = when(line)
        return [label(line), when].compactMap(\.self).joined(separator: ", ")
    }

    /// The line's state beside its doses: 'Later, from 1 March 2027 · 2 of 3 doses'.
    func standing(_ line: Answer.Line) -> String {
        let parts = [heading(line), isAgain(line) ? step(line) : given(line)]
        let text = parts.compactMap(\.self).joined(separator: " · ")
        guard line.state != .complete, Set(line.antigens) != Set(line.group) else { return text }
        return "\(name(line)): \(text)"
    }

    /// What explains it: the test by which it is measured, the day that decides, the course that it is caught up by.
    func notes(_ line: Answer.Line) -> [String] {
        // What decides that a dose is for now isn't seen among the doses.
        let why = line.reasons.first(where: \.isUnknownDay).map(reason)
        let course =
            isAgain(line) || line.total == nil ? nil : line.course.lazy.compactMap(names.words.text(of:)).first
        return [finding(line), why, course].compactMap(\.self)
    }

    /// Whether its next dose comes again and again; what isn't asked for doesn't come again either.
    private func isAgain(_ line: Answer.Line) -> Bool {
        (line.isYearly || line.isBooster) && line.state != .notRecommended && answer.isNear(line)
    }

    /// '2 of 3 doses'; what counts and is followed by another kind of vaccine by its number alone.
    package func given(_ line: Answer.Line) -> String? {
        guard line.state != .complete else { return nil }
        if let total = line.total, line.counted < total, !line.isQuestion {
            return names.words(.`progress.given`, count: total, ["given": String(line.counted)])
        }
        return line.counted > 0 ? names.words(.`progress.counted`, count: line.counted) : nil
    }
}

extension Answer.Reason {
    fileprivate var isUnknownDay: Bool { if case .unknownDay = self { true } else { false } }
}
