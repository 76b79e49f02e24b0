/// The value sets that codes are looked up in.
public struct ValueSets: Sendable {
    private let sets: [ValueSet.Name: ValueSet]

    /// Makes a collection; a set that is not there knows no code and warns of none.
    public init(_ sets: [ValueSet.Name: ValueSet]) { self.sets = sets }

    /// The sets as the EU last published them (2023).
    public static let standard = ValueSets([
        .disease: ValueSet(lines: ValueSet.diseaseCodes),
        .vaccine: ValueSet(lines: ValueSet.vaccineCodes),
        .product: ValueSet(lines: ValueSet.productCodes),
        .manufacturer: ValueSet(lines: ValueSet.manufacturerCodes),
        .testType: ValueSet(lines: ValueSet.testTypeCodes),
        .testDevice: ValueSet(lines: ValueSet.testDeviceCodes, isComplete: false),
        .testResult: ValueSet(lines: ValueSet.testResultCodes),
        .country: ValueSet(codes: ValueSet.countryCodes),
    ])

    /// What a code means in English, or `nil` when the set doesn't have it.
    public func display(of code: String, in name: ValueSet.Name) -> String? { sets[name]?.meanings[code] }

    /// The codes of an EU certificate that a complete set doesn't have, with their paths.
    func unknownCodes(in claims: HealthClaims) -> [Warning] {
        var warnings: [Warning] = []
        var counts: [HealthClaims.Kind: Int] = [:]
        for entry in claims.entries {
            let index = counts[entry.kind, default: 0]
            counts[entry.kind] = index + 1
            for (key, name, code) in entry.codes {
                guard let code, let set = sets[name], set.isComplete, set.meanings[code] == nil else { continue }
                let group = entry.kind.rawValue.prefix(1)
                warnings.append(.unknownCode(path: "\(group)[\(index)].\(key)", set: name, code: code))
            }
        }
        return warnings
    }
}

extension HealthClaims.Entry {
    /// The coded members of the entry by their keys in the payload.
    fileprivate var codes: [(key: StaticString, set: ValueSet.Name, code: String?)] {
        switch self {
        case .vaccination(let entry):
            [
                ("tg", .disease, entry.target?.code), ("vp", .vaccine, entry.vaccine?.code),
                ("mp", .product, entry.product?.code), ("ma", .manufacturer, entry.manufacturer?.code),
                ("co", .country, entry.country),
            ]
        case .test(let entry):
            [
                ("tg", .disease, entry.target?.code), ("tt", .testType, entry.type?.code),
                ("ma", .testDevice, entry.device?.code), ("tr", .testResult, entry.result?.code),
                ("co", .country, entry.country),
            ]
        case .recovery(let entry):
            [("tg", .disease, entry.target?.code), ("co", .country, entry.country)]
        }
    }
}
