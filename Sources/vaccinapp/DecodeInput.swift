import ByteCoding
import Codes
import HealthCertificate

/// The certificates' texts in what was given to `decode`: a text, or a picture or PDF with codes.
enum DecodeInput {
    /// At least one text.
    ///
    /// - Throws: `HealthCertificateError` for what is neither text nor picture, `PictureRefusal` for a picture or PDF
    ///   that gives no text.
    static func texts(in bytes: [UInt8]) async throws -> [String] {
        guard FileKind.ofReadable(bytes) != nil else {
            guard let text = String(typed: bytes, as: UTF8.self) else {
                throw HealthCertificateError(.prefix, .invalidText, "the text is not UTF-8")
            }
            // A `.smart-health-card` file, which may hold several.
            guard text.first(where: { !$0.isWhitespace }) != "{" else {
                return try SmartHealthCardFile.texts(in: bytes)
            }
            return [text]
        }
        switch await CodeReader(limits: .ofCommand).read(bytes) {
        case .failure(let refusal): throw PictureRefusal(refusal)
        case .success(let texts):
            // Beside the certificate a document often has a code that leads to a web site.
            let certificates = texts.filter { $0.hasPrefix("HC1:") || $0.hasPrefix("shc:/") || $0.isVaccinationCard }
            return certificates.isEmpty ? texts : certificates
        }
    }
}

extension String {
    /// Whether it is a European Vaccination Card's, which starts with no word of its own.
    fileprivate var isVaccinationCard: Bool { (try? SignedCertificate(text: self))?.format == .evc }
}

/// Why a picture or PDF gave no text, for the terminal.
struct PictureRefusal: Error {
    let code: ReadRefusal

    init(_ code: ReadRefusal) { self.code = code }

    var name: String { code.rawValue }

    var reason: String {
        switch code {
        case .noCode: "no code was found: it may be too small, too blurred or cut off"
        case .noCodeOnFirstPages: "no code was found on the first ten pages"
        case .unknownFormat: "the file is no picture in a known format and no PDF"
        case .tooManyBytes: "the file is larger than 20 MB"
        case .tooManyPixels: "the picture has more than 50 megapixels"
        case .encrypted: "the document opens with a password only"
        case .damaged: "the file is damaged"
        case .timedOut: "reading the file took too long"
        case .crashed: "the process that read the file broke"
        case .busy: "too many files are being read"
        case .unavailable: "vaccinapp-reader isn't beside this program, or its sandbox doesn't stand"
        case .noSuchPage: "the document has no such page"
        case .noRecogniser: "no recogniser of text is installed: tesseract-ocr-deu and tesseract-ocr-eng"
        case .documentsOff: "this system has no Landlock, without which PDFs aren't read"
        }
    }
}
