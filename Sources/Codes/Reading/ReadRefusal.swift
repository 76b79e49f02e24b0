extension Result where Failure == ReadRefusal {
    /// Why nothing was read.
    var refusal: ReadRefusal? { if case .failure(let refusal) = self { refusal } else { nil } }

    /// What is read in time; a read that takes longer is cancelled, which kills its process.
    static func within(_ time: Duration, _ read: @escaping @Sendable () async -> Self) async -> Self
    where Success: Sendable {
        await withTaskGroup(of: Self.self) { group in
            group.addTask { await read() }
            group.addTask {
                try? await Task.sleep(for: time)
                return .failure(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.timedOut)
        }
    }
}

/// Why a file gave no text.
///
/// The raw value is stable and holds nothing of the file: it may be logged, and names the
/// sentence that the person reads.
package enum ReadRefusal: String, Error, Sendable, Equatable, CaseIterable {
    /// A picture or document without a code, or with one too small, too blurred or cut off.
    case noCode
    /// No code on the first ten pages of a document that may have more.
    case noCodeOnFirstPages
    /// Neither a picture in a format we read nor a PDF.
    case unknownFormat
    /// More than 20 MB.
    case tooManyBytes
    /// More than 50 megapixels.
    case tooManyPixels
    /// A document that opens with a password only.
    case encrypted
    /// The file says what it is, but can't be decoded.
    case damaged
    /// Reading took more time than one file gets.
    case timedOut
    /// The process that read the file broke, or was stopped for what it tried to do.
    case crashed
    /// Too many files are waiting to be read: try again in a moment.
    case busy
    /// The reader isn't installed as it should be, or its sandbox isn't in force.
    case unavailable
    /// A document has fewer pages.
    case noSuchPage
    /// Nothing that recognises text is installed.
    case noRecogniser
    /// Documents aren't read on this system, which can't keep the program that draws them from other files.
    case documentsOff
}
