package import Immunization

extension ClinicalCodes {
    /// The codes that a catalogue knows, with names in a language.
    package init(_ catalogue: Catalogue, language: String = "en") {
        self.init(
            codingsOfVaccine: { id in
                guard let vaccine = catalogue.vaccine(id) else { return [] }
                return Self.codings(vaccine.codes, name: vaccine.name["en"])
            },
            codingsOfTarget: { id in
                guard let target = catalogue.target(id) else { return [] }
                return Self.codings(target.codes, name: target.names["en"])
            },
            nameOfVaccine: { catalogue.vaccine($0)?.name[language] },
            nameOfTarget: { catalogue.target($0)?.names[language] },
            targetsOfVaccine: { catalogue.vaccine($0)?.targets ?? [] },
            vaccine: { coding in
                guard let system = Self.systems.first(where: { $0.uri == coding.system })?.system else { return nil }
                return catalogue.vaccine(code: system, coding.code)?.id
            },
            vaccineNamed: { catalogue.vaccine(named: $0)?.id ?? catalogue.vaccine($0)?.id },
            target: { Self.target($0, species: $1, in: catalogue) })
    }

    /// A target by its code, or by its id or its name in any language where the coding is our own.
    private static func target(_ coding: Coding, species: String, in catalogue: Catalogue) -> String? {
        if coding.system == CodeSystemURI.target {
            let word = coding.code.lowercased()
            return catalogue.targets.first { target in
                target.species == species
                    && (target.id == word || target.names.languages.contains { isCalled(target.names[$0], word) })
            }?.id
        }
        guard let system = systems.first(where: { $0.uri == coding.system })?.system else { return nil }
        return catalogue.targets.first {
            $0.species == species && $0.codes.contains(Code(system, coding.code))
        }?.id
    }

    /// Whether a word is a name, or what stands before or in its brackets: 'FSME' is 'Meningoenzephalitis (FSME)'.
    private static func isCalled(_ name: String, _ word: String) -> Bool {
        let name = name.lowercased()
        let parts = name.split { $0 == "(" || $0 == ")" }.map { $0.split(separator: " ").joined(separator: " ") }
        return name == word || parts.contains(word)
    }

    private static func codings(_ codes: [Code], name: String) -> [Coding] {
        systems.flatMap { system, uri in
            codes.filter { $0.system == system }.map { Coding(system: uri, code: $0.value, display: name) }
        }
    }

    /// Best known first.
    private static let systems: [(system: CodeSystem, uri: String)] = [
        (.snomed, CodeSystemURI.snomed), (.cvx, CodeSystemURI.cvx), (.atc, CodeSystemURI.atc),
        (.euProduct, CodeSystemURI.euProduct), (.icd10, CodeSystemURI.icd10), (.pzn, CodeSystemURI.pzn),
    ]
}
