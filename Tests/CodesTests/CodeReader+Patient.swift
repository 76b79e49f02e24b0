@testable import Codes

extension CodeReader {
    /// One in whose line all tests may stand at once, on a machine that does more than test.
    static let patient: CodeReader = {
        var limits = Limits()
        limits.waiting = 10_000
        limits.time = .seconds(90)
        limits.documentTime = limits.time
        return CodeReader(limits: limits)
    }()
}
