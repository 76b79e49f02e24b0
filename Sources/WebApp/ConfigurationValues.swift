import Foundation
package import Lists
import Model

/// The settings' texts, gathered from command line, environment and defaults.
struct ConfigurationValues {
    private var values: [String: String] = [:]
    /// What was given, and by what.
    private(set) var sources: [String: Configuration.Source] = [:]

    init(arguments: [String], environment: [String: String]) throws(ConfigurationError) {
        try Configuration.requireKnown(environment)
        for setting in Configuration.settings {
            values[setting.name] = environment[setting.variable] ?? setting.standard
            sources[setting.name] = environment[setting.variable] == nil ? nil : .environment
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = parts.first, option.hasPrefix("--") else {
                // Of an address that came here by mistake nothing is shown: there may be a password in it.
                let shown = argument.contains("://") ? "" : " '\(argument)'"
                throw ConfigurationError(argument, "Unknown argument\(shown). See --help.")
            }
            let name = String(option.dropFirst(2))
            guard values[name] != nil else {
                throw ConfigurationError(name, "Unknown option '--\(name)'. See --help.")
            }
            sources[name] = .option
            if parts.count == 2 {
                values[name] = parts[1]
            } else if Configuration.settings.contains(where: { $0.name == name && $0.isSwitch }),
                rest.first?.hasPrefix("--") != false
            {
                values[name] = "yes"
            } else if let value = rest.popFirst() {
                values[name] = value
            } else {
                throw ConfigurationError(name, "--\(name) needs a value.")
            }
        }
        try requirePaths()
    }

    /// - Throws: ``ConfigurationError`` for an option that names a file or folder by nothing.
    private func requirePaths() throws(ConfigurationError) {
        for setting in Configuration.settings where setting.isPath && self[setting.name].isEmpty {
            guard sources[setting.name] != nil else { continue }
            throw ConfigurationError(setting.name, "--\(setting.name) is empty: name a \(setting.unit).")
        }
    }

    subscript(_ name: String) -> String { values[name] ?? "" }

    func number(_ name: String, _ range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        guard let number = Int(typed: self[name], in: range) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw ConfigurationError(name, "--\(name) takes a whole number from \(bounds).")
        }
        return number
    }

    /// A text that pages show.
    func text(_ name: String, limit: Int) throws(ConfigurationError) -> String {
        guard self[name].isEmpty || RecordText.fault(in: self[name], limit: limit) == nil else {
            throw ConfigurationError(
                name, "--\(name) takes plain text of up to \(limit) characters, without control characters.")
        }
        return self[name]
    }

    func flag(_ name: String) throws(ConfigurationError) -> Bool {
        switch self[name].lowercased() {
        case "yes", "true", "1": true
        case "no", "false", "0", "": false
        default: throw ConfigurationError(name, "--\(name) takes yes or no.")
        }
    }

    func choice(_ name: String, _ choices: [String]) throws(ConfigurationError) -> String {
        guard choices.contains(self[name]) else {
            throw ConfigurationError(name, "--\(name) takes one of \(choices.joined(separator: ", ")).")
        }
        return self[name]
    }
}

extension Configuration {
    /// Refuses variables that look like settings and are none: one that is mistyped would leave its setting as it was.
    ///
    /// For every command that reads one of them.
    package static func requireKnown(_ environment: [String: String]) throws(ConfigurationError) {
        let known = settings.map(\.variable)
        let strangers = environment.keys.filter { $0.hasPrefix("VACCINAPP_") && !known.contains($0) }
        for setting in settings where setting.isPath && environment[setting.variable] == "" {
            throw ConfigurationError(
                setting.name, "The environment variable \(setting.variable) is empty: give it a value, or take it away."
            )
        }
        guard let stranger = strangers.min() else { return }
        let nearest = known.min { distance($0, stranger) < distance($1, stranger) } ?? ""
        throw ConfigurationError(
            stranger,
            "There is no setting for the environment variable \(stranger); the nearest is \(nearest). "
                + "Correct it, or take it away. See 'vaccinapp serve --help'.")
    }

    /// What to say of variables whose names are nearly a setting's, so that they would be passed over in silence.
    package static func nearMisses(_ environment: [String: String]) -> [String] {
        environment.keys.filter { !$0.hasPrefix("VACCINAPP_") }.sorted().compactMap { name in
            settings.map(\.variable).first { distance($0, name) <= 2 }.map { nearest in
                "There is an environment variable \(name), which counts for nothing; the nearest setting is \(nearest)."
            }
        }
    }

    /// How many characters have to be put in, left out or replaced to make one of the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other.prefix(64).utf8)
        var row = Array(0...other.count)
        for (index, byte) in one.prefix(64).utf8.enumerated() {
            var before = row[0]
            row[0] = index + 1
            for column in other.indices {
                let replaced = before + (byte == other[column] ? 0 : 1)
                before = row[column + 1]
                row[column + 1] = min(replaced, before + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
