package import Codes
package import Fairness
import Scanning
import Synchronization

/// Finds out whether text can be read here, before anybody takes a picture.
package final class RecogniserCheck: Sendable {
    private let scanner: PageScanner
    private let isKnown = Mutex(false)

    package init(_ reader: CodeReader) { scanner = PageScanner(reader: reader) }

    /// Whether something that recognises text is installed; once it is there it is taken to stay.
    package func isThere(for who: Requester) async -> Bool {
        if isKnown.withLock({ $0 }) { return true }
        guard let picture = try? QRCode(text: "0").png(scale: 4),
            let box = RegionBox(left: 0, top: 0, width: 1, height: 1),
            let page = try? ScanPage(aspect: 1, regions: [ScanRegion(name: " ", type: .mark, box: box)])
        else { return true }
        switch await scanner.answer(to: ReaderRequest(corners: .whole, turn: 0), for: page, of: picture, as: who) {
        case .failure(.noRecogniser), .failure(.unavailable): return false
        case .success: isKnown.withLock { $0 = true }
        case .failure: break
        }
        return true
    }
}
