package import Immunization

extension ClinicalCodes {
    /// The codes that a catalogue knows, with names in a language.
    package init(_ catalogue: Catalogue, language: String = "en") {
        let targets = TargetIndex(catalogue)
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
            target: { coding, species in
                if coding.system == CodeSystemURI.target { return targets.target(called: coding.code, species) }
                guard let system = Self.systems.first(where: { $0.uri == coding.system })?.system else { return nil }
                return targets.target(Code(system, coding.code), species)
            })
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
