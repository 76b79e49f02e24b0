import ArgumentParser
import Foundation
import Lists
import Vault
import VaultStorage

/// `vaccinapp passwords`: which passwords nobody may take.
struct PasswordsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passwords",
        abstract: "Refuse passwords that are known to have been stolen.",
        subcommands: [Import.self])

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Take a published list; it replaces the one before.",
            discussion: """
                A line is a password, or its SHA-1 in hexadecimal digits, with or without a count after a colon. Those \
                shorter than 12 characters are left out, since no account takes them, and of a very long list all after \
                the first 20 million: put the most frequent first. Works while the server runs, and counts from the next \
                new password on; passwords that are in use stay. Where several servers share a database, run it on each.
                """)

        @Argument(help: "The list; '-' for standard input.") var file: String
        @OptionGroup var place: DataFolder

        func run() throws {
            guard FileManager.default.isFolder(place.data) else {
                throw ValidationError("there is no folder \"\(place.data)\"")
            }
            let numbers = try InterruptibleTask.run("Reading", of: "lines", read)
            guard !numbers.isEmpty else {
                throw ValidationError("\"\(file)\" holds no password of 12 characters or more")
            }
            let list = BreachedPasswords.file(of: numbers)
            let target = URL(filePath: place.data).appending(path: BreachedPasswords.fileName)
            // Beside the other files of the data folder, and like them for the server's user alone.
            defer { FolderOwner.keep(place.data) }
            try AtomicFile.write(list, to: target, permissions: 0o600)
            print("\(BreachedPasswords(directory: place.data).count ?? 0) passwords are refused from now on")
        }

        private func read(_ progress: WorkProgress) throws -> [UInt64] {
            guard let handle = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file) else {
                throw ValidationError("can't read the file \"\(file)\"")
            }
            var numbers: [UInt64] = []
            var lines = LineReader(handle)
            var count = 0
            while numbers.count < BreachedPasswords.most, let line = try lines.next() {
                count += 1
                if count.isMultiple(of: 10_000) { try progress(count, nil) }
                if let number = BreachedPasswords.number(ofLine: line) { numbers.append(number) }
            }
            return numbers
        }
    }
}

/// The lines of a file that may be larger than memory; of one that is too long to be a password, nothing.
private struct LineReader {
    private static let longest = 4096
    private let handle: FileHandle
    private var chunk: [UInt8] = []
    private var place = 0

    init(_ handle: FileHandle) { self.handle = handle }

    mutating func next() throws -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if place == chunk.count {
                guard let data = try handle.read(upToCount: 1 << 20), !data.isEmpty else {
                    return line.isEmpty ? nil : cleaned(line)
                }
                guard !data.contains(0) else {
                    throw ValidationError("this is no list of passwords: it holds bytes that no text has")
                }
                (chunk, place) = (Array(data), 0)
            }
            let end = chunk[place...].firstIndex(of: UInt8(ascii: "\n")) ?? chunk.count
            if line.count <= Self.longest { line += chunk[place..<end] }
            guard end < chunk.count else {
                place = end
                continue
            }
            place = end + 1
            return cleaned(line)
        }
    }

    private func cleaned(_ line: [UInt8]) -> [UInt8] {
        guard line.count <= Self.longest else { return [] }
        return line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    }
}
