package import Answers
package import Immunization

/// Holds answers against cases: by the code that pages take theirs from.
package struct AnswerCheck: Sendable {
    private let release: CatalogueRelease

    /// A check by a catalogue and its schedules.
    package init(_ release: CatalogueRelease) { self.release = release }

    /// Reads a case.
    ///
    /// - Throws: ``DataFault`` if it can't be read.
    package func read(_ json: [UInt8], name: String) throws(DataFault) -> AnswerCase {
        try AnswerCase(json: json, name: name, catalogue: release.catalogue, schedules: release.schedules)
    }

    /// What pages would say to the person.
    package func answer(_ file: AnswerCase) -> Answer {
        Answer(of: file.dossier, by: release.engine, catalogue: release.catalogue, on: file.day)
    }

    /// What differs between a case and its answer, a line each; nil where nothing is compared.
    package func differences(_ answer: Answer, from file: AnswerCase) -> [String]? {
        guard let expected = file.expected else { return nil }
        let lines = expected.lines.flatMap { name, line in
            line.differences(from: answer.line(named: name)).map { "\(name): \($0)" }
        }
        return file.problems + lines + doses(answer, expected, file) + numbers(answer, expected)
            + visits(answer, expected)
    }

    // MARK: Parts

    /// What each vaccination of a case counts for: by line the best verdict of its antigens; nothing for one that the
    /// catalogue doesn't have.
    package func verdicts(_ answer: Answer, of file: AnswerCase) -> [[String: String]] {
        file.given.map { id in
            var best: [String: JudgedDose.Verdict] = [:]
            for told in answer.doses where told.dose == id {
                guard let line = answer.line(of: told.antigen) else { continue }
                if let known = best[line.id], known.rank <= told.verdict.rank { continue }
                best[line.id] = told.verdict
            }
            return best.mapValues(\.name)
        }
    }

    private func doses(_ answer: Answer, _ expected: AnswerExpectation, _ file: AnswerCase) -> [String] {
        zip(expected.doses, verdicts(answer, of: file)).enumerated().flatMap { number, pair in
            pair.0.sorted { $0.key < $1.key }.compactMap { name, allowed in
                let found = answer.line(named: name).flatMap { pair.1[$0.id] } ?? "none"
                return allowed.contains(found)
                    ? nil
                    : "dose \(number + 1), \(name): \(allowed.joined(separator: " or ")) expected, \(found) found"
            }
        }
    }

    private func numbers(_ answer: Answer, _ expected: AnswerExpectation) -> [String] {
        var differences: [String] = []
        let now = answer.summary.injectionsNow
        if let range = expected.injectionsNow, !range.contains(now) {
            differences.append("injections now: \(range) expected, \(now) found")
        }
        for name in expected.questions {
            let line = answer.line(named: name)?.id
            let isAsked = answer.questions.contains { question in
                if case .course = question.subject { question.lines.contains { $0 == line } } else { false }
            }
            if !isAsked { differences.append("\(name): a question expected, none found") }
        }
        return differences
            + expected.trips.flatMap { trip in
                self.differences(of: answer.trips.first { $0.countries.contains(trip.country) }, from: trip, answer)
                    .map { "trip to \(trip.country): \($0)" }
            }
    }

    private func differences(
        of verdict: Answer.JudgedTrip?, from expected: TripExpectation, _ answer: Answer
    ) -> [String] {
        guard let verdict else { return ["a verdict expected, none found"] }
        var differences: [String] = []
        if let verdicts = expected.verdicts, !verdicts.contains(verdict.verdict.name) {
            differences.append("\(verdicts.joined(separator: " or ")) expected, \(verdict.verdict.name) found")
        }
        for name in expected.names where !verdict.lines.contains(where: { $0 == answer.line(named: name)?.id }) {
            differences.append("\(name) expected, not told")
        }
        for topic in expected.noVaccine where !verdict.withoutVaccine.contains(where: { $0.id == topic }) {
            differences.append("\(topic) expected without a vaccine, not told")
        }
        return differences
    }

    private func visits(_ answer: Answer, _ expected: AnswerExpectation) -> [String] {
        var differences: [String] = []
        for visit in answer.visits {
            let count = visit.injections.count { !$0.isOral }
            if let most = expected.mostAVisit, count > most {
                differences.append("visit of \(visit.day): at most \(most) injections expected, \(count) found")
            }
            if let days = expected.noVisitBetween, days.contains(visit.day) {
                differences.append(
                    "visit of \(visit.day): none expected between \(days.lowerBound) and \(days.upperBound)")
            }
        }
        for names in expected.oneInjection {
            let lines = names.compactMap { answer.line(named: $0)?.id }
            let isOne = answer.visits.first?.injections.contains { Set($0.lines).isSuperset(of: lines) } ?? false
            if !isOne { differences.append("one injection expected for \(names.joined(separator: ", "))") }
        }
        for (days, names) in expected.visits {
            let lines = names.compactMap { answer.line(named: $0)?.id }
            let isThere = answer.visits.contains { visit in
                days.contains(visit.day) && Set(visit.injections.flatMap(\.lines)).isSuperset(of: lines)
            }
            if !isThere {
                differences.append("a visit between \(days.lowerBound) and \(days.upperBound) expected, none found")
            }
        }
        return differences
    }
}

