import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Lists
package import Web

/// What the STIKO has published since somebody last compared it with our rows.
///
/// `vaccinapp stiko-watch` notices it; nothing here changes a schedule.
package enum StikoFeature: Feature {
    package static let routes: [Route] = [
        .get(Links.stiko, access: .admin, { $0.page(DetailPage.stikoTasks($0.services.reviews.tasks(), $0.words)) }),
        .get(Links.stikoTask, access: .admin, showTask), .post(Links.stikoTask, access: .admin, changeTask),
    ]
    package static let pages: [any Page.Type] = [StikoTaskPage.self]

    static func showTask(_ member: SignedInRequest, _ id: String) async throws -> Response {
        let task = try member.services.reviews.task(id).found()
        return member.page(StikoTaskPage(task: task, release: member.release))
    }

    /// Marks a task as done, or opens it again.
    static func changeTask(_ member: SignedInRequest, _ fields: FormFields, _ id: String) async throws -> Response {
        let done: Date?
        switch fields["done"] {
        case "yes": done = member.now
        case "no": done = nil
        default: throw HTTPProblem.badForm
        }
        do {
            _ = try member.services.reviews.mark(id, done: done).found()
        } catch is CocoaError {
            throw HTTPProblem.unavailable
        }
        return member.done(done == nil ? .`done.task-opened` : .`done.task-done`, at: Links.stiko())
    }
}
