import Immunization
import Seeded
import Testing

@Suite("Vaccines and diseases are found by what people write", .timeLimit(.minutes(3)))
struct VaccineSearchTests {
    let catalogue: Catalogue
    let search: VaccineSearch

    init() throws {
        catalogue = try ShippedCatalogue.load()
        search = try Self.shared.get()
    }

    static let shared = Result { VaccineSearch(try ShippedCatalogue.load(), languages: ["en", "de"]) }

    private func ids(_ text: String, _ species: String? = "person") -> [String] {
        search.suggestions(for: text, species: species).map { suggestion in
            switch suggestion {
            case .vaccine(let vaccine): vaccine.id
            case .target(let target): "target \(target.id)"
            }
        }
    }

    @Test(
        "by trade name and alias, with case, accents, hyphens and spaces ignored",
        arguments: [
            ("Infanrix hexa", "infanrix-hexa"), ("infanrix hexa", "infanrix-hexa"), ("INFANRIXHEXA", "infanrix-hexa"),
            ("hexa infanrix", "infanrix-hexa"), ("infanrix-hexa", "infanrix-hexa"), ("infanrix", "infanrix"),
            ("Infanrix he", "infanrix-hexa"), ("infanrix+hib", "infanrix-plus-hib"), ("prevenar 13", "prevenar-13"),
            ("Prevenar13", "prevenar-13"), ("prevenar", "prevenar"), ("prevenar 2", "prevenar-20"),
            ("apexxnar", "prevenar-20"), ("MMRVaxPro", "m-m-rvaxpro"), ("m-m-r vaxpro", "m-m-rvaxpro"),
            ("mmr vax pro", "m-m-rvaxpro"), ("priorix", "priorix"), ("Priorix Tetra", "priorix-tetra"),
            ("boostrix", "boostrix"), ("boostrix ipv", "boostrix-polio"), ("repevax", "repevax"), ("td pur", "td-pur"),
            ("TdImmun", "td-immun"), ("Masern-Impfstoff M\u{E9}rieux", "masern-impfstoff-merieux"),
            ("masern impfstoff merieux", "masern-impfstoff-merieux"),
            ("Roeteln-Impfstoff HDC", "roeteln-impfstoff-hdc-merieux"),
            ("R\u{F6}telnimpfstoff HDC", "roeteln-impfstoff-hdc-merieux"), ("fsme immun junior", "fsme-immun-junior"),
            ("FSME-Immun", "fsme-immun-erwachsene"), ("encepur k", "encepur-kinder"), ("gardasil9", "gardasil-9"),
            ("gardasil", "gardasil"), ("comirnaty", "comirnaty"), ("BNT162b2", "comirnaty"), ("mRNA-1273", "spikevax"),
            ("XBB", "comirnaty-omicron-xbb-1-5"), ("engerix", "engerix-b-erwachsene"),
            ("Twinrix", "twinrix-erwachsene"),
            ("havrix 720", "havrix-720-kinder"), ("Tetagam", "tetagam-p"), ("rabipur", "rabipur"),
            ("Typhim", "typhim-vi"), ("hbvaxpro", "hbvaxpro-10-mikrogramm"), ("act hib", "act-hib"),
            ("Beyfortus\u{AE}", "beyfortus"), ("hexavac", "hexavac"), ("Infanrix hexa Impfstoff", "infanrix-hexa"),
        ])
    func products(text: String, first: String) {
        #expect(ids(text).first == first, "\(ids(text))")
    }

    @Test(
        "with a wrong, missing, doubled or swapped letter",
        arguments: [
            ("infanrx hexa", "infanrix-hexa"), ("Infarnix hexa", "infanrix-hexa"), ("infannrix hexa", "infanrix-hexa"),
            ("Prevanar 13", "prevenar-13"), ("pneumowax", "pneumovax-23"), ("Piorix", "priorix"),
            ("proirix", "priorix"),
            ("Bostrix", "boostrix"), ("booostrix", "boostrix"), ("Reperax", "repevax"), ("Gadasil 9", "gardasil-9"),
            ("Comirnati", "comirnaty"), ("Comrinaty", "comirnaty"), ("Cormirnaty", "comirnaty"),
            ("Spikevacs", "spikevax"), ("shinrgix", "shingrix"), ("Twinrixx", "twinrix-erwachsene"),
            ("encephur", "encepur-erwachsene"), ("stamarli", "stamaril"), ("Ramipur", "rabipur"),
            ("Keuchusten", "boostrix"), ("whoopping cough", "boostrix"), ("measels", "m-m-rvaxpro"),
            ("meazles", "m-m-rvaxpro"), ("Tetnaus", "tetanol-pur"), ("Windpoken", "varilrix"),
            ("chikenpox", "varilrix"),
            ("Gelbfiber", "stamaril"), ("Tolwut", "rabipur"), ("Diphterie", "td-impfstoff-merieux"),
            ("Pneumokoken", "capvaxive"), ("influensa", "efluelda"), ("hepatitus b", "engerix-b-erwachsene"),
        ])
    func mistakes(text: String, first: String) {
        #expect(ids(text).first == first, "\(ids(text))")
    }

