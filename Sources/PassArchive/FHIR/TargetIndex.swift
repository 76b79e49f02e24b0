import Immunization

/// A catalogue's disease targets by what they are called and by their codes, for files that name thousands.
struct TargetIndex: Sendable {
    private var byWord: [String: [String: String]] = [:]
    private var byCode: [String: [Code: [String]]] = [:]

    init(_ catalogue: Catalogue) {
        // The first of a name counts.
        for target in catalogue.targets.reversed() {
            for word in Self.words(target) { byWord[target.species, default: [:]][word] = target.id }
        }
        for target in catalogue.targets {
            for code in target.codes { byCode[target.species, default: [:]][code, default: []].append(target.id) }
        }
    }

    /// A species' target by its id, or by its name in any language.
    func target(called word: String, _ species: String) -> String? { byWord[species]?[word.lowercased()] }

    /// Every target that has a code: of meningococci one for all of them.
    func targets(_ code: Code, _ species: String) -> [String] { byCode[species]?[code] ?? [] }

    /// Its id, its names, and what is before or in their brackets: 'FSME' is 'Meningoenzephalitis (FSME)'.
    private static func words(_ target: DiseaseTarget) -> [String] {
        let names = target.names.languages.map { target.names[$0].lowercased() }
        let parts = names.flatMap { $0.split { $0 == "(" || $0 == ")" } }
        return [target.id] + names + parts.map { $0.split(separator: " ").joined(separator: " ") }
    }
}
