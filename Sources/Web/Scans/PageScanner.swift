import ByteCoding
package import Codes
package import Fairness
package import Scanning

/// Has the pages of a form read by the reader's process, which knows neither templates nor vaccines.
package struct PageScanner: Sendable {
    private let reader: CodeReader

    package init(reader: CodeReader) { self.reader = reader }

    /// How many pages a file has, as far as it says so itself; a picture is one.
    package func pages(of bytes: [UInt8], as who: Requester = .alone) async -> Result<Int, ReadRefusal> {
        guard FileKind.ofReadable(bytes) == .pdf else { return .success(1) }
        return await reader.describe(bytes, for: who).flatMap { said in
            ReaderAnswer.pages(in: said).map(Result.success) ?? .failure(.damaged)
        }
    }

    /// What the reader says of a page, or why it says nothing.
    ///
    /// - Parameters:
    ///   - page: nil where it isn't known which form it is, for an overview.
    ///   - number: which page of a document the picture is, from 0.
    package func answer(
        to request: ReaderRequest, for page: ScanPage?, number: Int = 0, of bytes: [UInt8],
        as who: Requester = .alone
    ) async -> Result<ReaderAnswer, ReadRefusal> {
        await reader.read(page: number, of: bytes, for: Array(request.header(for: page).utf8), as: who).flatMap {
            said in
            // A program that says something else has been taken over, or is of another release.
            (try? ReaderAnswer(parsing: said, regions: page?.count ?? 1)).map(Result.success) ?? .failure(.crashed)
        }
    }
}