extension Answer {
    /// A line by its id, or by an antigen of it.
    package func line(named name: String) -> Line? { lines.first { $0.id == name } ?? line(of: name) }
}

extension LineExpectation {
    /// What differs, in words.
    fileprivate func differences(from line: Answer.Line?) -> [String] {
        var differences: [String] = []
        let found = line?.state.rawValue ?? "absent"
        func compare<Value: Equatable>(_ name: String, _ expected: Value?, _ actual: Value?) {
            guard let expected, expected != actual else { return }
            differences.append("\(name) \(expected) expected, \(actual.map { "\($0)" } ?? "none") found")
        }
        if let states, !states.contains(found) {
            differences.append("state \(states.joined(separator: " or ")) expected, \(found) found")
        }
        compare("dose", dose, line?.dose)
        compare("of", total, line?.total)
        compare("day", day, line?.day)
        compare("since", since, line?.since)
        compare("otherwise", otherwise, line?.otherwise)
        compare("question", isQuestion, line?.isQuestion)
        compare("antigens", antigens?.sorted(), line?.antigens.sorted())
        let names = line?.reasons.map(\.name) ?? []
        for reason in reasons where !names.contains(reason) {
            differences.append(
                "reason \(reason) expected, \(names.isEmpty ? "none" : names.joined(separator: ", ")) found")
        }
        return differences
    }
}

extension Answer.Reason {
    /// As a case names it.
    fileprivate var name: String {
        switch self {
        case .ticked(let id, _): "ticked:\(id)"
        case .job(let id): "ticked:\(id)"
        case .residence: "residence"
        case .trip, .tripIf, .tripWithoutDay: "trip"
        case .age: "age"
        case .gap(_, _, _, let day): "gap:\(day)"
        case .after: "after"
        case .season: "season"
        case .validUntil(let day): "validUntil:\(day)"
        case .pregnancyWeek: "pregnancyWeek"
        case .childStrength(_, let day): "childStrength:\(day)"
        case .unknownVaccine(_, let day): "unknownVaccine:\(day)"
        case .unknownDay(_, let day): "unknownDay:\(day)"
        case .timing(let id): "timing:\(id)"
        case .duringTreatment(let id): "duringTreatment:\(id)"
        case .sex: "sex"
        }
    }
}

extension JudgedDose.Verdict {
    /// As a case names it.
    fileprivate var name: String {
        switch self {
        case .counts: "counts"
        case .countsNext: "countsNext"
        case .notNeeded: "notNeeded"
        case .ask: "ask"
        case .doesNotCount: "doesNotCount"
        case .dependsOnDay: "dependsOnDay"
        }
    }

    /// Of several the best: the lowest.
    fileprivate var rank: Int {
        switch self {
        case .counts: 0
        case .countsNext: 1
        case .notNeeded: 2
        case .dependsOnDay: 3
        case .ask: 4
        case .doesNotCount: 5
        }
    }
}
