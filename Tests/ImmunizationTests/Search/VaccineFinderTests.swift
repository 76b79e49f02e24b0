import CivilDates
import Immunization
import Seeded
import Testing

@Suite("What a text and codes mean", .timeLimit(.minutes(3)))
struct VaccineFinderTests {
    let catalogue: Catalogue
    let finder: VaccineFinder

    init() throws {
        catalogue = try ShippedCatalogue.load()
        finder = try Self.shared.get()
    }

    static let shared = Result { VaccineFinder(try ShippedCatalogue.load(), try VaccineSearchTests.shared.get()) }

    private func who(_ birth: String? = nil, _ day: String? = nil) -> VaccineFinder.Who {
        VaccineFinder.Who("person", birth: birth.flatMap { PartialDate($0) }, on: day.flatMap { PartialDate($0) })
    }

    /// The answer as a line: an id, several, or a word.
    private func answer(_ text: String?, cvx: [String] = [], birth: String? = nil, day: String? = nil) -> String {
        line(finder.find(text, codes: cvx.map { Code(.cvx, $0) }, for: who(birth, day)))
    }

    private func line(_ answer: VaccineFinder.Answer) -> String {
        switch answer {
        case .one(let one, let sureness):
            VaccineFinder.id(one) + (sureness < VaccineFinder.clear ? ", said" : "")
        case .diseases(let targets): targets.joined(separator: " ")
        case .choice(let some, let question): "\(question): \(some.map(VaccineFinder.id).joined(separator: " "))"
        case .refused(let refusal): "refused: \(refusal)"
        case .unknown: "unknown"
        }
    }

    @Test(
        "what people call a kind or a disease",
        arguments: [
            ("Zecken", "target:tbe"), ("6-fach", "dtap-ipv-hib-hepb"), ("Tdap", "tdap"), ("Hep B", "hepatitis-b"),
            ("MMR", "mmr"), ("MMR-Impfung", "mmr"), ("FSME", "tbe"), ("Masern", "measles"), ("mmr", "mmr"),
            ("target:measles", "target:measles"), ("Hepatitis A+B", "hepatitis-ab"), ("Kombi XY", "unknown"),
            ("nirsevimab", "rsv-antibody"),
        ])
    func everydayNames(text: String, found: String) {
        #expect(answer(text) == found)
    }

    @Test(
        "a name with the number of the dose, fillers, its maker, kind or diseases about it",
        arguments: [
            ("Cervarix 2", "cervarix"), ("Cervarix 1", "cervarix"), ("Prevenar 13", "prevenar-13"),
            ("Bexsero 1. Dosis", "bexsero"), ("Havrix 1440", "havrix-1440"), ("Prevenar 13 2", "prevenar-13"),
            ("Influenza Flucelvax Quad", "flucelvax-tetra"), ("Covid-19 2nd dose Vaxzevria", "vaxzevria"),
            ("Priorix GSK", "priorix"), ("Priorix (MMR)", "priorix"), ("Gardasil 9 Nr. 2", "gardasil-9"),
            ("Stamaril Gelbfieber", "stamaril"), ("Tetanus Booster", "tetanus"), ("FSME 3", "tbe"),
            ("Encepur Kinder 2", "encepur-kinder"), ("Encepur f\u{FC}r Kinder", "encepur-kinder"),
        ])
    func noise(text: String, found: String) {
        #expect(answer(text) == found)
    }

    @Test(
        "nothing is taken off that nothing explains",
        arguments: [
            "Priorix Varilrix", "Prevenar 14", "Stamaril Tetanus", "Priorix links", "Influenza 2023",
            "MMR + Varizellen",
            "Infanrix hexa + Grippe",
        ])
    func unexplained(text: String) {
        let found = answer(text)
        #expect(found == "unknown" || found.hasPrefix("whichVaccine") || found.hasPrefix("didYouMean"), "\(found)")
    }

