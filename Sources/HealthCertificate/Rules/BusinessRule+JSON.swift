public import BoundedJSON

extension BusinessRule {
    /// Reads one rule in the EU's format.
    ///
    /// Logic that isn't valid CertLogic doesn't keep the rule from loading: it stays open when it is evaluated.
    ///
    /// - Throws: ``HealthCertificateError`` of layer `rules` that names the member and the rule.
    public init(_ json: JSONValue) throws(HealthCertificateError) {
        let members = RuleMembers(json)
        self.identifier = try members.text("Identifier")
        self.kind = Kind(rawValue: try members.text("Type"))
        self.country = try members.text("Country").uppercased()
        self.region = members.json["Region"]?.text.flatMap { $0.isEmpty ? nil : $0.uppercased() }
        self.version = try members.version("Version")
        self.schemaVersion = try members.version("SchemaVersion")
        self.engine = try members.text("Engine").uppercased()
        self.engineVersion = try members.version("EngineVersion")
        guard let type = CertificateType(rawValue: try members.text("CertificateType")) else {
            throw members.fault(.unsupported, "CertificateType")
        }
        self.certificateType = type
        self.descriptions = try members.descriptions()
        self.validFrom = try members.moment("ValidFrom")
        self.validTo = try members.moment("ValidTo")
        self.affectedFields = try members.fields()
        guard let logic = json["Logic"] else { throw members.fault(.missing, "Logic") }
        self.logic = Result { () throws(CertLogicError) in try CertLogicExpression(logic) }
    }
}

/// The members of a rule, read with errors that tell which rule and which member is wrong.
private struct RuleMembers {
    let json: JSONValue

    init(_ json: JSONValue) {
        self.json = json
    }

    func fault(_ code: HealthCertificateError.Code, _ member: String) -> HealthCertificateError {
        let name = json["Identifier"]?.text.map { String($0.prefix(40)) } ?? "without an Identifier"
        return HealthCertificateError(.rules, code, "\(member) of rule \(name)")
    }

    func text(_ member: String) throws(HealthCertificateError) -> String {
        guard let value = json[member] else { throw fault(.missing, member) }
        guard let text = value.text else { throw fault(.wrongType, member) }
        guard !text.isEmpty else { throw fault(.invalidValue, member) }
        return text
    }

    func version(_ member: String) throws(HealthCertificateError) -> RuleVersion {
        guard let version = RuleVersion(try text(member)) else { throw fault(.invalidValue, member) }
        return version
    }

    func moment(_ member: String) throws(HealthCertificateError) -> CertLogicDateTime {
        let text = try text(member)
        do {
            return try CertLogicDateTime(parsing: text)
        } catch {
            throw fault(.invalidValue, member)
        }
    }

    /// The first text of each language counts.
    func descriptions() throws(HealthCertificateError) -> [String: String] {
        guard let list = json["Description"] else { return [:] }
        guard let elements = list.elements else { throw fault(.wrongType, "Description") }
        var descriptions: [String: String] = [:]
        for element in elements {
            guard let language = element["lang"]?.text, let text = element["desc"]?.text else {
                throw fault(.invalidValue, "Description")
            }
            descriptions[language.lowercased()] = descriptions[language.lowercased()] ?? text
        }
        return descriptions
    }

    func fields() throws(HealthCertificateError) -> [String] {
        guard let list = json["AffectedFields"] else { return [] }
        guard let elements = list.elements else { throw fault(.wrongType, "AffectedFields") }
        let fields = elements.compactMap(\.text)
        guard fields.count == elements.count else { throw fault(.wrongType, "AffectedFields") }
        return fields
    }
}
