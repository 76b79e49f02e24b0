import ArgumentParser
import Foundation
import Immunization

/// A folder of cases beside a catalogue, as commands are given them: each file is judged by itself, and one that can't be
/// read hides none of the others.
struct CaseFolder {
    let release: CatalogueRelease
    private let folder: DataFiles
    private let paths: [String]

    /// Reads the catalogue and lists the cases: without them there is nothing to report.
    init(catalogue: String, cases: String) throws {
        folder = DataFiles(folder: cases)
        do {
            let data = DataFiles(folder: catalogue)
            var files: [String: [UInt8]] = [:]
            for path in try data.files(endingWith: ".json") { files[path] = try Self.bytes(of: path, in: data) }
            release = try CatalogueRelease(files: files)
            paths = try folder.files(endingWith: ".json")
        } catch {
            Self.tell("\(error)")
            throw ExitCode(2)
        }
    }

    /// What comes of each case; what can't be read is listed at the end.
    func outcomes<Outcome>(
        _ judge: (String, [UInt8]) throws -> Outcome
    ) -> (outcomes: [Outcome], unreadable: [any Error]) {
        var (outcomes, unreadable): ([Outcome], [any Error]) = ([], [])
        for path in paths {
            do { outcomes.append(try judge(path, try Self.bytes(of: path, in: folder))) } catch {
                unreadable.append(error)
            }
        }
        return (outcomes, unreadable)
    }

    /// Ends the command: 2 where a file can't be read, 1 where a case differs.
    static func finish(unreadable: [any Error], isAgreeing: Bool) throws {
        for error in unreadable { tell("\(error)") }
        if !unreadable.isEmpty { throw ExitCode(2) }
        if !isAgreeing { throw ExitCode.failure }
    }

    static func tell(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }

    static func tell(_ remarks: [String], of path: String) {
        for remark in remarks { tell("\(path): \(remark); judged without it") }
    }

    /// A report as one JSON object.
    static func json(_ report: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    private static func bytes(of path: String, in folder: DataFiles) throws -> [UInt8] {
        do { return try folder.bytes(of: path) } catch {
            throw DataFault(file: path, .unreadable)
        }
    }
}
