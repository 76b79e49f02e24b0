import Codes

extension CodeReader {
    /// One that waits longer than the server does: a busy machine is no reason to disagree.
    static var patient: CodeReader {
        var limits = Limits()
        (limits.time, limits.documentTime) = (.seconds(120), .seconds(120))
        return CodeReader(limits: limits)
    }
}
