/// A vaccine as the lexicon gets it.
package struct LexiconEntry: Sendable, Hashable {
    package let id: String
    /// What it is called on stickers: its name and the others that it has.
    package let names: [String]
    /// The diseases that it is against.
    package let targets: Set<String>
    /// Its makers' names.
    package let manufacturers: [String]
    /// Its packages' numbers, of 14 digits, where they are known.
    package let gtins: Set<String>

    package init(
        id: String, names: [String], targets: Set<String> = [], manufacturers: [String] = [],
        gtins: Set<String> = []
    ) {
        (self.id, self.names, self.targets) = (id, names, targets)
        (self.manufacturers, self.gtins) = (manufacturers, gtins)
    }
}
