import Scanning

/// Why a template is refused, for the terminal.
struct ScanTemplateSentence {
    let text: String

    init(_ error: ScanTemplateError) {
        let subject = error.subject.map { " (\(TerminalText.printable($0)))" } ?? ""
        let limit = error.limit.map { ", \($0) at most" } ?? ""
        text = Self.sentence(error.code) + limit + subject
    }

    private static func sentence(_ code: ScanTemplateError.Code) -> String {
        switch code {
        case .json: "it is no JSON"
        case .tooLarge: "it is larger than a template may be"
        case .format: "its format isn't \(ScanTemplate.format)"
        case .shape: "something is missing, or isn't of the kind that it has to be"
        case .empty: "it has no page, or a page without a region"
        case .tooManyPages: "it has too many pages"
        case .tooManyRegions: "it has too many regions, each row's counted"
        case .tooManyLinks: "it has too many links"
        case .tooManyJoined: "its links join too many fields, each row's counted"
        case .tooManySums: "it has too many sums"
        case .tooManyChoices: "a region has too many choices"
        case .nameLength: "a name is empty or too long"
        case .nameCharacters: "a name has characters that can't be shown"
        case .duplicateName: "two regions of a page have the same name"
        case .unknownType: "a region is of a type that there isn't"
        case .outsidePage: "a region leaves the page"
        case .number: "a number is too small or too large"
        case .unknownLink: "a link is of a kind that there isn't"
        case .unknownRegion: "a link names a region that there isn't"
        case .linkSize: "a link has too few or too many regions"
        }
    }
}
