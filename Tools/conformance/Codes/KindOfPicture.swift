import Codes

/// The pictures degraded in one way, and what was read of them.
struct KindOfPicture {
    /// The share in percent that has to be read, where one is promised.
    static let wanted: [String: Double] = [
        "original": 100, "clean": 100, "rotate-15": 100, "rotate-45": 100, "inverted": 100, "low-contrast": 100,
        "pixels-3": 100, "pixels-2.1": 100, "screenshot": 100, "perspective-8": 98, "perspective-15": 98,
        "tilt-30": 98, "noise": 98, "curved-2": 98, "curved-3": 90, "crumpled-2": 90, "crumpled-3": 90,
        "photo-hard": 55, "empty-photo-12mp": 100,
        "empty-page": 100, "empty-noise": 100,
    ]

    let name: String
    private var times: [Duration] = []
    private var right = 0
    private var wrong = 0

    init(name: String) {
        self.name = name
    }

    mutating func add(_ result: Result<[String], ReadRefusal>, wanted: String, time: Duration) {
        times.append(time)
        switch result {
        case .success([wanted]): right += 1
        case .success: wrong += 1
        case .failure: right += wanted.isEmpty ? 1 : 0
        }
    }

    var outcome: CaseOutcome {
        let share = 100 * Double(right) / Double(max(1, times.count))
        let isGood = wrong == 0 && share >= Self.wanted[name] ?? 0
        var details = ["\(right) of \(times.count) read", "\(wrong) wrong", "median \(median) ms"]
        if let wanted = Self.wanted[name] { details.append("wanted \(Int(wanted)) %") }
        return CaseOutcome(name: name, state: isGood ? .agrees : .disagrees, details: details)
    }

    private var median: Int64 {
        guard !times.isEmpty else { return 0 }
        let time = times.sorted()[times.count / 2].components
        return time.seconds * 1_000 + time.attoseconds / 1_000_000_000_000_000
    }
}
