/// What a region may say, by one of its readings.
struct Candidate: Hashable, Sendable {
    /// In the form that the rest of the program takes: an identifier, an ISO date, a decimal with a point.
    let value: String
    /// As it was read.
    let text: String
    /// 0 to 1.
    let confidence: Double
    /// Whether a person has to look at it, however well it was read.
    var isDoubtful = false
    /// How much it counts beside other values: a long name found says more than a short one.
    var weight = 1.0
    /// What it might be instead, the likeliest first.
    var alternatives: [String] = []
}

/// Takes a region's readings for values of one type.
protocol FieldParser: Sendable {
    /// The values that a reading may say, the likeliest first; none where there are none of the type.
    func candidates(in reading: RegionReading) -> [Candidate]
}
