/// Who asks for a share: an account, and the address that it asks from.
package struct Requester: Hashable, Sendable {
    package let account: String
    package let address: String

    package init(account: String, address: String) {
        (self.account, self.address) = (account, address)
    }

    /// Somebody without an account: then an address counts as one.
    package init(address: String) { self.init(account: "address \(address)", address: address) }

    /// Somebody who shares with nobody, as at a command line.
    package static var alone: Requester { Requester(address: "\(UInt64.random(in: 0...(.max)))") }
}

/// How much there is of something, and how much of it one account and one address may have.
package struct FairnessLimits: Sendable {
    /// Units in all.
    package var room: Int
    package var ofAccount: Int
    package var ofAddress: Int
    /// How many places an account may have, however few units each holds.
    package var placesOfAccount: Int
    /// How many may wait for their turn, in all and of one account.
    package var waiting: Int
    package var waitingOfAccount: Int
    /// For how long it is remembered who had how much; nil where it isn't.
    ///
    /// Then those who had least go first, and a third of the places to wait is for those who had nothing.
    package var remembered: Duration?
    /// How many units are never had by those who had much lately: longer than a tenth of what is remembered.
    package var spare: Int

    package init(
        room: Int, ofAccount: Int = .max, ofAddress: Int = .max, placesOfAccount: Int = .max, waiting: Int = .max,
        waitingOfAccount: Int = .max, remembered: Duration? = nil,
        spare: Int = 0
    ) {
        (self.room, self.ofAccount, self.ofAddress) = (max(room, 1), max(ofAccount, 1), max(ofAddress, 1))
        (self.placesOfAccount, self.waiting, self.waitingOfAccount) = (placesOfAccount, waiting, waitingOfAccount)
        (self.remembered, self.spare) = (remembered, min(spare, self.room - 1))
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
