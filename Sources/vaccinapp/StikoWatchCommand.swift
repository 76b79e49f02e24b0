import ArgumentParser
import BoundedXML
import Codes
import Foundation
import Lists
import Operators

/// `vaccinapp stiko-watch`: notices what the STIKO publishes, and asks an admin to compare it with our rows.
struct StikoWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stiko-watch",
        abstract: "Look for new recommendations of the STIKO in a feed.",
        discussion: """
            Reads an RSS or Atom feed and keeps a task, with link and date, for each new issue with recommendations. \
            Admins see them at /admin/stiko and mark them as done. No schedule is ever changed by it. It may run while \
            the server runs, as often as you like: deploy/vaccinapp-stiko.timer is an example.

            Exit status 0 when the feed was read, 2 when it couldn't be fetched or read.
            """
    )

    @Argument(help: "The feed: an http(s) address, a file, or - for standard input.") var feed: String
    @OptionGroup var place: DataFolder
    @Option(help: "A publication's PDF, whose tables are shown beside our rows.") var pdf: String?
    @Option(help: "The task that the PDF belongs to; the newest open one by default.") var task: String?

    func run() async throws {
        defer { FolderOwner.keep(place.data) }
        let store = ReviewStore(dataDirectory: folder)
        do {
            try await take(into: store)
        } catch let error as FeedSource.Failure {
            StandardError.write(error.description)
            throw ExitCode(2)
        } catch let error as XMLError {
            StandardError.write(FeedReader.sentence(error))
            throw ExitCode(2)
        }
        try? JobTimestamp.note("stiko-feed", in: folder)
        if let pdf { try await keepTables(of: pdf, in: store) }
    }

    private var folder: URL { URL(filePath: place.data, directoryHint: .isDirectory) }

    private func take(into store: ReviewStore) async throws {
        guard feed.hasPrefix("http://") || feed.hasPrefix("https://") else {
            return report(try store.take(feed: try InputFile.read(feed), at: Date()))
        }
        switch try await FeedSource.fetch(feed, unless: FeedMemory.load(dataDirectory: folder, address: feed)) {
        case .unchanged: print("0 new tasks, the feed is the one that was read last")
        case .bytes(let bytes, let memory):
            report(try store.take(feed: bytes, at: Date()))
            // Only now: a feed that couldn't be read or kept is asked for again.
            try memory?.save(dataDirectory: folder)
        }
    }

    private func report(_ new: [ReviewTask]) {
        for task in new { print("\(task.id)  \(task.published ?? "no date")  \(task.title)") }
        print("\(new.count) new task\(new.count == 1 ? "" : "s")")
    }

    private func keepTables(of path: String, in store: ReviewStore) async throws {
        let id = task ?? store.tasks().first { !$0.isDone }?.id
        guard let id, store.task(id) != nil else {
            throw ValidationError("there is no such task; /admin/stiko and this command's output name them")
        }
        switch await PDFTextReader().text(of: try InputFile.read(path)) {
        case .success(let text):
            let lines = TableLines.of(text)
            _ = try store.keep(lines, of: id)
            print("\(id)  \(lines.count) table row\(lines.count == 1 ? "" : "s") of \"\(path)\"")
        case .failure(let refusal):
            StandardError.write("\"\(path)\" was not read: \(Self.words(refusal))")
            throw ExitCode(2)
        }
    }

    private static func words(_ refusal: ReadRefusal) -> String {
        switch refusal {
        case .unknownFormat: "it is no PDF"
        case .tooManyBytes: "it is larger than 20 MB"
        case .timedOut: "it took too long"
        case .unavailable: "the reader, or pdftotext, isn't installed"
        case .documentsOff: "this system has no Landlock, without which PDFs aren't read"
        default: "it is damaged"
        }
    }
}
