/// What was read in a region.
package struct ScanField: Sendable, Hashable {
    /// As it was read.
    package var text: String
    /// In the form that the rest of the program takes; nil where nothing of the region's type was read.
    package var value: String?
    /// 0 to 1; exactly 1 only for what a code with a check digit says, or what somebody typed.
    package var confidence: Double
    /// The values that it may have, the likeliest first.
    package var candidates: [String]

    /// How much the readings speak for each value, 0 to 1.
    var support: [String: Double] = [:]
    /// Whether it only repeats what the row above has.
    var isRepeated = false
    /// What the confidence would be if nothing made it doubtful.
    var undoubted: Double

    package init(text: String, value: String?, confidence: Double, candidates: [String] = []) {
        (self.text, self.value, self.confidence, self.candidates) = (text, value, confidence, candidates)
        undoubted = confidence
    }

    /// How much a person has to do.
    package enum Band: String, Sendable, CaseIterable {
        /// Read clearly.
        case clear
        /// Please check.
        case check
        /// Please type.
        case type
    }

    package var band: Band {
        value == nil || confidence < Self.checkable ? .type : confidence < Self.clear ? .check : .clear
    }

    /// Whether it was read clearly.
    package var isSure: Bool { band == .clear }

    static let clear = 0.9
    static let checkable = 0.6
    /// The most that is left to a value that somebody has to type.
    static let unread = 0.59
    /// The most that is left to a value that somebody has to check.
    static let doubtful = 0.89
    /// The most that words without a check digit can give.
    static let most = 0.99

    /// Sets it to what somebody has to check.
    mutating func doubt() { confidence = min(confidence, Self.doubtful) }
}
