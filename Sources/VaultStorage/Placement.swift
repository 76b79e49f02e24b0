import Foundation
import Glibc

/// Files that come to their places together or not at all.
///
///     drafting ──sync──▶ synced ──setAside──▶ noted ──rename──▶ placed ──finish──▶ done
///         └───────────────┴───────────rollBack─┴─────────────────┘
///
/// What a killed process leaves in each state, and a power cut too:
///
/// - drafting, synced: drafts, which nobody reads. The next draft in that folder or, in a data folder, the next start
///   takes them away.
/// - noted: besides, what makes room, as `.before`, or a note in the draft's folder of what is to move. That is durable
///   before anything is placed.
/// - placed: the first of the new files; after a power cut any of them, and all once `place` has returned.
/// - done: `.before`, perhaps, after a power cut.
///
/// From the files alone nobody sees whether what is new counts, or what waits as `.before`: so nothing of that is swept.
/// Who sets something aside keeps the answer elsewhere (`AccountReplacement` in the account's row), and goes by it at the next
/// start. Where a folder's content moves, it counts once the last file is there.
///
/// It has no lock: it is for folders that a process has alone, or for drafts that have one (`Draft`).
package final class Placement {
    private static let suffix = ".before"

    private let files: any FileSystem
    private var drafts: [(path: String, place: String)] = []
    private var aside: [String] = []
    /// What is where nothing was before.
    private var placed: [String] = []
    private var folders: [String] = []

    /// - Parameter aside: the places of what a killed process has set aside: the last of them first.
    package init(_ files: any FileSystem, aside: [String] = []) { (self.files, self.aside) = (files, aside.reversed()) }

    /// Writes a file and makes it durable, not yet in its place.
    ///
    /// - Parameter draft: where it grows, on the same file system; beside its place if left out.
    package func write(
        _ bytes: [UInt8], to place: String, growingAs draft: String? = nil
    ) throws(VaultError) {
        let draft = begin(place, draft)
        try files.fill(try files.create(draft), with: bytes) { file throws(VaultError) in try files.sync(file) }
    }

    /// The same of a file that is written piece by piece.
    package func write(_ place: String, growingAs draft: String? = nil, _ body: (Int32) throws -> Void) throws {
        try files.write(begin(place, draft), body)
    }

    private func begin(_ place: String, _ draft: String?) -> String {
        let draft = draft ?? Draft.name(of: place)
        move(draft, to: place)
        return draft
    }

    /// Has something come to its place that has grown elsewhere on the same file system, and is durable.
    package func move(_ draft: String, to place: String) {
        drafts.removeAll { $0.path == draft }
        drafts.append((draft, place))
    }

    /// Makes a folder, and those above it, unless they are there.
    package func makeFolder(_ path: String) throws(VaultError) {
        guard access(path, F_OK) != 0 else { return }
        let parent = Self.folder(of: path)
        if parent != path { try makeFolder(parent) }
        try files.makeDirectory(path)
        folders.append(path)
    }

    /// Makes room: what is there waits beside, until `finish` or `rollBack`.
    package func setAside(_ place: String) throws(VaultError) {
        try files.rename(place, to: Self.aside(place))
        aside.append(place)
    }

    /// Brings all that was written or moved since to its place, in that order and durably.
    package func place() throws(VaultError) {
        try Self.sync(aside, files)
        let places = drafts.map(\.place)
        try rename()
        try Self.sync(places + folders, files)
    }

    /// The same; who calls it makes the folder durable.
    package func rename() throws(VaultError) {
        for (draft, place) in drafts {
            let isNew = access(place, F_OK) != 0
            try files.rename(draft, to: place)
            drafts.removeFirst()
            if isNew { placed.append(place) }
        }
    }

    /// Makes the names durable that have changed.
    private static func sync(_ places: [String], _ files: any FileSystem) throws(VaultError) {
        var done: Set<String> = []
        for folder in places.map(folder) where done.insert(folder).inserted { try files.syncDirectory(folder) }
    }

    /// Takes away what was set aside, once the new files count; what can't be removed goes with the next start.
    package func finish() {
        for place in aside { try? files.remove(Self.aside(place)) }
        try? Self.sync(aside, files)
        aside = []
    }

    /// Takes away what is new, and puts back what was set aside; a file that was replaced stays so.
    ///
    /// What can't be done is left to the next start, and nothing is put back beside what is new.
    package func rollBack() {
        for (draft, _) in drafts { try? files.remove(draft) }
        var isClear = true
        for place in placed.reversed() { isClear = isRemoved(place) && isClear }
        // One that others have put something into stays.
        for folder in folders.reversed() { rmdir(folder) }
        if isClear { try? putBack() }
    }

    /// Puts back what was set aside, the last first.
    package func putBack() throws(VaultError) {
        for place in aside.reversed() { try files.rename(Self.aside(place), to: place) }
        try Self.sync(aside, files)
    }

    private func isRemoved(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return (try? files.remove(path)) != nil
        }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }
}

