import Codes
import Foundation
import HummingbirdTesting
import ReaderScript
import Scanning
import TestSupport
import Vault

@testable import IntakePages
@testable import WebApp

/// A reader of files whose pages are named by letters, in the protocol of the real ones.
///
/// A and B are kinds of page, L a long form, C a cover sheet, P a page of kind A that fills its picture, W a picture of
/// waves, X a page that can't be drawn.
enum FileReader {
    static let kinds = [
        #"{"title":"Kartenblatt","names":{"en":"Kind A"},"aspect":1.4,\#(table)}"#,
        #"{"title":"Zeugenseite","names":{"en":"Kind B"},"aspect":1.4,\#(table)}"#,
        #"{"title":"Langform","names":{"en":"Long"},"pages":[\#(Array(repeating: "{\"aspect\":1.4,\(table)}", count: 3).joined(separator: ","))]}"#,
    ]

    private static let table = #"""
        "rows":{"top":0.3,"height":0.6,"count":3},"columns":[
        {"name":"date","type":"date","left":0.1,"width":0.2},{"name":"what","type":"vaccine","left":0.3,"width":0.4}]
        """#

    /// A document with these pages.
    ///
    /// - Parameter count: how many it says to have, if that isn't so.
    static func document(_ pages: String, count: Int? = nil) -> [UInt8] {
        Array("%PDF-1.4\nPAGES=\(pages) COUNT=\(count ?? pages.count)\n".utf8)
    }

    /// A picture of one.
    static func picture(_ page: String) throws -> [UInt8] { try ScanReader.picture("KIND=\(page)") }

    private static let pdf = """
        all=$(mktemp) || exit 1
        trap 'rm -f "$all"' EXIT
        cat >"$all"
        if [ "$1" = pages ]; then
            count=$(grep -a -o 'COUNT=[0-9]*' "$all" | cut -d= -f2)
            if [ "$count" = 0 ]; then exit 1; fi
            printf 'Title:  a\\nPages:  2\\nPages:           %s\\nEncrypted: no\\n' "$count"
        else
            kind=$(grep -a -o 'PAGES=[A-Z]*' "$all" | cut -d= -f2 | cut -c "$2")
            if [ "$kind" = X ]; then exit 1; fi
            if [ -n "$kind" ]; then printf 'KIND=%s' "$kind"; fi
        fi
        """

    private static func text() throws -> String {
        let drawing = try QRCode(text: "flat").png(scale: 8)
        return """
            all=$(mktemp) || exit 1
            trap 'rm -f "$all"' EXIT
            cat >"$all"
            job=$(head -c 4000 "$all" | tr -d '\\000')
            kind=$(grep -a -o 'KIND=[A-Z]' "$all" | head -1 | cut -d= -f2)
            place=found
            if echo "$job" | grep -q '^corners whole'; then place=whole; fi
            if [ "$kind$place" = Pfound ]; then
                printf 'picture\\t1400\\t1000\\npage\\tasked\\t0.1\\t-\\nquality\\n'
                exit
            fi
            if [ "$kind" = Y ]; then exit 13; fi
            printf 'picture\\t1400\\t1000\\npage\\t%s\\t0.95\\t0 0 1400 0 1400 1000 0 1000\\nquality\\n' $place
            word() { printf 'word\\t0\\t0.1\\t0.15\\t0.2\\t0.17\\t97\\t%s\\n' "$1"; }
            if echo "$job" | grep -q '^page any'; then
                printf 'words\\t0\\tpage-11\\n'
                case $kind in
                A|P) word Kartenblatt;;
                B) word Zeugenseite;;
                L) word Langform;;
                C) for text in Unsere Praxis liegt gleich neben einem alten Bahnhof beim Markt; do word $text; done;;
                esac
                exit
            fi
            case $kind in
            A|B|L|P) printf 'words\\t0\\tgrey-7\\n'; word 03.05.2019; printf 'words\\t1\\tgrey-6\\n'; word Priorix;;
            esac
            if echo "$job" | grep -q '^draw'; then
                printf 'drawn\\t232\\t232\\t\(drawing.count)\\n'; echo '\(Data(drawing).base64EncodedString())' | base64 -d
            fi
            """
    }

    /// Runs a test as somebody who has a pass and the three templates, whose ids are given.
    static func open(
        _ body: @escaping @Sendable (ScanScene, _ kinds: [String]) async throws -> Void
    ) async throws {
        try await ReaderScript.withFolder(try text(), as: "vaccinapp-reader-text") { folder in
            try ReaderScript.add(pdf, as: "vaccinapp-reader-pdf", to: folder)
            try await TestApp.open(reader: CodeReader(folder: folder, limits: .patient)) { app, client in
                let person = Person(client)
                try await person.register("ada")
                let pass = try await person.pass("Ada Test")
                for kind in kinds {
                    _ = try await person.upload(
                        "/scan-templates/import", [(name: "kind.json", bytes: Array(kind.utf8))], field: "file")
                }
                let ids = try await person.vault(app).read { try $0.scanTemplates() }.compactMap(\.template?.id)
                try await body(ScanScene(app: app, person: person, pass: pass, clock: HandClock()), ids)
            }
        }
    }
}
