internal import Glibc
internal import Subprocess

/// How a reader program ended.
enum ReaderEnd: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)
    /// It broke off while we read from it, or said too much.
    case brokenOff
    case notStarted

    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signaled(signal)
        }
    }

    init(_ error: any Error) {
        let code = (error as? SubprocessError)?.code
        self = code == .spawnFailed || code == .executableNotFound ? .notStarted : .brokenOff
    }

    /// Why there is no text, by the numbers of `ReaderExit` (Sources/CReading/include/Reading.h) and of the programs'
    /// sandboxes; none for a run that went well.
    var refusal: ReadRefusal? {
        switch self {
        case .exited(0): nil
        case .exited(10): .unknownFormat
        case .exited(11): .tooManyBytes
        case .exited(12): .tooManyPixels
        case .exited(14): .noCodeOnFirstPages
        // 127 is what the loader says where a library is missing.
        case .exited(70), .exited(71), .exited(127), .notStarted: .unavailable
        case .exited(72): .documentsOff
        case .exited(73): .noRecogniser
        case .exited: .damaged
        case .signaled(SIGXCPU): .timedOut
        case .signaled, .brokenOff: .crashed
        }
    }
}