    @Test(
        "of a brand what is for the age on the day",
        arguments: [
            ("Encepur", "1998-04-03", "2004-05-05", "encepur-kinder, said"),
            ("Havrix", "1998-04-03", "2005-06-06", "havrix-720-kinder, said"),
            ("Twinrix", "2019-03-02", "2024-03-03", "twinrix-kinder, said"),
            ("Engerix-B", "2019-03-02", "2024-04-04", "engerix-b-kinder, said"),
            ("VAQTA", "2019-03-02", "2025-05-05", "vaqta-kinder, said"),
            ("VAQTA", "1980-03-02", "2025-05-05", "vaqta"),
            ("HBVAXPRO", "2023-04-03", "2025-05-05", "hbvaxpro-5-mikrogramm, said"),
            ("HBVAXPRO", "1990-04-03", "2025-05-05", "hbvaxpro-10-mikrogramm"),
            ("Encepur", "1998-04-03", "2020-05-05", "encepur-erwachsene"),
            ("Encepur 2", "1998-04-03", "2004-05-05", "encepur-kinder, said"),
            ("Encepur Erwachsene", "1998-04-03", "2004-05-05", "encepur-erwachsene"),
            ("Erwachsene Encepur", "1998-04-03", "2004-05-05", "whichVaccine: encepur-erwachsene"),
            ("FSME-IMMUN Erwachsene", "2023-04-03", "2025-05-05", "fsme-immun-erwachsene"),
            ("Encepur", "1998", "2010", "childOrAdult: encepur-erwachsene encepur-kinder"),
            ("Encepur", "2025-01-01", "2025-06-01", "childOrAdult: encepur-erwachsene encepur-kinder"),
            // What wasn't there yet drops out, and what is for the same ages isn't asked.
            ("Comirnaty", "1980-01-01", "2025-10-10", "comirnaty"),
            ("Flucelvax", "1950-01-01", "2019-10-10", "flucelvax-tetra, said"),
            ("Fluenz", "1950-01-01", "2025-10-10", "fluenz"),
        ])
    func brands(text: String, birth: String, day: String, found: String) {
        #expect(answer(text, birth: birth, day: day) == found)
    }

    @Test(
        "as booklets and lists have it",
        arguments: [
            ("Twinrix Ki", "twinrix-kinder"), ("Twinrix Erw.", "twinrix-erwachsene"), ("Encepur K", "encepur-kinder"),
            ("Havrix Junior", "havrix-720-kinder"), ("Engerix-B junior", "engerix-b-kinder"),
            ("Havrix 1440 Adult", "havrix-1440"), ("HBVAXPRO Kinder", "hbvaxpro-5-mikrogramm"),
            ("HBVAXPRO 5\u{B5}g", "hbvaxpro-5-mikrogramm"), ("FSME-Immun 0,25 ml Junior", "fsme-immun-junior"),
            ("Covid Biontech 3.", "comirnaty, said"), ("Covid Pfizer 1", "comirnaty, said"),
            ("Covid-19 Impfstoff Moderna", "spikevax, said"), ("COVID 19 Johnson & Johnson", "jcovden, said"),
            ("MMR GSK", "priorix, said"), ("6-fach Sanofi", "hexyon, said"), ("Novavax", "nuvaxovid, said"),
            ("Prevnar 13", "prevenar-13"), ("Men B (Bexsero)", "bexsero"), ("Pneumococcal (PPV23)", "ppsv23"),
            ("Tetanus Auffr.", "tetanus"), ("FSME 1. Teilimpfung", "tbe"), ("FSME II", "tbe"),
            ("Zeckenimpfung 2", "target:tbe"), ("Masern und R\u{F6}teln", "measles-rubella"),
            ("Masern, Mumps, R\u{F6}teln, Varizellen", "mmrv, said"), ("Tetanus-Diphtherie-Polio", "td-ipv"),
            ("Hepatitis A und B", "hepatitis-ab"), ("DTPa-IPV-Hib-HepB", "dtap-ipv-hib-hepb"),
            ("Tdap-IPV", "tdap-ipv"), ("3 in 1 teenage booster", "td-ipv"),
        ])
    func writing(text: String, found: String) {
        #expect(answer(text) == found)
    }

