extension NumericCode {
    /// Puts the codes of one card together, in whatever order they were scanned.
    ///
    /// - Returns: the JWS, and what is remarkable about how it was cut.
    /// - Throws: ``SmartHealthCardDeparture`` where chunks are missing, doubled or of different cards.
    static func assemble(
        _ codes: [NumericCode]
    ) throws(SmartHealthCardDeparture) -> (jws: [UInt8], findings: [SmartHealthCardDeparture]) {
        guard let first = codes.first else { throw SmartHealthCardDeparture(.noCredential) }
        guard let count = first.place?.count else {
            guard codes.count == 1 else { throw SmartHealthCardDeparture(.chunkCountMismatch) }
            let isTooBig = first.characters.count > longestSingle
            return (first.characters, isTooBig ? [SmartHealthCardDeparture(.chunkTooBig)] : [])
        }
        var chunks: [Int: NumericCode] = [:]
        for code in codes {
            guard let place = code.place, place.count == count else {
                throw SmartHealthCardDeparture(.chunkCountMismatch)
            }
            // The same code scanned twice is no fault; two different ones with the same number are.
            guard chunks.updateValue(code, forKey: place.index).map({ $0 == code }) ?? true else {
                throw SmartHealthCardDeparture(.chunkDuplicate, at: "chunk \(place.index)")
            }
        }
        var jws: [UInt8] = []
        for index in 1...count {
            guard let chunk = chunks[index] else {
                throw SmartHealthCardDeparture(.chunkMissing, at: "chunk \(index) of \(count)")
            }
            jws += chunk.characters
        }
        return (jws, remarks(on: chunks, count: count, total: jws.count))
    }

    private static func remarks(on chunks: [Int: NumericCode], count: Int, total: Int) -> [SmartHealthCardDeparture] {
        var findings: [SmartHealthCardDeparture] = []
        for (index, chunk) in chunks.sorted(by: { $0.key < $1.key }) where chunk.characters.count > longestChunk {
            findings.append(SmartHealthCardDeparture(.chunkTooBig, at: "chunk \(index)"))
        }
        if count == 1 {
            findings.append(SmartHealthCardDeparture(.singleChunkNumbered))
        } else if total <= longestSingle {
            findings.append(SmartHealthCardDeparture(.chunkTooSmall))
        }
        return findings
    }
}
