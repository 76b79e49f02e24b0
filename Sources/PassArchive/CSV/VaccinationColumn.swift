/// What a column of a table can hold.
package enum VaccinationColumn: String, Sendable, CaseIterable {
    case date
    case target
    case vaccine
    case vaccineName
    case batch
    case administeredBy
    case country
    case site
    case route
    case batchExpiry
    case validUntil
    case reduced
    case note
    case doseNumber
    case seriesDoses
    case otherTargets
    case source
    case sourceDate

    /// The column that a heading means, in English or German, ours among them; nil when it says nothing to us.
    package init?(heading: String) {
        let word = heading.lowercased().filter { $0.isLetter }
        guard let column = Self.words.first(where: { $0.words.contains(word) })?.column else { return nil }
        self = column
    }

    /// In an order, so that a word listed twice would mean the same each time.
    package static let words: [(column: VaccinationColumn, words: Set<String>)] = [
        (
            .date,
            [
                "date", "datum", "impfdatum", "vaccinationdate", "dateofvaccination", "administered",
                "administrationdate",
                "given", "dategiven", "occurrence", "tag", "impftag", "dateadministered",
            ]
        ),
        (
            .target,
            [
                "target", "disease", "diseases", "targetdisease", "erreger", "krankheit", "impfung", "impfunggegen",
                "gegen",
                "schutzgegen", "protectsagainst", "antigen", "diseasetarget", "vaccination", "immunization",
            ]
        ),
        (.vaccine, ["vaccine", "vaccineid", "vaccinecode", "impfstoffid", "impfstoffcode"]),
        (
            .vaccineName,
            [
                "vaccinename", "impfstoff", "impfstoffname", "product", "produkt", "productname", "handelsname",
                "tradename",
                "brand", "brandname",
            ]
        ),
        (
            .batch,
            [
                "batch", "lot", "lotnumber", "batchnumber", "charge", "chargennummer", "chnr", "chargennr", "lotno",
                "batchno", "lotnr", "batchlot", "chb",
            ]
        ),
        (
            .administeredBy,
            [
                "administeredby", "doctor", "physician", "provider", "performer", "arzt", "ärztin", "arztin", "praxis",
                "impfarzt", "geimpftvon", "clinic", "givenby", "arztpraxis",
            ]
        ),
        (.country, ["country", "land", "impfland", "countrycode"]),
        (.site, ["site", "bodysite", "impfstelle", "körperstelle", "injektionsstelle"]),
        (.route, ["route", "applikation", "applikationsart", "verabreichung", "routeofadministration"]),
        (
            .batchExpiry,
            [
                "batchexpiry", "expiry", "expirydate", "expirationdate", "verfall", "verfallsdatum", "haltbarbis",
            ]
        ),
        (.validUntil, ["validuntil", "gültigbis", "gueltigbis"]),
        (.reduced, ["reduced"]),
        (.source, ["source", "quelle", "herkunft"]),
        (.sourceDate, ["sourcedate"]),
        (
            .note,
            ["note", "notes", "comment", "comments", "notiz", "bemerkung", "bemerkungen", "anmerkung", "kommentar"]
        ),
        (.doseNumber, ["dosenumber", "dose", "doseno", "dosis", "dosisnummer", "dosisnr", "dn"]),
        (
            .seriesDoses,
            [
                "seriesdoses", "doses", "totaldoses", "dosen", "gesamtdosen", "anzahldosen", "sd", "dosesinseries",
            ]
        ),
        (.otherTargets, ["othertargets", "otherdiseases", "alsoagainst", "weitereerreger", "weiterekrankheiten"]),
    ]
}