    @Test(
        "by the age and the season of the day",
        arguments: [
            ("dTaP-IPV", "1985-03-03", "2024-04-01", "tdap-ipv, said"),
            ("DTaP-IPV", "2021-01-01", "2024-04-01", "dtap-ipv"), ("Tdap", "2016-01-09", "2017-05-03", "tdap"),
            ("Diphtherie Tetanus", "1985-03-03", "2024-04-01", "td, said"),
            ("Di-Te", "2021-01-01", "2024-04-01", "dt, said"), ("dTpa", "1985-03-03", "2024-04-01", "tdap, said"),
            ("Diphtheria, tetanus, whooping cough for children (DTaP)", "1985-03-03", "2024-04-01", "dtap"),
            ("FSME Pfizer", "2021-01-01", "2024-04-01", "fsme-immun-junior, said"),
            ("Moderna Booster", "1985-03-03", "2022-01-09", "spikevax, said"),
            ("Grippe 23/24", "1985-03-03", "2023-10-09", "target:influenza"),
            ("Vaxigrip Tetra 2023/24", "1985-03-03", "2024-01-09", "vaxigrip-tetra"),
            ("Influenza 2023", "1985-03-03", "2023-10-09", "target:influenza"),
            ("Prevenar 20 2024", "1985-03-03", "2024-01-09", "prevenar-20"),
        ])
    func days(text: String, birth: String, day: String, found: String) {
        #expect(answer(text, birth: birth, day: day) == found)
    }

    @Test("another season than the day\u{2019}s is asked")
    func otherSeasons() {
        #expect(answer("Grippe 2019/20", day: "2024-01-09").hasPrefix("whichVaccine"))
        #expect(answer("Grippe 23/24").hasPrefix("whichVaccine"))
    }

    @Test("a code says which of a brand\u{2019}s products it was where only the maker is named")
    func makersBesideCodes() {
        #expect(answer("Pfizer-BioNTech COVID-19", cvx: ["208"]) == "comirnaty")
        #expect(answer("dTpa", cvx: ["115"]) == "tdap")
        #expect(answer("Tetanus, diphtheria, whooping cough", cvx: ["115"]) == "tdap")
        #expect(answer("Pfizer-BioNTech COVID-19", cvx: ["03"]).hasPrefix("contradiction"))
    }

    @Test("what comes after brackets is no name")
    func brackets() {
        #expect(!answer("oral").hasPrefix("cholera"))
    }

    @Test("of a brand alone it is asked where no birth date tells")
    func brandsWithoutAge() {
        #expect(answer("Encepur").hasPrefix("childOrAdult"))
        #expect(answer("Encepur", day: "2020-01-01").hasPrefix("childOrAdult"))
        #expect(answer("Comirnaty") == "comirnaty")
        #expect(answer("Encepur Kinder") == "encepur-kinder")
    }

