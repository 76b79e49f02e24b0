package import Foundation

/// The publications that were noticed, and which of them somebody has dealt with: `stiko/tasks.json` in the data folder.
///
/// The command that watches and the server both write it, each while it holds a lock; it is replaced as a whole.
package struct ReviewStore: Sendable {
    /// How many are kept; the oldest that are done go first.
    private static let mostTasks = 500
    private static let file = "tasks.json"

    private let folder: FolderStore

    package init(dataDirectory: URL) { folder = FolderStore(dataDirectory.appending(path: "stiko")) }

    /// Every task, the newest first; none where there is no file, or one that can't be read.
    package func tasks() -> [ReviewTask] { (try? stored()) ?? [] }

    package func task(_ id: String) -> ReviewTask? { tasks().first { $0.id == id } }

    /// Reads a feed and opens a task for each recommendation in it that is new.
    ///
    /// - Returns: the new tasks.
    /// - Throws: `XMLError` when it is no feed.
    package func take(feed bytes: [UInt8], at moment: Date) throws -> [ReviewTask] {
        let items = try FeedReader.items(bytes).filter(\.isRecommendation)
        return try changing { tasks in
            var known = Set(tasks.map(\.id))
            let new = items.filter { known.insert($0.id).inserted }.map { ReviewTask($0, found: moment) }
            tasks += new
            return new
        }
    }

    /// Marks a task as done, or as open again; nil where there is none of this id.
    package func mark(_ id: String, done: Date?) throws -> ReviewTask? {
        try change(id) { $0.done = done }
    }

    /// Keeps what the tables of a task's publication contain.
    package func keep(_ lines: [String], of id: String) throws -> ReviewTask? {
        try change(id) { $0.lines = lines }
    }

    private func change(_ id: String, _ body: (inout ReviewTask) -> Void) throws -> ReviewTask? {
        try changing { tasks in
            guard let index = tasks.firstIndex(where: { $0.id == id }) else { return nil }
            body(&tasks[index])
            return tasks[index]
        }
    }

    private func changing<Value>(_ body: (inout [ReviewTask]) throws -> Value) throws -> Value {
        try folder.exclusively {
            let before = try stored()
            var tasks = before
            let value = try body(&tasks)
            guard tasks != before else { return value }
            tasks.sort { ($0.published ?? "", $0.found, $0.id) > ($1.published ?? "", $1.found, $1.id) }
            while tasks.count > Self.mostTasks {
                tasks.remove(at: tasks.lastIndex(where: \.isDone) ?? tasks.count - 1)
            }
            try folder.keep(tasks, as: Self.file, FolderStore.readable)
            return value
        }
    }

    private func stored() throws -> [ReviewTask] { try folder.value(Self.file) ?? [] }
}
