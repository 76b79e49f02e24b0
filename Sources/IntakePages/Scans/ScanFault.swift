import Codes
import Scanning
package import Web

/// Why a file or a page wasn't read; each is a message.
package enum ScanFault: String, Error, Sendable, CaseIterable {
    /// No file was chosen.
    case none
    /// As many wait to be checked as are kept.
    case tooManyOpen
    /// As many bytes wait as may, or the account keeps as many as it may.
    case noRoom
    case empty, tooMany, tooManyBytes, tooManyPixels
    /// It is no picture that can be read, and no PDF.
    case noPicture
    case encrypted, damaged, timedOut, crashed, busy
    /// Nothing that recognises text is installed.
    case noRecogniser
    case documentsOff
    /// The page wasn't found in the picture.
    case noPage
    /// It isn't known which form it is.
    case unknownForm
    /// It is none that is known, and has no table of vaccinations.
    case noTable
    /// The picture shows nothing that can be read, whatever was taken for a page.
    case nothing

    /// Why a picture is of no form.
    ///
    /// - Parameter isDocument: whether all of it is the page.
    init(_ look: TemplateGuess.Look, isDocument: Bool = false) {
        self = !look.isFound && !isDocument ? .unknownForm : look.hasWords ? .noTable : .nothing
    }

    /// The refusal of the same name, but for those that speak of codes.
    init(_ refusal: ReadRefusal) {
        self =
            switch refusal {
            case .unknownFormat: .noPicture
            case .unavailable: .noRecogniser
            default: Self(rawValue: refusal.rawValue) ?? .damaged
            }
    }

    /// Whether another try may cure it, without another picture.
    package var isPassing: Bool { self == .busy || self == .noRecogniser }

    /// Whether the page can be read after all, once somebody says where it is or there is more time.
    var isOfPage: Bool { [.timedOut, .noPage, .unknownForm, .noTable, .nothing].contains(self) }
}

extension FormErrors {
    /// What is wrong with files, each by its name.
    package init(_ files: [UploadedFile], _ faults: [(index: Int, fault: ScanFault)], _ words: Localizer) {
        self.init()
        for (index, fault) in faults {
            let name = files.indices.contains(index) ? CertificateFiles.shown(files[index].fileName) : ""
            add("files-\(index)", words.reason(words(fault), of: name), anchor: "files")
        }
    }
}

extension Localizer {
    /// Why a file wasn't taken, with its name if it has one.
    package func reason(_ reason: String, of name: String) -> String {
        name.isEmpty ? reason : self(.`certificates.fault`, ["name": name, "reason": reason])
    }
}

extension ReaderAnswer.PictureFlaw: MessageCode { static let family = "scans.quality" }
extension ScanFault: MessageCode { package static let family = "scans.fault" }
extension ScanField.Band: MessageCode { static let family = "scans.band" }
