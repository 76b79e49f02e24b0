import ByteCoding
import ArgumentParser
import Foundation

/// Files named on the command line; `-` stands for standard input.
enum InputFile {
    /// The most bytes that are read of one file.
    static let longest = 64 * 1024 * 1024

    static func read(_ path: String) throws -> [UInt8] {
        let handle: FileHandle
        if path == "-" {
            handle = .standardInput
        } else {
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw ValidationError("can't read the file \"\(path)\"")
            }
            handle = file
        }
        guard let data = try handle.read(upToCount: longest + 1) else { return [] }
        guard data.count <= longest else { throw ValidationError("\"\(path)\" is larger than \(longest) bytes") }
        return Array(data)
    }

    static func readText(_ path: String) throws -> String {
        guard let text = String(typed: try read(path), as: UTF8.self) else {
            throw ValidationError("\"\(path)\" is not a text in UTF-8")
        }
        return text
    }
}
