import Answers
import CivilDates
import Foundation

/// An answer for programs: ids of the catalogue and of the pass's vaccinations, days, no words.
///
/// What has nothing to say is left out. docs/recommendations-json.md says what each part is.
struct AnswerDocument: Encodable {
    /// What a program that reads it has to know: another number where anything that was there goes or means something else.
    private let format = 1
    private let day: String
    private let changesOn: String
    private let summary: SummaryPart
    private let lines: [LinePart]
    private let visits: [VisitPart]
    private let doses: [DosePart]
    private let questions: [QuestionPart]
    private let trips: [TripPart]

    init(_ answer: Answer) {
        (day, changesOn) = (answer.day.description, answer.changesOn.description)
        summary = SummaryPart(answer.summary)
        lines = answer.lines.map(LinePart.init)
        visits = answer.visits.map(VisitPart.init)
        doses = answer.doses.map(DosePart.init)
        questions = answer.questions.map(QuestionPart.init)
        trips = answer.trips.map(TripPart.init)
    }

    /// Keys in the same order each time.
    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return [UInt8](try encoder.encode(self))
    }

    private struct SummaryPart: Encodable {
        let injectionsNow, visitsNow, unlessGiven, questions: Int
        let nextDay: String?
        let isCertain: Bool

        init(_ summary: Answer.Summary) {
            (injectionsNow, visitsNow) = (summary.injectionsNow, summary.visitsNow)
            (unlessGiven, questions) = (summary.unlessGiven, summary.questions)
            (nextDay, isCertain) = (summary.nextDay?.description, summary.isCertain)
        }
    }

    private struct LinePart: Encodable {
        let id, state: String
        let group, antigens: [String]
        let dose, total: Int?
        let isBooster, isSeasonal, isQuestion, isImmune: Bool
        let firstDay, day, since, lastGoodDay, lastDay, otherwise, until: String?
        let told, begun, finding: String?
        let urgent: [String: String]?
        let entered: [String]
        let counted: Int
        let reasons: [ReasonPart]
        let entry: EntryPart?
        let vaccines, available, places, schedules: [String]
        let also: [AlsoPart]
        let isReadInOriginal, isDraft: Bool

        init(_ line: Answer.Line) {
            (id, state, group, antigens) = (line.id, line.state.rawValue, line.group, line.antigens)
            (dose, total) = (line.dose, line.total)
            (isBooster, isSeasonal) = (line.isBooster, line.isSeasonal)
            (isQuestion, isImmune) = (line.isQuestion, line.isImmune)
            (firstDay, day) = (line.firstDay?.description, line.day?.description)
            (since, otherwise) = (line.since?.description, line.otherwise?.description)
            (lastGoodDay, lastDay) = (line.lastGoodDay?.description, line.lastDay?.description)
            (until, told) = (line.until?.description, line.told?.rawValue)
            (begun, finding, urgent) = (line.begun?.rawValue, line.finding, line.urgent)
            (entered, counted) = (line.entered, line.counted)
            reasons = line.reasons.map(ReasonPart.init)
            entry = line.entry.map(EntryPart.init)
            (vaccines, available) = (line.vaccines, line.available)
            (places, schedules) = (line.places.sorted(), line.schedules)
            also = line.also.map(AlsoPart.init)
            (isReadInOriginal, isDraft) = (line.isReadInOriginal, line.isDraft)
        }
    }

    /// What borders ask for.
    struct EntryPart: Encodable {
        let countries: [String]
        let from: String?

        init(_ entry: Answer.Line.Entry) {
            (countries, from) = (entry.countries.sorted(), entry.from?.description)
        }
    }

    private struct AlsoPart: Encodable {
        let state: String
        let day: String?
        let antigens: [String]
        let reasons: [ReasonPart]
        let schedule: String

        init(_ also: Answer.Also) {
            (state, day, antigens) = (also.state.rawValue, also.day?.description, also.antigens)
            (reasons, schedule) = (also.reasons.map(ReasonPart.init), also.schedule)
        }
    }

    private struct VisitPart: Encodable {
        let day, place: String
        let isMoreLeft, isOnTrip: Bool
        let injections: [InjectionPart]
        let toAsk: [String]

        init(_ visit: Answer.Visit) {
            (day, place) = (visit.day.description, visit.place.rawValue)
            (isMoreLeft, isOnTrip, toAsk) = (visit.isMoreLeft, visit.isOnTrip, visit.toAsk)
            injections = visit.injections.map(InjectionPart.init)
        }
    }

    private struct InjectionPart: Encodable {
        let vaccine: String?
        let antigens, lines: [String]
        let isOral, isBooster: Bool
        let dose, total: Int?

        init(_ injection: Answer.Injection) {
            (vaccine, antigens, lines) = (injection.vaccine, injection.antigens, injection.lines)
            (isOral, isBooster) = (injection.isOral, injection.isBooster)
            (dose, total) = (injection.dose, injection.total)
        }
    }

    private struct QuestionPart: Encodable {
        let kind: String
        let subject: String?
        let lines: [String]
        let answer: String?

        init(_ question: Question) {
            (kind, subject) =
                switch question.subject {
                case .course(let antigen): ("course", antigen)
                case .situation(let id): ("situation", id)
                case .birthDate(let date): ("birthDate", date?.description)
                }
            (lines, answer) = (question.lines, question.answer?.rawValue)
        }
    }
}
