internal import CLinux
internal import CTestSupport
package import Foundation

/// A program that a test starts.
///
/// Foundation's `Process` learns of an end by a socket in a run loop that all processes share, and its pipes end with
/// whoever inherited them: among hundreds of short ones, one is waited for in vain. Here the kernel is asked, what the
/// program says goes into a file in memory, and nothing of ours is inherited.
package final class ChildProcess: Sendable {
    /// What kept it from starting, or from ending in time.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let id: pid_t
    private let output: Int32

    /// Starts a program, which is looked for in the `PATH`, in a group of its own and in the folder `/`.
    ///
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - environment: instead of the tests' own.
    ///   - input: the descriptor that it reads, or nothing.
    package init(
        _ command: [String], environment: [String: String] = ProcessInfo.processInfo.environment, input: Int32? = nil
    ) throws {
        output = linux_memory_file()
        guard output >= 0 else { throw Failure(description: "no file in memory: \(String(cString: strerror(errno)))") }
        var id: pid_t = 0
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        let fault = test_start(arguments, variables, input ?? -1, output, &id)
        (arguments + variables).forEach { free($0) }
        self.id = id
        guard fault == 0 else { throw Failure(description: "\(command[0]): \(String(cString: strerror(fault)))") }
    }

    deinit { close(output) }

    /// What it has written so far.
    package var said: String {
        var file = stat()
        fstat(output, &file)
        var bytes = [UInt8](repeating: 0, count: Int(file.st_size))
        let count = pread(output, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Its status, or the negative number of the signal that ended it; nil where it still runs after this time.
    ///
    /// May be asked until it has given an end.
    package func end(within time: Duration) throws -> Int32? {
        let begun = ContinuousClock.now
        var status: Int32 = 0
        while true {
            switch waitpid(id, &status, WNOHANG) {
            case id: return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
            case 0: break
            default: throw Failure(description: "process \(id): \(String(cString: strerror(errno)))")
            }
            guard begun.duration(to: .now) < time else { return nil }
            usleep(1_000)
        }
    }

    /// Waits for its end, longer than a busy machine takes for it, and gives its status.
    @discardableResult
    package func end() throws -> Int32 {
        if let status = try end(within: .seconds(200)) { return status }
        kill()
        _ = try end(within: .seconds(60))
        throw Failure(description: "process \(id) was killed: it hadn't ended after 200 s")
    }

    /// Ends it with all that it has started.
    package func kill() { Foundation.kill(-id, SIGKILL) }

    /// Runs a program to its end, and gives what it said; throws where its status isn't 0.
    @discardableResult
    package static func run(_ command: [String]) throws -> String {
        let child = try ChildProcess(command)
        let status = try child.end()
        guard status == 0 else {
            throw Failure(description: "\(command.joined(separator: " ")) ended with \(status)")
        }
        return child.said
    }
}
