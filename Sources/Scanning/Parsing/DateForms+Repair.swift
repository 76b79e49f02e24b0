extension DateForms.Form {
    /// The same with one digit, or one in each of two places, taken for another that looks like it by hand.
    var repaired: [DateForms.Form] {
        let once = withOneDigitChanged
        return once + once.prefix(40).flatMap(\.withOneDigitChanged).prefix(800)
    }

    private var withOneDigitChanged: [DateForms.Form] {
        let parts = [day ?? "", month ?? "", year]
        return parts.indices.flatMap { place in
            DigitLookalikes.changed(parts[place]).map { changed in
                var parts = parts
                parts[place] = changed
                return DateForms.Form(year: parts[2], month: parts[1], day: parts[0], share: share * 0.6)
            }
        }
    }
}

/// Digits that are taken for one another where they are written by hand.
enum DigitLookalikes {
    /// The ways to change one digit of a number; none for what is long.
    static func changed(_ digits: String) -> [String] {
        let characters = Array(digits)
        guard characters.count <= 10 else { return [] }
        return characters.indices.flatMap { place in
            (others[characters[place]] ?? "").map { other in
                var changed = characters
                changed[place] = other
                return String(changed)
            }
        }
    }

    private static let others: [Character: String] = [
        "0": "69", "1": "274", "2": "17", "3": "58", "4": "91", "5": "36", "6": "05", "7": "12", "8": "39", "9": "408",
    ]
}
