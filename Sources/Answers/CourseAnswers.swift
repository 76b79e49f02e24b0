import CivilDates
import Immunization

/// The courses that were reported without their doses, and how they change what rows say.
struct CourseAnswers {
    /// The claims with the reported courses counted.
    let claims: [Claim]
    /// The patient that visits are planned for, with the reported courses.
    let judgement: Judgement
    let questions: [Question]
    /// The day of each line whose question isn't answered, if it were answered by yes; nil: nothing would be missing.
    private let otherwise: [String: CalendarDate?]

    init(_ makers: QuestionMaker, claims: [Claim], lines: [Answer.Line]) {
        let dossier = makers.dossier
        let told = Set(dossier.told.keys)
        let groups = makers.courses(lines.filter { $0.isQuestion || !told.isDisjoint(with: $0.group) })
        let asked = groups.compactMap { Self.question($0, dossier) }
        let course = Course(dossier, makers.judgement, makers.catalogue, claims: claims, asked: asked, lines: lines)
        questions = asked.filter { question in
            !question.lines.allSatisfy { line in course.otherwise[line].map { $0.isNowAnyway } ?? false }
        }
        (self.claims, self.judgement) = (course.claims, course.planned)
        otherwise = course.otherwise.filter { !$0.value.isNowAnyway }.mapValues(\.day)
    }

    /// The line with the day that holds if its question is answered by yes.
    func withQuestion(_ line: Answer.Line) -> Answer.Line {
        var line = line
        if line.isQuestion { line.otherwise = otherwise[line.id] ?? nil }
        return line
    }

    /// The question of some lines, with its answer where there is one.
    private static func question(_ group: [Answer.Line], _ dossier: Dossier) -> Question? {
        let open = group.filter(\.isQuestion)
        guard let first = open.first, let antigen = first.group.first else { return nil }
        // What was said of a line that is counted answers nothing else.
        let answers = group.filter { $0.isQuestion || $0.state != .nowUnlessGiven }.flatMap(\.group)
            .compactMap { dossier.told[$0] }
        return Question(subject: .course(antigen), lines: open.map(\.id), answer: answers.first)
    }
}

/// What comes of answers to questions about courses.
///
/// What an observation asks for besides isn't asked about: a job asks for proof, which a report isn't.
private struct Course {
    /// What would be if a question were answered by yes.
    struct Otherwise {
        let day: CalendarDate?
        /// Whether the dose is due whatever the answer.
        let isNowAnyway: Bool
    }

    private(set) var claims: [Claim]
    private(set) var otherwise: [String: Otherwise] = [:]
    private(set) var planned: Judgement

    init(
        _ dossier: Dossier, _ judgement: Judgement, _ catalogue: Catalogue, claims: [Claim], asked: [Question],
        lines: [Answer.Line]
    ) {
        let answers = Self.answers(lines, dossier)
        self.claims = claims.map { Self.told($0, answers, judgement) }
        planned = judgement
        let (yes, open) = (Self.antigens(asked, lines, .yes), Self.antigens(asked, lines, nil))
        let courses = ToldCourses(judgement: judgement, catalogue: catalogue)
        func judged(told claims: [Claim]) -> Judgement {
            Judgement(courses.patient(told: claims), by: judgement.recommender.engine, on: judgement.day)
        }
        let questioned = claims.filter { $0.isQuestion && $0.isAbout(yes.union(open)) }
        let given = questioned.filter { $0.isAbout(yes) }
        if !questioned.isEmpty {
            let told = judged(told: questioned)
            let toldClaims = ClaimJudge(dossier, told).claims
            self.claims.removeAll { $0.isAbout(yes) }
            self.claims += toldClaims.filter { $0.isAbout(yes) }.map(\.asTold)
            for line in lines where line.isQuestion && !open.isDisjoint(with: line.antigens) {
                otherwise[line.id] = Self.otherwise(line, toldClaims, judgement)
            }
            // Where every question is answered by yes, that is what was judged already.
            if !given.isEmpty { planned = given.count == questioned.count ? told : judged(told: given) }
        }
        let (denied, unknown) = (Self.antigens(asked, lines, .no), Self.antigens(asked, lines, .unknown))
        let anyway = Set(lines.filter { otherwise[$0.id]?.isNowAnyway ?? false }.flatMap(\.antigens))
        self.claims = self.claims.map { claim in
            guard claim.isQuestion else { return claim }
            if claim.isAbout(denied) { return claim.asOpen(.no, judgement) }
            if claim.isAbout(unknown) { return claim.asOpen(.unknown, judgement) }
            guard claim.isAbout(anyway) else { return claim }
            var open = claim.asOpen(nil, judgement)
            open.isCourseUnknown = true
            return open
        }
    }

    /// The antigens of the questions with an answer; of those without one where it is nil.
    private static func antigens(_ asked: [Question], _ lines: [Answer.Line], _ answer: Dossier.Told?) -> Set<String> {
        let ids = Set(asked.filter { $0.answer == answer }.flatMap(\.lines))
        return Set(lines.filter { ids.contains($0.id) }.flatMap(\.antigens))
    }

    /// What is only given if it hasn't been is for now once somebody says that it wasn't, or that nobody knows.
    private static func told(_ claim: Claim, _ answers: [String: Dossier.Told], _ judgement: Judgement) -> Claim {
        let answer = claim.antigens.compactMap { answers[$0] }.first { $0 != .yes }
        let isOpen = claim.state == .nowUnlessGiven || claim.isQuestion
        return isOpen && answer != nil ? claim.asOpen(answer, judgement) : claim
    }

    /// What was answered about lines, for each of their antigens.
    private static func answers(_ lines: [Answer.Line], _ dossier: Dossier) -> [String: Dossier.Told] {
        lines.reduce(into: [:]) { answers, line in
            guard let answer = line.group.compactMap({ dossier.told[$0] }).first else { return }
            for antigen in line.group { answers[antigen] = answer }
        }
    }

    private static func otherwise(_ line: Answer.Line, _ told: [Claim], _ judgement: Judgement) -> Otherwise {
        let own = told.filter { $0.recommendation.kind == .standard && !Set($0.antigens).isDisjoint(with: line.group) }
        let open = own.filter(\.state.isOpen)
        let day = open.compactMap(\.recommended).min()
        let isEntered = !judgement.entered(against: line.antigens).isEmpty
        let isDue = day.map { $0 <= judgement.day } ?? false
        return Otherwise(day: day.map { max($0, judgement.day) }, isNowAnyway: isEntered && isDue)
    }
}

extension Claim {
    fileprivate func isAbout(_ antigens: Set<String>) -> Bool { !antigens.isDisjoint(with: self.antigens) }

    /// Without its question: for now, or for the day on which a course that was begun goes on.
    fileprivate func asOpen(_ told: Dossier.Told?, _ judgement: Judgement) -> Claim {
        var claim = self
        let isAhead = recommended.map { $0 > judgement.day } ?? false
        claim.state = isAhead ? judgement.ahead(recommended) : .now
        (claim.isQuestion, claim.told) = (false, told)
        return claim
    }

    fileprivate var asTold: Claim {
        var claim = self
        claim.told = .yes
        return claim
    }
}
