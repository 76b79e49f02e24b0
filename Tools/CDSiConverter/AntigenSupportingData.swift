import Immunization

/// The file of one antigen: its series, what counts as immunity, what forbids it.
struct AntigenSupportingData {
    let root: XMLElement
    let text: CDSiText
    let antigen: String

    init(root: XMLElement, text: CDSiText) throws {
        guard let antigen = root.first("series")?.value("targetDisease") else {
            throw CDSiError(text.place, "names no target disease")
        }
        (self.root, self.text, self.antigen) = (root, text, antigen)
    }

    func series() throws -> [AntigenSeries] {
        try root.all("series").enumerated().map { number, element in
            var series = AntigenSeries(id: "\(antigen)/\(number + 1)", antigens: [antigen])
            series.name = ["en": element.value("seriesName") ?? ""]
            series.kind =
                switch element.value("seriesType") {
                case "Standard": .standard
                case "Risk": .risk
                case "Evaluation Only": .evaluation
                default: throw CDSiError(text.place, "has a series of unknown type")
                }
            series.group = element.value("vaccineGroup")
            series.sexes = Set(element.all("requiredGender").compactMap { Sex(rawValue: $0.text.trimmed.lowercased()) })
            series.selection = try selection(element)
            series.indications = try element.all("indication").compactMap(indication)
            let reader = SeriesDoseReader(text: text)
            series.doses = try element.all("seriesDose").map(reader.dose)
            return series
        }
    }

    private func selection(_ element: XMLElement) throws -> SeriesSelection {
        var selection = SeriesSelection()
        guard let row = element.first("selectSeries") else { return selection }
        selection.group = row.value("seriesGroup") ?? ""
        let equivalent = element.value("equivalentSeriesGroups") ?? ""
        selection.equivalentGroups = Set(equivalent.split(separator: ";").map { String($0).trimmed })
        selection.priority = row.value("seriesPriority") ?? "A"
        selection.preference = row.value("seriesPreference").flatMap { Int($0) } ?? .max
        selection.isDefault = text.flag(row, "defaultSeries")
        selection.isProductPath = text.flag(row, "productPath")
        selection.minimumAgeToStart = try text.period(row, "minAgeToStart")
        selection.maximumAgeToStart = try text.period(row, "maxAgeToStart")
        return selection
    }

    private func indication(_ element: XMLElement) throws -> Indication? {
        guard let code = element.first("observationCode")?.value("code") else { return nil }
        var indication = Indication(.observation(code))
        indication.beginAge = try text.period(element, "beginAge")
        indication.endAge = try text.period(element, "endAge")
        indication.text = ["en": element.value("description") ?? ""]
        return indication
    }

    func immunity() throws -> [ImmunityRule] {
        guard let element = root.first("immunity") else { return [] }
        var history = ImmunityRule(antigen: antigen)
        history.observations = Set(element.all("clinicalHistory").compactMap { $0.value("guidelineCode") })
        let births = try element.all("dateOfBirth").compactMap { row -> ImmunityRule? in
            guard let before = try text.date(row, "immunityBirthDate") else { return nil }
            var rule = ImmunityRule(antigen: antigen)
            rule.bornBefore = before
            rule.birthCountry = row.value("birthCountry")
            rule.exclusions = Set(row.all("exclusion").compactMap { $0.value("exclusionCode") })
            return rule
        }
        return [history] + births
    }

    func contraindications() throws -> [Contraindication] {
        guard let element = root.first("contraindications") else { return [] }
        return try ["vaccineGroup", "vaccine"].flatMap { element.first($0)?.all("contraindication") ?? [] }
            .compactMap { row in
                guard let code = row.value("observationCode") else { return nil }
                var rule = Contraindication(antigen: antigen, observation: code)
                rule.text = ["en": row.value("contraindicationText") ?? ""]
                rule.beginAge = try text.period(row, "beginAge")
                rule.endAge = try text.period(row, "endAge")
                rule.vaccines = try row.all("contraindicatedVaccine").compactMap { vaccine in
                    try SeriesDoseReader(text: text).vaccine(vaccine)
                }
                return rule
            }
    }
}
