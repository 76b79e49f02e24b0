import Answers
import HTTPTypes
import HummingbirdCore
import Vault
import Web

extension RecommendationsFeature {
    /// The visits to come, for a calendar; names only with `?with=names`.
    static func showCalendar(_ member: SignedInRequest, _ pass: PassRecord) async throws -> Response {
        let record = try await member.record(of: pass)
        let release = member.release
        let answer = try record.answer(release, on: member.today)
        let isDetailed = member.query("with") == "names"
        let file = CalendarFile(
            answer.visits, by: AnswerWords(answer, of: record, release, member.words), of: pass,
            isDetailed: isDetailed, now: member.now, today: member.today)
        guard !file.events.isEmpty || !file.tasks.isEmpty else { throw HTTPProblem.notFound }
        await member.log(.calendarFileTaken)
        return Response.download(
            Array(file.text.utf8), "text/calendar; charset=utf-8", DownloadName(keeping: "vaccinapp.ics"))
    }
}
