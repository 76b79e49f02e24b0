/// Prometheus's text format, version 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>).
struct PrometheusText {
    enum Kind: String {
        case counter, gauge, histogram
    }

    private(set) var text = ""

    /// A family with one sample.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help)
        sample(name, [:], value)
    }

    /// Names what the samples after it are.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quote: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ name: String, _ labels: KeyValuePairs<String, String> = [:], _ value: Double) {
        let list = labels.map { "\($0.key)=\"\(Self.escaped($0.value, quote: true))\"" }.joined(separator: ",")
        text += list.isEmpty ? "\(name) \(Self.number(value))\n" : "\(name){\(list)} \(Self.number(value))\n"
    }

    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { String($0) } ?? "\(value)"
    }

    private static func escaped(_ text: String, quote: Bool) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        return quote ? escaped.replacing("\"", with: "\\\"") : escaped
    }
}
