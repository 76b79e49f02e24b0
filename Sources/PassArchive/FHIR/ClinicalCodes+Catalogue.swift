package import Immunization

extension ClinicalCodes {
    /// The codes that a catalogue knows, with names in a language.
    ///
    /// - Parameter finder: finds vaccines for whoever reads; nil for who only writes, and finds none.
    package init(_ catalogue: Catalogue, language: String = "en", finder: VaccineFinder? = nil) {
        let (targets, index) = (TargetIndex(catalogue), catalogue.codeIndex)
        let degrees = Dictionary(catalogue.observations.map { ($0.id, $0) }) { first, _ in first }
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
            find: { text, codings, diseases, who in
                finder?.find(text, codes: codings.compactMap(code), diseases: diseases, guesses: false, for: who)
                    ?? .unknown
            },
            targets: { coding, species in
                if coding.system == CodeSystemURI.target {
                    return [targets.target(called: coding.code, species)].compactMap(\.self)
                }
                guard let code = code(coding) else { return [] }
                let own = targets.targets(code, species)
                return own.isEmpty ? index.targets(code).filter { catalogue.target($0)?.species == species } : own
            },
            observation: { coding in code(coding).flatMap(index.observation) },
            degree: { degrees[$0]?.degree($1) })
    }

    /// The codes that a finder's catalogue knows, for whoever reads.
    package init(_ finder: VaccineFinder) { self.init(finder.catalogue, finder: finder) }

    private static func codings(_ codes: [Code], name: String) -> [FHIRCoding] {
        systems.flatMap { system, uris in
            codes.filter { $0.system == system }.map { FHIRCoding(system: uris[0], code: $0.value, display: name) }
        }
    }

    /// Best known first; of a system's addresses the one that we write.
    fileprivate static let systems: [(system: CodeSystem, uris: [String])] = [
        (.snomed, [CodeSystemURI.snomed]), (.cvx, [CodeSystemURI.cvx, "urn:oid:2.16.840.1.113883.12.292"]),
        (.atc, [CodeSystemURI.atc] + CodeSystemURI.atcGermany), (.euProduct, [CodeSystemURI.euProduct]),
        (.icd10, [CodeSystemURI.icd10] + CodeSystemURI.icd10Countries), (.pzn, [CodeSystemURI.pzn]),
        (.loinc, [CodeSystemURI.loinc]),
    ]
}

/// A code as the catalogue names it; nil for one of a system that it doesn't know.
private func code(_ coding: FHIRCoding) -> Code? {
    let known = ClinicalCodes.systems.first { $0.uris.contains(coding.system) }
    return known.map { Code($0.system, coding.code) }
}
