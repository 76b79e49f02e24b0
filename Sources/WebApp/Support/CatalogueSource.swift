import Foundation
import Immunization
import Synchronization

/// The catalogue and the schedules in use.
///
/// What `vaccinapp catalogue import` puts in use is taken up without a restart; a request keeps the release it began
/// with.
final class CatalogueSource: Sendable {
    private struct State: Sendable {
        var release: CatalogueRelease
        var name: String
        var lookedAt: Date
    }

    /// How often it is looked whether another release is in use, in seconds.
    private static let interval: TimeInterval = 10

    private let store: CatalogueStore
    private let state: Mutex<State>

    /// Reads the release in use.
    init(_ store: CatalogueStore) throws {
        self.store = store
        let name = store.currentName
        self.state = Mutex(State(release: try store.release(name), name: name, lookedAt: .now))
    }

    /// The catalogue with its schedules as they are now.
    ///
    /// A release that can't be read leaves the old one in place.
    var release: CatalogueRelease {
        state.withLock { state in
            let now = Date.now
            guard now.timeIntervalSince(state.lookedAt) >= Self.interval else { return state.release }
            state.lookedAt = now
            let name = store.currentName
            if name != state.name, let release = try? store.release(name) {
                (state.release, state.name) = (release, name)
            }
            return state.release
        }
    }

    /// The catalogue as it is now.
    var current: Catalogue { release.catalogue }
}

extension CalendarDate {
    /// The calendar date of a moment in UTC.
    init(_ moment: Date) {
        let days = (moment.timeIntervalSince1970 / 86_400).rounded(.down)
        self.init(clampingDayNumber: Int(exactly: days) ?? 0)
    }
}
