/// Lets a few through at once and a few wait, first come, first served.
actor ReadingQueue {
    private let atOnce: Int
    private let waiting: Int
    private var inside = 0
    private var line: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    private var nextTicket = 0

    init(atOnce: Int, waiting: Int) {
        self.atOnce = max(1, atOnce)
        self.waiting = max(0, waiting)
    }

    /// Waits for a turn.
    ///
    /// Returns false where too many wait already or the task was cancelled; otherwise `leave` has
    /// to follow.
    func enter() async -> Bool {
        if inside < atOnce, line.isEmpty {
            inside += 1
            return true
        }
        guard line.count < waiting, !Task.isCancelled else { return false }
        let ticket = nextTicket
        nextTicket += 1
        return await withTaskCancellationHandler {
            await withCheckedContinuation { line.append((ticket, $0)) }
        } onCancel: {
            Task { await self.giveUp(ticket) }
        }
    }

    /// Gives the turn to the next in line.
    func leave() {
        if line.isEmpty {
            inside -= 1
        } else {
            line.removeFirst().continuation.resume(returning: true)
        }
    }

    private func giveUp(_ ticket: Int) {
        guard let place = line.firstIndex(where: { $0.ticket == ticket }) else { return }
        line.remove(at: place).continuation.resume(returning: false)
    }
}