    @Test("a brand's strength for an age, where only the product is known")
    func strengths() {
        let child = who("1998-04-03", "2004-05-05")
        #expect(finder.strength(of: "encepur-erwachsene", for: child)?.id == "encepur-kinder")
        #expect(
            finder.strength(of: "encepur-erwachsene", for: who("1998-04-03", "2024-05-05"))?.id == "encepur-erwachsene")
        #expect(finder.strength(of: "encepur-erwachsene", for: who()) == nil)
        #expect(finder.strength(of: "priorix", for: child) == nil)
    }

    @Test(
        "codes by themselves",
        arguments: [
            ("05", "measles"), ("04", "measles-rubella"), ("223", "fsme-immun-junior"), ("08", "hepatitis-b"),
            ("22", "diphtheria tetanus pertussis hib"), ("214", "target:ebola"), ("998", "refused: notGiven"),
            ("999", "unknown"), ("24", "refused: otherDisease"), ("86", "refused: antibody"),
            ("125", "target:pandemic-influenza"),
        ])
    func codes(code: String, found: String) {
        #expect(answer(nil, cvx: [code]) == found)
    }

    @Test(
        "a text beside codes",
        arguments: [
            ("Stamaril", "17", "contradiction: stamaril hib"), ("Stamaril", "37", "stamaril"),
            ("Priorix", "03", "priorix"), ("Priorix", "05", "contradiction: priorix measles"),
            ("Efluelda", "88", "efluelda"), ("Masern", "03", "mmr"), ("Zecken", "223", "fsme-immun-junior"),
            ("MMR", "05", "contradiction: mmr measles"), ("Stamaril", "998", "refused: notGiven"),
            ("Stamaril", "86", "contradiction: stamaril"), ("Stamaril", "999", "stamaril"),
            ("3-fach", "03", "mmr, said"),
            ("Wundermittel", "03", "mmr"), ("Tetanus", "03", "contradiction: tetanus mmr"),
        ])
    func contradictions(text: String, code: String, found: String) {
        #expect(answer(text, cvx: [code]) == found)
    }

    @Test("a group's code agrees with what is in it")
    func groups() {
        let group = Code(.atc, "J07BB")
        #expect(line(finder.find("Efluelda", codes: [group], for: who())) == "efluelda")
        #expect(line(finder.find("Stamaril", codes: [group], for: who())).hasPrefix("contradiction"))
    }

    @Test("diseases that are told beside a name")
    func diseases() {
        let told = [["measles"], ["mumps"], ["rubella"]]
        #expect(line(finder.find("Priorix", diseases: told, for: who())) == "priorix")
        #expect(line(finder.find("Stamaril", diseases: told, for: who())).hasPrefix("contradiction: stamaril"))
        #expect(line(finder.find(nil, diseases: told, for: who())) == "measles mumps rubella")
        #expect(line(finder.find(nil, codes: [Code(.cvx, "03")], diseases: told, for: who())) == "mmr")
    }

    @Test(
        "what fits several, or none in full, is a choice",
        arguments: [
            ("Engerix", "childOrAdult: engerix-b-erwachsene engerix-b-kinder"),
            ("Meningokokken", "whichVaccine: target:meningococcal-acwy target:meningococcal-b target:meningococcal-c"),
            ("Johnson & Johnson", "whichVaccine: zabdeno mvabea jcovden"),
            ("HPV MSD", "whichVaccine: gardasil-9 gardasil silgard"),
            // Two vaccines are no combination, and what is only beside another name isn't taken for it.
            ("5-fach + Hep B", "whichVaccine: dtap-ipv-hib dtap-ipv-hepb"),
            ("6-fach + Pneumokokken", "whichVaccine: dtap-ipv-hib-hepb pneumococcal"),
            ("Infanrix hexa Ch.-B. A21CD345B", "whichVaccine: infanrix-hexa"),
            ("Infarnix hexa", "didYouMean: infanrix-hexa"),
            ("5-fach", "whichVaccine: dtap-ipv-hepb dtap-ipv-hib"),
        ])
    func choices(text: String, found: String) {
        let words = Set(answer(text).split(separator: " "))
        #expect(words == Set(found.split(separator: " ")), "\(words)")
    }

    @Test("a word that many names have tells none of them beside one that is only like a maker's")
    func commonWords() {
        #expect(line(finder.find("Vaccinox Plus", for: who())) == "unknown")
        #expect(line(finder.find("Soberana Plus", for: who())) == "soberana-plus")
        #expect(finder.suggestions(for: "Vaccinox Plus", species: "person").isEmpty)
        // A disease with a letter wrong says something still.
        #expect(
            finder.suggestions(for: "Hepatitus B", species: "person").map(VaccineFinder.id).first
                == "engerix-b-erwachsene")
    }

    @Test(
        "what is written on a dog\u{2019}s stickers is its kind, whichever letter the distemper has",
        arguments: [
            ("DHPPi/L4", "dog-shppi-l4"), ("SHPPi/L4", "dog-shppi-l4"), ("DHPPi + L4", "dog-shppi-l4"),
            ("DHPPi", "dog-shppi"), ("DAPPi", "dog-shppi"), ("DHP", "dog-shp"), ("DHPPi/L4R", "dog-shppi-l4r"),
            ("SHPPi/LT", "dog-shppi-lr"), ("Versican Plus DHPPi/L4", "versican-plus-dhppi-l4"),
        ])
    func dogs(text: String, found: String) {
        #expect(line(finder.find(text, for: VaccineFinder.Who("dog"))) == found)
    }

    @Test("a name, or the words that one begins with, is never taken for another by a letter")
    func neverByALetter() {
        let ofProducts = catalogue.vaccines.map { ($0.species, [$0.name["en"]] + $0.aliases) }
        let ofKinds = catalogue.kinds.map { kind in
            (kind.species, kind.name.languages.flatMap { [kind.name[$0]] + kind.synonyms[$0] })
        }
        for (species, names) in ofProducts + ofKinds {
            // A name in brackets is one as well.
            for name in Set(names.flatMap { $0.split(whereSeparator: "()".contains) }) {
                for end in name.split(whereSeparator: " /-+,".contains).map(\.endIndex) where end > name.startIndex {
                    let text = String(name[..<end])
                    if case .choice(_, .didYouMean) = finder.find(text, for: VaccineFinder.Who(species)) {
                        Issue.record("\(text) is asked about")
                    }
                }
            }
        }
    }

    @Test("a name that dogs and cats share is the species\u{2019}")
    func sharedNames() {
        #expect(line(finder.find("Rabisin", for: VaccineFinder.Who("cat"))) == "rabisin-cat")
        #expect(line(finder.find("Rabisin", for: VaccineFinder.Who("dog"))) == "rabisin-dog")
        #expect(line(finder.find("Rabisin", for: who())) == "unknown")
    }

    @Test("every name, synonym and alias of the catalogue answers itself")
    func names() {
        func found(_ text: String, _ species: String) -> [VaccineSearch.Suggestion] {
            switch finder.find(text, for: VaccineFinder.Who(species)) {
            case .one(let one, _): [one]
            case .choice(let some, let question) where question != .didYouMean: some
            default: []
            }
        }
        for vaccine in catalogue.vaccines {
            for name in [vaccine.name["en"], vaccine.id] + vaccine.aliases {
                #expect(found(name, vaccine.species).contains(.vaccine(vaccine)), "\(name)")
            }
        }
        for kind in catalogue.kinds {
            for name in ["en", "de"].flatMap({ [kind.name[$0]] + kind.synonyms[$0] }) {
                // Of several kinds with the name of one disease it is the disease.
                let isMeant = found(name, kind.species).contains { one in
                    one == .vaccine(kind) || one.vaccine == nil && Set(one.targets).isSubset(of: kind.targets)
                }
                #expect(isMeant, "\(name)")
            }
        }
        for target in catalogue.targets {
            for name in ["en", "de"].flatMap({ [target.names[$0]] + target.synonyms[$0] }) {
                let isMeant = found(name, target.species).contains { $0.targets.contains(target.id) }
                #expect(isMeant, "\(name)")
            }
        }
    }

    @Test("bad text means nothing, and takes no time")
    func badText() {
        for text in Extremes.texts + [String(repeating: "Priorix ", count: 100_000), "", " ", "1 2 3"] {
            _ = finder.find(text, for: who())
        }
        #expect(answer("") == "unknown")
    }
}