// MARK: - Names
extension Placement {
    private static func aside(_ place: String) -> String { place + suffix }

    /// The place of what waits beside it; nil for any other name.
    package static func place(ofAside name: String) -> String? {
        name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
    }

    /// The folder that something is in.
    package static func folder(of path: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
}

// MARK: - One file that others may be writing too
extension Placement {
    /// Writes a file as a whole or not at all; of two processes that do so at a time, the last one's stays.
    ///
    /// - Throws: `VaultError`, `Draft.Obstacle`, what `body` throws.
    package static func write(_ path: String, _ files: any FileSystem, _ body: (Int32) throws -> Void) throws {
        let url = URL(fileURLWithPath: path)
        let prefix = ".\(url.lastPathComponent)."
        let target = "\(folder(of: path))/\(prefix)\(UUID().uuidString)"
        let draft = try Draft(of: target, isFolder: false, files) { name in
            guard name.hasPrefix(prefix) else { return false }
            // The last two are what it was called before version 1.0.
            let rest = String(name.dropFirst(prefix.count))
            return Draft.isDraft(rest) || rest == "partial" || UUID(uuidString: rest) != nil
        }
        let placement = Placement(files)
        do {
            try placement.write(path, growingAs: draft.path, body)
            try placement.place()
        } catch {
            placement.rollBack()
            throw error
        }
        withExtendedLifetime(draft) {}
    }
}

// MARK: - A draft's content, into the folder around it
extension Placement {
    private static let note = ".placing"

    /// Moves all of a draft; noted before, so that a killed process's half can be distinguished from files that were there.
    ///
    /// - Parameter last: what nothing is missing without: it comes when all else is durable.
    package func placeAll(of draft: String, in target: String, last: String) throws(VaultError) {
        let names = try files.list(draft).filter { $0 != last }
        try files.fill(
            try files.create("\(draft)/\(Self.note)"), with: Array((names + [last]).joined(separator: "\n").utf8)
        ) { file throws(VaultError) in try files.sync(file) }
        try files.syncDirectory(draft)
        for group in [names, [last]] {
            for name in group { move("\(draft)/\(name)", to: "\(target)/\(name)") }
            try place()
        }
    }

    /// Takes away what a killed process had moved; once the last one is there nothing is missing, so it stays.
    package static func undo(in target: String, last: String) {
        let manager = FileManager.default
        guard !manager.fileExists(atPath: "\(target)/\(last)") else { return }
        for draft in Draft.leftovers(in: target) {
            guard let names = try? String(contentsOfFile: "\(draft)/\(note)", encoding: .utf8) else { continue }
            for name in names.split(separator: "\n") where !name.contains("/") && !name.hasPrefix(".") {
                try? manager.removeItem(atPath: "\(target)/\(name)")
            }
        }
    }
}
