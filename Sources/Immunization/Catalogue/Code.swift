/// A list of codes that somebody keeps, such as SNOMED CT or CVX.
public struct CodeSystem: RawRepresentable, Hashable, Sendable {
    /// The name that the catalogue's files use.
    public let rawValue: String

    /// A system by the name that the catalogue's files use.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Marketing authorisation numbers of the EU, such as `EU/1/20/1528`, and the product codes that the EU Digital
    /// COVID Certificate's value set `vaccines-covid-19-names` gives to products without one, such as `Sputnik-V`.
    public static let euProduct = CodeSystem(rawValue: "eu")
    /// WHO's Anatomical Therapeutic Chemical codes; J07 are vaccines. See https://atcddd.fhi.no
    public static let atc = CodeSystem(rawValue: "atc")
    /// CDC's codes of vaccines administered. See https://www2a.cdc.gov/vaccines/iis/iisstandards/vaccines.asp?rpt=cvx
    public static let cvx = CodeSystem(rawValue: "cvx")
    /// SNOMED CT concept ids. See https://www.snomed.org
    public static let snomed = CodeSystem(rawValue: "snomed")
    /// ICD-10 codes. See https://icd.who.int/browse10/2019/en
    public static let icd10 = CodeSystem(rawValue: "icd10")
    /// German central pharmaceutical numbers, eight digits.
    public static let pzn = CodeSystem(rawValue: "pzn")
    /// Organisation ids of EMA's SPOR and the value set `vaccines-covid-19-auth-holders`, such as `ORG-100030215`.
    public static let emaOrganisation = CodeSystem(rawValue: "ema-org")

    /// Codes of laboratory tests. See https://loinc.org
    public static let loinc = CodeSystem(rawValue: "loinc")

    static let known: [CodeSystem] = [.euProduct, .atc, .cvx, .snomed, .icd10, .pzn, .emaOrganisation, .loinc]
}

/// A code in its system.
public struct Code: Hashable, Sendable {
    /// The list that the code comes from.
    public let system: CodeSystem

    /// The code itself.
    public let value: String

    /// A code in its system.
    public init(_ system: CodeSystem, _ value: String) {
        self.system = system
        self.value = value
    }

    static func list(_ node: DataNode?) throws(DataFault) -> [Code] {
        guard let node else { return [] }
        var codes: [Code] = []
        for (name, values) in try node.object().members {
            guard let system = CodeSystem.known.first(where: { $0.rawValue == name }) else {
                throw values.fault(.unknownCodeSystem)
            }
            for value in try values.array() {
                let text = try value.string()
                guard system.accepts(text) else { throw value.fault(.malformedCode) }
                codes.append(Code(system, text))
            }
        }
        return codes
    }
}

extension CodeSystem {
    /// Whether a text has the form of the system's codes.
    func accepts(_ value: String) -> Bool {
        let isDigits = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return switch self {
        case .snomed: isDigits && (6...18).contains(value.utf8.count)
        case .cvx: isDigits && (2...3).contains(value.utf8.count)
        case .pzn: isDigits && value.utf8.count == 8
        case .loinc:
            (3...9).contains(value.utf8.count) && value.utf8.dropLast(2).allSatisfy { (0x30...0x39).contains($0) }
                && value.suffix(2).first == "-" && value.last?.isWholeNumber == true
        case .emaOrganisation, .euProduct: (1...40).contains(value.utf8.count) && !value.contains(" ")
        default: (3...8).contains(value.utf8.count) && value.first?.isUppercase == true
        }
    }
}
