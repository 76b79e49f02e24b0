/// A vaccine that the WHO has prequalified, by the id under which an ICVP names it.
public struct PrequalifiedProduct: Sendable, Hashable {
    /// The WHO's id, such as `YellowFeverProductd8a09f80301dc05e124f99ffe7711fc0`.
    public let id: String
    /// The commercial name.
    public let name: String
    /// Who makes it.
    public let manufacturer: String

    /// The system that the ids are of.
    public static let system = "http://smart.who.int/pcmt-vaxprequal/CodeSystem/PreQualProductIds"

    /// Looks a product up; nil where the WHO's list hasn't that id.
    public init?(id: String) {
        guard let product = Self.byID[id] else { return nil }
        self = product
    }

    private init?(line: Substring) {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        (id, name, manufacturer) = (String(fields[0]), String(fields[1]), String(fields[2]))
    }

    private static let byID: [String: PrequalifiedProduct] = {
        let products = table.split(separator: "\n").compactMap(PrequalifiedProduct.init(line:))
        return Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
    }()

    /// The disease it protects against.
    var disease: ICVPDisease { id.hasPrefix("YellowFever") ? .yellowFever : .poliomyelitis }

    /// Whether a text has the form of such an id, known or not: a name, `Product` and 32 digits in hex.
    static func isID(_ text: String) -> Bool {
        text.utf8.count > 39 && text.dropLast(32).hasSuffix("Product") && text.suffix(32).allSatisfy(\.isHexDigit)
    }
}
