import ArgumentParser
import Codes
import Foundation

/// `conformance codes`: pictures of certificates, degraded as cameras do, against the text they hold.
struct CodesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "Read degraded pictures of test certificates, a line for each kind of degradation.",
        discussion: """
            Degrades the pictures below DIR (the certificates' `2DCODE`) with Tests/Judges/codes/degrade.py, which \
            needs Python with Pillow and numpy, and reads each through the same processes as the server. A kind \
            agrees when its wanted share was read, and no picture gave a wrong text.
            """
    )

    @Argument(help: "The folder of test certificates.")
    var directory: String

    @Option(help: "Python with Pillow and numpy.")
    var python = DegradedPictures.defaultPython

    @Option(help: "Other numbers give other pictures.")
    var seed = 1

    @Option(help: "Pictures of each certificate and kind.")
    var variants = 2

    @Option(help: "Only these kinds, separated by commas.")
    var kinds: String?

    @Option(help: "Keep the pictures in this folder; by default they are removed.")
    var keep: String?

    @OptionGroup var report: ConformanceReport

    func run() async throws {
        let pictures = DegradedPictures(folder: keep.map { URL(filePath: $0) })
        defer { if keep == nil { pictures.remove() } }
        let families = kinds.map { $0.split(separator: ",").map(String.init) } ?? []
        try await pictures.make(from: directory, python: python, seed: seed, variants: variants, families: families)
        var kinds: [KindOfPicture] = []
        let reader = CodeReader.patient
        for picture in try pictures.manifest() {
            if kinds.last?.name != picture.family { kinds.append(KindOfPicture(name: picture.family)) }
            let bytes = Array(try Data(contentsOf: pictures.folder.appending(path: picture.file)))
            let start = ContinuousClock.now
            let result = await reader.read(bytes)
            kinds[kinds.count - 1].add(result, wanted: picture.text, time: ContinuousClock.now - start)
        }
        try report.print(kinds.map(\.outcome))
    }
}
