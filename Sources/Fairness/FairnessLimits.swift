/// Who asks for a share: an account, and the network that it asks from.
package struct Requester: Hashable, Sendable {
    package let account: String
    /// What one person may have many addresses in.
    package let network: String

    package init(account: String, network: String) {
        (self.account, self.network) = (account, network)
    }

    /// Somebody without an account: then an address counts as one, and without a network as that too.
    package init(address: String, network: String? = nil) {
        self.init(account: "address \(address)", network: network ?? address)
    }

    /// Somebody who shares with nobody, as at a command line.
    package static var alone: Requester { Requester(address: "\(UInt64.random(in: 0...(.max)))") }
}

/// How much there is of something, and how much of it one account and one network may have.
package struct FairnessLimits: Sendable {
    /// Units in all.
    package var room: Int
    package var ofAccount: Int
    package var ofNetwork: Int
    /// How many places an account and a network may have, however few units each holds.
    package var placesOfAccount: Int
    package var placesOfNetwork: Int
    /// How many may wait for their turn, in all, of one account and of one network; a third of the places to wait is for
    /// those of whose network nobody has, waits for or lately had anything.
    package var waiting: Int
    package var waitingOfAccount: Int
    package var waitingOfNetwork: Int
    /// For how long it is remembered who had how much; nil where it isn't.
    ///
    /// Then those who had least go first.
    package var remembered: Duration?
    /// How many units are never had by those who had much lately: longer than a tenth of what is remembered; nor by those
    /// whose network would have more than `little` with it.
    package var spare: Int
    package var little: Int

    package init(
        room: Int, ofAccount: Int = .max, ofNetwork: Int = .max, placesOfAccount: Int = .max,
        placesOfNetwork: Int = .max, waiting: Int = .max, waitingOfAccount: Int = .max, waitingOfNetwork: Int = .max,
        remembered: Duration? = nil, spare: Int = 0, little: Int = .max
    ) {
        (self.room, self.ofAccount, self.ofNetwork) = (max(room, 1), max(ofAccount, 1), max(ofNetwork, 1))
        (self.placesOfAccount, self.placesOfNetwork) = (placesOfAccount, placesOfNetwork)
        (self.waiting, self.waitingOfAccount, self.waitingOfNetwork) = (waiting, waitingOfAccount, waitingOfNetwork)
        (self.remembered, self.spare, self.little) = (remembered, min(spare, self.room - 1), little)
    }
}

/// Why somebody gets no share now.
package enum ShareRefusal: Error, Equatable, Sendable {
    /// They have theirs already.
    case ownShare
    /// All together have too much, or too many wait.
    case full
    /// Nobody waits for it any more.
    case cancelled
}
