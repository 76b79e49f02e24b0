import CivilDates
package import Immunization
import Synchronization

/// The catalogue and the schedules in use.
///
/// What is put in use by a page or by `vaccinapp catalogue import` is taken up without a restart; a request keeps the
/// release it began with.
package final class CatalogueSource: Sendable {
    /// A release with its version's name.
    package struct Use: Sendable {
        package let name: String
        package let release: CatalogueRelease
    }

    private struct State: Sendable {
        var use: Use
        var lookedAt = ContinuousClock.now
        var isLooking = false
        var fault: DataFault?
        /// The version that couldn't be used, as it lay there: it isn't tried again until that changes.
        var refused: (name: String, stamp: [String])?
    }

    /// How often it is looked whether another release is in use, however the clock is set.
    private let interval: Duration

    package let store: CatalogueStore
    private let state: Mutex<State>

    /// Reads the release in use, or, where that can't be read, the shipped one: a server has to start.
    ///
    /// - Parameter shipped: the shipped one, where somebody has read it already.
    package init(
        _ store: CatalogueStore, lookingEvery interval: Duration = .seconds(10), shipped: CatalogueRelease? = nil
    )
        throws
    {
        (self.store, self.interval) = (store, interval)
        func use(_ name: String) throws -> Use {
            let known = name == CatalogueStore.shippedName ? shipped : nil
            return Use(name: name, release: try known ?? store.release(name))
        }
        let name = store.currentName
        do {
            let use = try use(name)
            state = Mutex(State(use: use))
        } catch  where name != CatalogueStore.shippedName {
            let use = try use(CatalogueStore.shippedName)
            state = Mutex(State(use: use, fault: Self.fault(error, name)))
        }
    }

    /// The release with its name as they are now.
    ///
    /// A release that can't be read leaves the old one in place. One request looks and reads, the others go on.
    package var inUse: Use {
        let (use, looks) = state.withLock { state in
            guard !state.isLooking, state.lookedAt.duration(to: .now) >= interval else {
                return (state.use, false)
            }
            state.isLooking = true
            return (state.use, true)
        }
        return looks ? look(use) : use
    }

    /// The release as it was found a moment ago; nil when it is time to look again, which can take long.
    package var lately: Use? {
        state.withLock { state in
            state.isLooking || state.lookedAt.duration(to: .now) < interval ? state.use : nil
        }
    }

    /// The release as it was found last, however long ago.
    package var found: CatalogueRelease { state.withLock { $0.use.release } }

    /// The catalogue with its schedules as they are now.
    package var release: CatalogueRelease { inUse.release }

    /// The catalogue as it is now.
    package var current: Catalogue { release.catalogue }

    /// Why the version that was chosen isn't the one in use; nil while it is.
    package var fault: DataFault? { state.withLock { $0.fault } }

    /// Takes up at once what has just been put in use.
    package func take(_ release: CatalogueRelease, named name: String) {
        let use = Use(name: name, release: release)
        state.withLock { state in
            (state.use, state.fault, state.refused, state.lookedAt) = (use, nil, nil, ContinuousClock.now)
        }
    }

    private func look(_ old: Use) -> Use {
        let name = store.currentName
        let refused = state.withLock { $0.refused }
        let stamp = name == refused?.name || name != old.name ? store.stamp(of: name) : []
        if let refused, refused == (name, stamp) {
            return state.withLock { state in
                (state.isLooking, state.lookedAt) = (false, ContinuousClock.now)
                return state.use
            }
        }
        let found = name == old.name ? .success(old) : Result { Use(name: name, release: try store.release(name)) }
        return state.withLock { state in
            (state.isLooking, state.lookedAt) = (false, ContinuousClock.now)
            // Somebody may have taken up another one meanwhile: theirs is newer.
            guard state.use.name == old.name else { return state.use }
            switch found {
            case .success(let use): (state.use, state.fault, state.refused) = (use, nil, nil)
            case .failure(let error): (state.fault, state.refused) = (Self.fault(error, name), (name, stamp))
            }
            return state.use
        }
    }

    private static func fault(_ error: any Error, _ name: String) -> DataFault {
        switch error {
        case let fault as DataFault: fault
        case CatalogueStore.Failure.unknownVersion(let missing):
            DataFault(file: name, .noVersion, ["name": missing])
        default: DataFault(file: name, .unreadable)
        }
    }
}
