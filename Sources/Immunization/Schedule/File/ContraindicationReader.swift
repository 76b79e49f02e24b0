/// Reads what forbids vaccines, or leaves them to a doctor.
enum ContraindicationReader {
    /// One rule for each antigen and each observation that the row names.
    static func contraindications(_ node: DataNode) throws(DataFault) -> [Contraindication] {
        var object = try node.object()
        let antigens = try object.strings("antigens")
        let observations = try [object.optionalString("observation")].compactMap { $0 } + object.strings("observations")
        var rule = Contraindication(antigen: nil, observation: nil)
        rule.vaccines = try object.array("vaccines").map(SeriesDoseFileReader.vaccine)
        (rule.also, rule.unless) = (Set(try object.strings("also")), Set(try object.strings("unless")))
        (rule.beginAge, rule.endAge) = (try object.period("from"), try object.period("until"))
        for dose in try object.array("doses") { rule.doses.insert(try dose.integer()) }
        rule.degree = try object.choice("degree", default: .absolute)
        rule.length = try object.period("for")
        rule.text = try object.texts("text")
        try object.finish()
        guard !antigens.isEmpty || !rule.vaccines.isEmpty else {
            throw node.fault(.ruleWithoutSubject)
        }
        let isLimited = rule.beginAge != nil || rule.endAge != nil || !rule.doses.isEmpty
        guard !observations.isEmpty || isLimited else {
            throw node.fault(.ruleWithoutGround)
        }
        guard (rule.degree == .wait) == (rule.length != nil), rule.degree != .wait || !observations.isEmpty else {
            throw node.fault(.ruleWithoutGround)
        }
        guard rule.degree == .absolute || !rule.text.isEmpty else {
            throw node.fault(.ruleWithoutText)
        }
        return (antigens.isEmpty ? [nil] : antigens.map(Optional.some)).flatMap { antigen in
            (observations.isEmpty ? [nil] : observations.map(Optional.some)).map { observation in
                var one = rule
                (one.antigen, one.observation) = (antigen, observation)
                return one
            }
        }
    }
}
