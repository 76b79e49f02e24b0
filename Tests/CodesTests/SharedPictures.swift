import Foundation
import Testing

@testable import Codes

/// The shared test certificates with a picture of their code.
///
/// `VACCINAPP_TEST_DATA` names their folder; by default it is `shared/data` beside the repository. Where it is absent,
/// the tests that need it are skipped, and say so.
enum SharedPictures {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let picture: [UInt8]
        let text: String

        var testDescription: String { name }
    }

    private struct File: Decodable {
        let picture: String?
        let text: String?
        let expected: [String: Bool?]

        enum CodingKeys: String, CodingKey {
            case picture = "2DCODE"
            case text = "PREFIX"
            case expected = "EXPECTEDRESULTS"
        }
    }

    static let folder: URL = {
        if let named = ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"] { return URL(filePath: named) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appending(path: "shared/data")
    }()

    static let isPresent: Bool = {
        let isPresent = FileManager.default.fileExists(atPath: folder.appending(path: "dcc/testdata").path)
        if !isPresent { print("skipped: pictures of the test certificates, which aren't at \(folder.path)") }
        return isPresent
    }()

    /// All that have both a picture and a text.
    static let all: [Case] = {
        let testdata = folder.appending(path: "dcc/testdata")
        let files = FileManager.default.enumerator(at: testdata, includingPropertiesForKeys: nil)
        let cases = (files?.allObjects ?? []).compactMap { ($0 as? URL).flatMap(read) }
        return cases.sorted { $0.name < $1.name }
    }()

    private static func read(_ url: URL) -> Case? {
        guard url.pathExtension == "json", let data = try? Data(contentsOf: url) else { return nil }
        guard let file = try? JSONDecoder().decode(File.self, from: data) else { return nil }
        // One of them is a picture on purpose that isn't one.
        guard file.expected["EXPECTEDPICTUREDECODE"] != .some(false), let text = file.text else { return nil }
        guard let picture = file.picture.flatMap({ Data(base64Encoded: $0) }) else { return nil }
        let name = url.path.dropFirst(folder.path.count + 1)
        return Case(name: String(name), picture: Array(picture), text: text)
    }
}