    @Test(
        "by disease, everyday word, abbreviation and maker in both languages",
        arguments: [
            ("Keuchhusten", "boostrix"), ("whooping cough", "boostrix"), ("pertussis", "boostrix"),
            ("lockjaw", "tetanol-pur"), ("Wundstarrkrampf", "tetanol-pur"), ("Starrkrampf", "tetanol-pur"),
            ("Tetanus", "tetanol-pur"), ("Tetanusimpfung", "tetanol-pur"), ("tetanus shot", "tetanol-pur"),
            ("Impfung gegen Tetanus", "tetanol-pur"), ("Zecken", "encepur-erwachsene"), ("tick", "encepur-erwachsene"),
            ("Zeckenimpfung", "encepur-erwachsene"), ("FSME", "encepur-erwachsene"), ("tbe", "encepur-erwachsene"),
            ("tick-borne encephalitis", "encepur-erwachsene"), ("Masern", "m-m-rvaxpro"), ("measles", "m-m-rvaxpro"),
            ("German measles", "m-m-rvaxpro"), ("R\u{F6}teln", "m-m-rvaxpro"), ("Roeteln", "m-m-rvaxpro"),
            ("roteln", "m-m-rvaxpro"), ("R\u{D6}TELN", "m-m-rvaxpro"), ("Ro\u{308}teln", "m-m-rvaxpro"),
            ("rubella", "m-m-rvaxpro"), ("Ziegenpeter", "m-m-rvaxpro"), ("MMR", "m-m-rvaxpro"),
            ("m-m-r", "m-m-rvaxpro"),
            ("MMR-Impfung", "m-m-rvaxpro"), ("MMRV", "priorix-tetra"), ("Windpocken", "varilrix"),
            ("chicken pox", "varilrix"), ("G\u{FC}rtelrose", "shingrix"), ("guertelrose", "shingrix"),
            ("shingles", "shingrix"), ("tdap", "boostrix"), ("Tdap-IPV", "boostrix-polio"),
            ("td", "td-impfstoff-merieux"),
            ("6-fach", "hexyon"), ("6fach", "hexyon"), ("6 fach Impfung", "hexyon"), ("Sechsfach", "hexyon"),
            ("Sechsfachimpfung", "hexyon"), ("6in1", "hexyon"), ("six in one", "hexyon"), ("hexavalent", "hexyon"),
            ("DTaP-IPV-Hib-HepB", "hexyon"), ("dtap ipv hib hepb", "hexyon"), ("5-fach", "infanrix-ipv-plus-hib"),
            ("HPV", "cervarix"), ("cervical cancer", "cervarix"), ("Geb\u{E4}rmutterhalskrebs", "cervarix"),
            ("polio", "imovax-polio"), ("Kinderl\u{E4}hmung", "imovax-polio"), ("kinderlaehmung", "imovax-polio"),
            ("Hep A", "avaxim"), ("HepB", "engerix-b-erwachsene"), ("hepatitis a", "avaxim"),
            ("Reisegelbsucht", "avaxim"),
            ("Grippe", "efluelda"), ("flu jab", "efluelda"), ("Grippeimpfung", "efluelda"), ("corona", "bimervax"),
            ("Covid-19", "bimervax"), ("Tollwut", "rabipur"), ("rabies", "rabipur"), ("yellow fever", "stamaril"),
            ("Gelbfieber", "stamaril"), ("Affenpocken", "imvanex"), ("monkeypox", "imvanex"), ("menb", "bexsero"),
            ("Men B", "bexsero"), ("MenACWY", "menquadfi"), ("Meningokokken B", "bexsero"), ("PCV13", "prevenar-13"),
            ("RSV", "abrysvo"), ("rota", "rotarix"), ("Biontech", "comirnaty"), ("BioNTech/Pfizer", "comirnaty"),
            ("GSK", "arexvy"), ("gsk hexa", "infanrix-hexa"), ("Johnson & Johnson", "mvabea"),
            ("Sanofi 6-fach", "hexyon"), ("TB", "bcg"), ("Schwindsucht", "bcg"), ("Typhus", "typhim-vi"),
        ])
    func meanings(text: String, first: String) {
        #expect(ids(text).first == first, "\(ids(text))")
    }

    @Test(
        "for dogs and cats",
        arguments: [
            ("SHPPi", "dog", "biocan-novel-dhppi"), ("nobivac shppi", "dog", "nobivac-shppi"),
            ("nobivac dhppi", "dog", "nobivac-shppi"), ("Nobivac T", "dog", "nobivac-t-dog"),
            ("Nobivac T", "cat", "nobivac-t-cat"), ("nobivak l4", "dog", "nobivac-l4"),
            ("Staupe", "dog", "biocan-novel-puppy"),
            ("Zwingerhusten", "dog", "bronchi-shield"), ("kennel cough", "dog", "bronchi-shield"),
            ("parvo", "dog", "nobivac-parvo"), ("lepto", "dog", "canigen-l4"), ("Tollwut", "dog", "biocan-r-dog"),
            ("Lyme disease", "dog", "biocan-b"), ("Katzenschnupfen", "cat", "nobivac-ducat"),
            ("RCP", "cat", "biofel-pch"),
            ("Leukose", "cat", "leucogen"), ("leukemia", "cat", "leucogen"), ("purevax rcp", "cat", "purevax-rcp"),
            ("Virbac", "cat", "leucogen"), ("Katzenseuche", "cat", "biofel-pch"),
        ])
    func animals(text: String, species: String, first: String) {
        #expect(ids(text, species).first == first, "\(ids(text, species))")
    }

