/// Cuts and pastes in headers.
enum HeaderSamples {
    static func range(of text: String, in file: [UInt8]) -> Range<Int>? {
        let pattern = Array(text.utf8)
        guard file.count >= pattern.count else { return nil }
        for start in 0...(file.count - pattern.count) where file[start...].starts(with: pattern) {
            return start..<(start + pattern.count)
        }
        return nil
    }

    static func replacing(_ text: String, with other: String, in file: [UInt8]) -> [UInt8] {
        guard let range = range(of: text, in: file) else { return file }
        return Array(file[..<range.lowerBound]) + Array(other.utf8) + Array(file[range.upperBound...])
    }
}
