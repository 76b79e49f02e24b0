import CivilDates
import HealthCertificate
import Testing

@Suite("Holders", .timeLimit(.minutes(3)))
struct HolderTests {
    static func holder(_ family: String?, _ given: String?, _ birth: String? = "1964-08-12") -> Holder {
        Holder(
            name: PersonName(standardFamily: family, standardGiven: given),
            dateOfBirth: birth.map { CertificateDate($0) })
    }

    @Test(
        "the same person is told by birth date and one name of each part, or by swapped names",
        arguments: [
            (holder("MUELLER<GROSS", "AENNE<MARIA"), holder("MUELLER", "MARIA"), true),
            (holder("DR<MUELLER", "AENNE"), holder("MUELLER", "AENNE"), true),
            (holder("MUELLER", "DR<<AENNE"), holder("MUELLER", "AENNE"), true),
            (holder("MUELLER", "AENNE"), holder("AENNE", "MUELLER"), true),
            (holder("MUELLER", nil), holder("MUELLER", nil), true),
            (holder("MUELLER", "AENNE", ""), holder("MUELLER", "AENNE", ""), true),
            (holder("MUELLER", "AENNE", " 1964-08-12 "), holder("MUELLER", "AENNE"), true),
            (holder("MUELLER", "AENNE"), holder("MUELLER", "ERIKA"), false),
            (holder("MUELLER", "AENNE"), holder("MEIER", "AENNE"), false),
            (holder("MUELLER", "AENNE"), holder("MUELLER", "AENNE", "1964-08-13"), false),
            (holder("MUELLER", "AENNE", "1964-08"), holder("MUELLER", "AENNE"), false),
            (holder("MUELLER", "AENNE"), holder("MUELLER", nil), false),
            (holder("DR<MUELLER", "DR<AENNE"), holder("DR<MEIER", "DR<ERIKA"), false),
            (holder("MUELLER", "AENNE"), holder("AENNE", "ERIKA"), false),
        ])
    func same(left: Holder, right: Holder, isSame: Bool) {
        #expect(left.isSame(as: right) == isSame)
        #expect(right.isSame(as: left) == isSame)
    }

    @Test("a name as a pass has it is compared in standard letters")
    func writtenNames() {
        let pass = Holder(
            name: PersonName(family: "Müller-Groß", given: "Dr. Änne"), dateOfBirth: CertificateDate("1964-08-12"))
        #expect(pass.isSame(as: Self.holder("MUELLER<GROSS", "AENNE")))
        #expect(pass.isSame(as: Self.holder("MUELLER", "AENNE<MARIA")))
        #expect(!pass.isSame(as: Self.holder("MULLER", "AENNE")))
    }

    @Test(
        "names are transliterated as passports do",
        arguments: [
            ("Müller-Groß", "MUELLER<GROSS"), ("d'Červenková Panklová", "DCERVENKOVA<PANKLOVA"),
            ("Jiřina-Maria Alena", "JIRINA<MARIA<ALENA"), ("Ångström", "AANGSTROEM"), ("Đặng Þórr", "DANG<THORR"),
            ("Łukasz Øst", "LUKASZ<OEST"), ("O’Neill", "ONEILL"), ("Щербаков", "SHCHERBAKOV"), ("Παππάς", "PAPPAS"),
            ("  ", ""), ("Muller<<X", "MULLER<X"), ("A\u{0308}nne", "AENNE"), ("\u{202E}Eve", "EVE"), ("山田", ""),
            ("İpek Işık", "IPEK<ISIK"), (String(repeating: "x", count: 200), String(repeating: "X", count: 80)),
        ])
    func transliteration(name: String, standard: String) {
        #expect(Transliteration.machineReadable(name) == standard)
    }

    @Test("the shown name is the written one, else the standard one")
    func display() {
        #expect(PersonName(family: "Müller", given: "Änne").display == "Änne Müller")
        #expect(PersonName(family: " ", standardFamily: "MUELLER<GROSS").display == "MUELLER GROSS")
        #expect(PersonName().display == "")
    }

    @Test(
        "the state of a series follows from dose and total",
        arguments: [
            (1, 2, "EU/1/20/1528", SeriesState.incomplete(dose: 1, of: 2)), (2, 2, "EU/1/20/1528", .complete(doses: 2)),
            (1, 1, "EU/1/20/1528", .complete(doses: 1)), (2, 1, "EU/1/20/1528", .booster(dose: 2)),
            (3, 3, "EU/1/20/1528", .booster(dose: 3)), (3, 2, "EU/1/20/1528", .booster(dose: 3)),
            (1, 1, "EU/1/20/1525", .complete(doses: 1)), (2, 2, "EU/1/20/1525", .booster(dose: 2)),
            (0, 2, "EU/1/20/1528", .unknown), (1, 0, "EU/1/20/1528", .unknown), (nil, 2, "EU/1/20/1528", .unknown),
        ] as [(Int?, Int?, String, SeriesState)])
    func series(dose: Int?, total: Int?, product: String, state: SeriesState) {
        let entry = VaccinationEntry(
            target: Coding(code: "840539006"), product: Coding(code: product), dose: dose, total: total)
        #expect(entry.seriesState == state)
    }

    @Test("three of three of another disease is a whole series, not a booster")
    func otherTarget() {
        let entry = VaccinationEntry(target: Coding(code: "66071002"), dose: 3, total: 3)
        #expect(entry.seriesState == .complete(doses: 3))
    }
}
