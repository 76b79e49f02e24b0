import ArgumentParser
import CivilDates
import Immunization

/// Find what 10,000 lines of a table mean, as many as one may have.
struct FinderBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finder",
        abstract: "What lines of a table mean: x is to lines that name a product. Wanted: 10 at most.")

    /// Words that stand in names and say nothing together, so that as much as can be is tried.
    private static let words = [
        "tetanus", "diphtherie", "polio", "gsk", "hepatitis", "a", "b", "masern", "influenza", "2", "prevenar", "td",
    ]

    func run() throws {
        let finder = VaccineFinder(try Catalogue(files: ImmunizationBenchmark.catalogueFiles()))
        let who = VaccineFinder.Who(
            "person", birth: PartialDate("1985-03-03"), on: PartialDate("2024-04-01"))
        let known = finder.catalogue.vaccines.filter { $0.species == "person" }.map { $0.name["en"] }
        let unknown = (0..<10_000).map { "wxyz\($0) qqq zzzw" }
        let near = (0..<10_000).map { line in
            (0..<VaccineSearch.mostWords).map { Self.words[(line / ($0 + 1) + $0) % Self.words.count] }
                .joined(separator: " ")
        }
        func time(_ lines: [String]) -> Double {
            Stopwatch.microseconds(rounds: 3, calls: 1) {
                for number in 0..<10_000 { _ = finder.find(lines[number % lines.count], guesses: false, for: who) }
            }
        }
        let base = time(known)
        Stopwatch.print("10,000 lines with a product's name", base)
        for (name, lines) in [("that nothing is like", unknown), ("of 16 words of names", near)] {
            let found = time(lines)
            Stopwatch.print("10,000 lines \(name)", found, ratio: found / base)
        }
        let guess = Stopwatch.microseconds(rounds: 3, calls: 100) { _ = finder.find("Priorx", for: who) }
        Stopwatch.print(
            "100 texts with letters wrong, as many as are looked for", guess * 100, ratio: guess * 100 / base)
    }
}
