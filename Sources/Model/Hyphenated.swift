extension String {
    /// A name as message ids, forms and addresses have it: `not-text` for `notText`.
    package var hyphenated: String {
        reduce(into: "") { name, character in
            if character.isUppercase { name += "-" }
            name += character.lowercased()
        }
    }
}