    @Test("are found for a species, or for all with people first")
    func species() {
        #expect(ids("infanrix", "dog").isEmpty)
        #expect(ids("rabisin", "person").isEmpty)
        #expect(ids("rabisin", nil) == ["rabisin-dog", "rabisin-cat"])
        #expect(ids("Tollwut", nil).first == "rabipur")
        #expect(ids("Tollwut", nil).suffix(3) == ["target rabies", "target dog-rabies", "target cat-rabies"])
    }

    @Test(
        "stand in their order: vaccines, then diseases; in use, then withdrawn; products, then kinds",
        arguments: [
            (
                "Zecken",
                "encepur-erwachsene encepur-kinder fsme-immun-erwachsene fsme-immun-junior tbe ticovac target tbe"
            ),
            ("6-fach", "hexyon infanrix-hexa vaxelis dtap-ipv-hib-hepb hexavac hexacima"),
            ("MMR", "m-m-rvaxpro priorix mmr mmrv priorix-tetra proquad m-m-r-ii mmr-triplovax mmr-vax"),
            ("shingles", "shingrix zoster-recombinant zoster-live zoster zostavax target zoster"),
            ("Prevanar", "prevenar prevenar-13 prevenar-20"),
            ("infanrix", "infanrix infanrix-ipv-plus-hib infanrix-hexa infanrix-plus-hib infanrix-penta infanrix-ipv"),
            ("Tetagam", "tetagam-p"), ("Rabipur", "rabipur"),
        ])
    func order(text: String, all: String) {
        #expect(ids(text).joined(separator: " ") == all)
    }

    @Test(
        "aren't found where nothing fits",
        arguments: [
            "folio", "xyzzy", "", " ", "-", "!?", "impfungsfrei", "hep c", "prevenar 99", "prevenar 14",
            "infanrix octo",
            "gnu", "MMS", "tdab x", "\u{1F489}", "\u{4E2D}\u{6587}", "aspirin", "ibuprofen", "tetanus malaria",
        ])
    func nothing(text: String) {
        #expect(ids(text).isEmpty, "\(ids(text))")
    }

    @Test("one name isn't another's")
    func differences() {
        #expect(!ids("Tetagam").contains("tetanol-pur"))
        #expect(!ids("prevenar 13").contains("prevenar-20"))
        #expect(!ids("meningokokken b").contains("menquadfi"))
        #expect(!ids("hepatitis b").contains("avaxim"))
        #expect(ids("covaxin") == ["covaxin"])
        #expect(ids("covaxim").contains("covaxin") && ids("covaxim").contains("covaxis"))
    }

    @Test("are bounded in text and results")
    func bounds() {
        for text in Extremes.texts + Extremes.numbers + Extremes.dates { _ = ids(text, nil) }
        #expect(ids(String(repeating: "a", count: VaccineSearch.longestText + 1)).isEmpty)
        #expect(ids("priorix" + String(repeating: "\u{301}", count: 100_000)).isEmpty)
        #expect(ids(String(repeating: "priorix ", count: VaccineSearch.mostWords)).first == "priorix")
        #expect(ids(String(repeating: "priorix ", count: VaccineSearch.mostWords + 1)).isEmpty)
        let most = VaccineSearch.mostProducts + VaccineSearch.mostKinds + VaccineSearch.mostTargets
        for text in ["tetanus", "covid", "influenza", "hepatitis", "meningokokken", "nobivac"] {
            #expect((1...most).contains(ids(text, nil).count))
        }
    }

    @Test("a maker's name finds its products of all kinds, those in use first, at most eight of a kind")
    func makers() {
        for maker in ["GSK", "Pfizer", "MSD", "Sanofi"] {
            let found = search.suggestions(for: maker, species: "person").compactMap(\.vaccine)
            let counts = Dictionary(grouping: found.filter { !$0.isBrandUnknown }, by: \.kind).mapValues(\.count)
            #expect(counts.count > VaccineSearch.mostProducts, "\(maker): \(counts)")
            #expect(counts.values.allSatisfy { $0 <= VaccineSearch.mostProducts })
            let ranks = found.map { Vaccine.Status.allCases.firstIndex(of: $0.status) ?? 9 }
            #expect(ranks == ranks.sorted())
        }
        #expect(ids("Pfizer").contains("comirnaty"), "made with BioNTech")
        #expect(ids("nirsevimab").contains("beyfortus"))
    }

    @Test("only the languages asked for count")
    func languages() throws {
        let english = VaccineSearch(catalogue, languages: ["en"])
        #expect(english.suggestions(for: "Keuchhusten").isEmpty)
        #expect(!english.suggestions(for: "whooping cough").isEmpty)
    }
}
