package import Model

/// What a column of a table can hold: a field of a vaccination.
package struct VaccinationColumn: RawRepresentable, Hashable, Sendable, CaseIterable {
    package let field: Field<Vaccination>

    /// The field's name, which heads its column in our tables.
    package var rawValue: String { field.name }

    package init?(rawValue: String) {
        guard let field = Vaccination.field(rawValue) else { return nil }
        self.field = field
    }

    private init(_ field: Field<Vaccination>) { self.field = field }

    package static let date = Self(Vaccination.date)
    package static let target = Self(Vaccination.target)
    package static let vaccine = Self(Vaccination.vaccine)
    package static let vaccineName = Self(Vaccination.vaccineName)

    /// In the order of our tables: the date, which people look for first, and then as records have them.
    package static let allCases = [date] + Vaccination.fields.map(Self.init).filter { $0 != date }

    /// The column that a heading means, in English or German, ours among them; nil when it says nothing to us.
    package init?(heading: String) {
        let word = heading.lowercased().filter { $0.isLetter }
        guard let column = Self.words.first(where: { $0.words.contains(word) })?.column else { return nil }
        self = column
    }

    /// What may head each column, its field's name among it, in an order, so that a word listed twice would mean the same
    /// each time.
    package static let words: [(column: VaccinationColumn, words: Set<String>)] =
        allCases.map { ($0, [$0.rawValue.lowercased()]) } + others.map { (Self($0), $1) }

    private static let others: [(Field<Vaccination>, Set<String>)] = [
        (
            Vaccination.date,
            [
                "datum", "impfdatum", "vaccinationdate", "dateofvaccination", "administered", "administrationdate",
                "given", "dategiven", "occurrence", "tag", "impftag", "dateadministered",
            ]
        ),
        (
            Vaccination.target,
            [
                "disease", "diseases", "targetdisease", "erreger", "krankheit", "impfung", "impfunggegen", "gegen",
                "schutzgegen", "protectsagainst", "antigen", "diseasetarget", "vaccination", "immunization",
            ]
        ),
        (Vaccination.vaccine, ["vaccineid", "vaccinecode", "impfstoffid", "impfstoffcode"]),
        (
            Vaccination.vaccineName,
            [
                "impfstoff", "impfstoffname", "product", "produkt", "productname", "handelsname", "tradename",
                "brand", "brandname",
            ]
        ),
        (
            Vaccination.batch,
            [
                "lot", "lotnumber", "batchnumber", "charge", "chargennummer", "chnr", "chargennr", "lotno", "batchno",
                "lotnr", "batchlot", "chb",
            ]
        ),
        (
            Vaccination.administeredBy,
            [
                "doctor", "physician", "provider", "performer", "arzt", "ärztin", "arztin", "praxis", "impfarzt",
                "geimpftvon", "clinic", "givenby", "arztpraxis",
            ]
        ),
        (Vaccination.country, ["land", "impfland", "countrycode"]),
        (Vaccination.site, ["bodysite", "impfstelle", "körperstelle", "injektionsstelle"]),
        (Vaccination.route, ["applikation", "applikationsart", "verabreichung", "routeofadministration"]),
        (
            Vaccination.batchExpiry,
            [
                "expiry", "expirydate", "expirationdate", "verfall", "verfallsdatum", "haltbarbis",
            ]
        ),
        (Vaccination.validUntil, ["gültigbis", "gueltigbis"]),
        (Vaccination.source, ["quelle", "herkunft"]),
        (
            Vaccination.note,
            [
                "notes", "comment", "comments", "notiz", "bemerkung", "bemerkungen", "anmerkung", "kommentar",
            ]
        ),
        (Vaccination.doseNumber, ["dose", "doseno", "dosis", "dosisnummer", "dosisnr", "dn"]),
        (
            Vaccination.seriesDoses,
            [
                "doses", "totaldoses", "dosen", "gesamtdosen", "anzahldosen", "sd", "dosesinseries",
            ]
        ),
        (Vaccination.otherTargets, ["otherdiseases", "alsoagainst", "weitereerreger", "weiterekrankheiten"]),
    ]
}
