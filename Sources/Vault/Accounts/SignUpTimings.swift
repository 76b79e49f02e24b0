import Synchronization

/// How long accounts took to be made lately, once their password was hashed.
///
/// Who asks for a name that is taken waits as long as one of those, so that time doesn't tell that it is.
final class SignUpTimings: Sendable {
    private static let kept = 16
    /// What it takes on a quiet machine, as long as none was made.
    private static let first = Duration.milliseconds(20)

    private let times = Mutex<[Duration]>([])

    var any: Duration { times.withLock { $0.randomElement() ?? Self.first } }

    func add(_ time: Duration) {
        times.withLock { times in
            if times.count == Self.kept { times.removeFirst() }
            times.append(time)
        }
    }
}
