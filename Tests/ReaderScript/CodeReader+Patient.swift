package import Codes

extension CodeReader.Limits {
    /// Room and time for all tests at once on a machine that does more than test, where neither is what is looked at.
    package static let patient = {
        var limits = Self()
        limits.waiting = 10_000
        limits.time = .seconds(600)
        limits.documentTime = limits.time
        return limits
    }()
}

extension CodeReader {
    /// One whose line has room for all tests.
    package static let patient = CodeReader(limits: .patient)
}
