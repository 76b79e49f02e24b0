import ByteCoding
package import Fairness

/// Reads the QR and Aztec codes of pictures and PDFs.
///
/// A stranger's bytes are never parsed in this process: each file goes to a process of its own, which may do nothing
/// but compute, within bounds of memory and time. Whatever becomes of that process, this one goes on.
package struct CodeReader: Sendable {
    /// The largest file that is looked at, in bytes.
    package static let mostBytes = 20_000_000

    private let programs: ReaderPrograms
    private let limits: Limits
    private let gate: FairSemaphore
    /// How much may be read at once, and how long.
    package struct Limits: Sendable {
        /// Files read at the same time: one of an account, and where there is more than one, one less of an address.
        package var atOnce = 2
        /// Files that may wait for their turn, a third of them of accounts and addresses that had nothing read lately; further
        /// ones are refused as busy.
        package var waiting = 32
        /// Files of one account, and of one network, that may wait.
        package var waitingOfAccount = 4
        package var waitingOfNetwork = 8
        /// How far back it counts how long somebody's files were read; whose took least goes first.
        package var remembered = Duration.seconds(600)
        /// Wall-clock time for a picture, once it is its turn.
        package var time = Duration.seconds(20)
        /// Wall-clock time for a document.
        package var documentTime = Duration.seconds(5)

        package init() {}

        /// Of a command: nobody waits behind it, so that on a busy machine it may wait as long as it has to for the
        /// processor, whose time bounds the reading.
        package static let ofCommand = {
            var limits = Limits()
            (limits.time, limits.documentTime) = (.seconds(300), .seconds(300))
            return limits
        }()
    }

    /// - Parameter folder: where the reader programs are; by default, beside the program that runs.
    package init(folder: String = ReaderPrograms.folderOfThisProgram, limits: Limits = Limits()) {
        programs = ReaderPrograms(folder: folder)
        self.limits = limits
        gate = FairSemaphore(
            FairnessLimits(
                room: limits.atOnce, ofAccount: 1, ofNetwork: limits.atOnce - 1, waiting: limits.waiting,
                waitingOfAccount: limits.waitingOfAccount, waitingOfNetwork: limits.waitingOfNetwork,
                remembered: limits.remembered))
    }

    /// How many files are being read, and how many wait for their turn.
    package var load: (reading: Int, waiting: Int) { (gate.held, gate.waiting) }

    /// Reads one file: the texts of its codes, or why there are none.
    ///
    /// - Parameter who: whose file it is; whose files took least in the last ten minutes goes first.
    package func read(_ bytes: [UInt8], for who: Requester = .alone) async -> Result<[String], ReadRefusal> {
        let result = await onTurn(
            bytes, who, time: { $0 == .pdf ? limits.documentTime : limits.time }
        ) { await programs.read(bytes, $0) }
        ReadingCounters.ofThisProcess.count(result.refusal)
        return result
    }

    /// Reads one page of a form: what the reader says to the job, or why it says nothing.
    ///
    /// - Parameters:
    ///   - job: what it gets before the picture: where the page is, which regions are to be read.
    ///   - page: which page of a document, from 0.
    package func read(
        page: Int = 0, of bytes: [UInt8], for job: [UInt8], as who: Requester = .alone
    ) async -> Result<[UInt8], ReadRefusal> {
        // A document's page is drawn, and then read like a picture.
        let reading = await onTurn(
            bytes, who, time: { $0 == .pdf ? limits.documentTime + limits.time : limits.time }
        ) { kind in
            await programs.read(page: page, of: bytes, kind, for: job)
        }
        ReadingCounters.ofThisProcess.count(reading.refusal)
        return reading
    }

    /// What is said of a document, with how many pages it has; other files have one.
    package func describe(_ document: [UInt8], for who: Requester = .alone) async -> Result<[UInt8], ReadRefusal> {
        await onTurn(document, who, time: { _ in limits.documentTime }) { kind in
            kind == .pdf ? await programs.describe(document) : .failure(.unknownFormat)
        }
    }

    /// Why no PDF could be read on this system; none where all is well.
    package func documentsRefusal() async -> ReadRefusal? { await programs.documentsRefusal() }

    private func onTurn<Content: Sendable>(
        _ bytes: [UInt8], _ who: Requester, time: (FileKind) -> Duration,
        read: @escaping @Sendable (FileKind) async -> Result<Content, ReadRefusal>
    ) async -> Result<Content, ReadRefusal> {
        guard bytes.count <= Self.mostBytes else { return .failure(.tooManyBytes) }
        guard let kind = FileKind.ofReadable(bytes) else { return .failure(.unknownFormat) }
        guard let place = try? await gate.enter(who) else { return .failure(.busy) }
        defer { withExtendedLifetime(place) {} }
        return await .within(time(kind)) { await read(kind) }
    }
}
