extension DataFault {
    /// What is wrong, and what it speaks of.
    public enum Code: String, CaseIterable, Sendable {
        /// Is missing, where only signed catalogues are taken.
        case unsigned
        /// Is no signature of these files by the key that is asked for.
        case wrongSignature
        /// Is of the moment `signed`, older than the release of the moment `newest`.
        case older
        /// Is larger than `count` bytes.
        case tooLarge
        /// Has text after its end.
        case textAfterEnd
        /// Is nested deeper than `count` levels.
        case tooDeep
        /// Ends too early.
        case earlyEnd
        /// Is not JSON here.
        case notJson
        /// Has text that is not UTF-8.
        case notUtf8
        /// Has a control character or a line break inside quotes.
        case controlCharacter
        /// Has an unknown escape.
        case malformedEscape
        /// Lacks its name in `name`.
        case lacksName
        /// Lacks `name`.
        case lacksKey
        /// Is not a key that belongs here.
        case unknownKey
        /// Should be text.
        case notText
        /// Should not be empty.
        case empty
        /// Should be a whole number.
        case notWholeNumber
        /// Should be true or false.
        case notTrueOrFalse
        /// Should be a list.
        case notList
        /// Should be an object.
        case notObject
        /// Is missing.
        case missing
        /// Is a second list in one file.
        case secondList
        /// Holds none of the lists `names`.
        case noList
        /// The id `name` is there already.
        case duplicate
        /// `name` is not among the `list`.
        case dangling
        /// `name` belongs to another species.
        case otherSpecies
        /// No kind of vaccine counts for `name`.
        case noKind
        /// Should be named by two lower-case letters of ISO 639-1.
        case notLanguage
        /// Should be one of `names`.
        case notOneOf
        /// Names no source.
        case noSource
        /// Is not among the file's sources.
        case unknownSource
        /// Should be A, B or C.
        case notConfidence
        /// Should be a date, YYYY-MM-DD.
        case notDate
        /// Is a date that the calendar does not have.
        case impossibleDate
        /// Should be an id of lower-case letters, digits and hyphens.
        case notAnId
        /// Should be ten digits in quotes.
        case notTenDigits
        /// Is a kind that does not exist.
        case unknownKind
        /// Should be “in use”, “withdrawn” or “elsewhere”.
        case notStatus
        /// Has the year `count`.
        case impossibleYear
        /// Ends before it begins.
        case endsBeforeItBegins
        /// Is in use and has a last year.
        case lastYearInUse
        /// Protects against nothing.
        case noTargets
        /// Has a target twice.
        case targetTwice
        /// Is both live and passive.
        case liveAndPassive
        /// Is no code system we know.
        case unknownCodeSystem
        /// Does not look like a code of its system.
        case malformedCode
        /// Its id should begin with the id of what contains it.
        case idOutsideParent
        /// There is a schedule of this id already.
        case scheduleTwice
        /// Is for a species that does not exist.
        case unknownSpecies
        /// Asks for `name`, which is not among the observations.
        case unknownObservation
        /// Asks for `name`, which is not among the regions.
        case unknownRegion
        /// Has a file name that should be small letters, digits and hyphens, as in vaccines-human.json.
        case malformedFileName
        /// Should be “previous”, “previous valid” or “dose 1”.
        case notReference
        /// Should be a season from one day to another, such as 10-01 to 03-31.
        case notSeason
        /// Is a skip without conditions.
        case emptySkip
        /// Should have either all or any conditions.
        case notAllOrAny
        /// Should be one condition.
        case oneCondition
        /// Should have one of “moreThan”, “equal”, “lessThan”.
        case noComparison
        /// Should be a period such as “4 years - 4 days”.
        case malformedPeriod
        /// Should be a period.
        case notPeriod
        /// Is a negative period.
        case negativePeriod
        /// Should be a day such as 2026-01-31.
        case notDay
        /// Should be an address that begins with https://.
        case notAddress
        /// Is a risk series without indications.
        case riskWithoutIndications
        /// Should have one of “observation”, “residence”, “trip”.
        case noGround
        /// Is a format this version can't read.
        case unknownFormat
        /// A conflict has the negative distance `period`.
        case conflictNegative
        /// A conflict names the unknown vaccine `name`.
        case conflictVaccine
        /// A contraindication names the unknown vaccine `name`.
        case ruleVaccine
        /// The series' id `name` is empty or used twice.
        case seriesId
        /// The group's id `name` is empty or used twice.
        case groupId
        /// The antigen `name` is in two groups.
        case twoGroups
        /// The source `name` isn't listed.
        case unlistedSource
        /// No vaccine for `species` protects against `name`.
        case noVaccine
        /// Dose `number` names the unknown vaccine `name`.
        case doseVaccine
        /// A series needs at least one dose and one antigen.
        case seriesEmpty
        /// Dose `number` is skipped after the negative `period`.
        case doseSkip
        /// Dose `number` has the negative age `period`.
        case doseAge
        /// Dose `number` has the age `older` after `younger`.
        case doseAges
        /// Dose `number` has the negative interval `period`.
        case doseInterval
        /// Dose `number` is measured from dose `other`.
        case doseForward
        /// A cycle: the series of group `group` for `antigen` wait for their own completion.
        case seriesCycle
        /// Has a degree twice.
        case degreeTwice
        /// Has degrees that do not rise.
        case fallingDegrees
        /// Implies `name`, which is not among the observations.
        case unknownImplication
        /// `name` implies itself, in a circle.
        case implicationCircle
        /// Should begin with a dose at an age.
        case courseWithoutAge
        /// Should have either “age” or “after”.
        case courseDoseWithoutMoment
        /// Should have both “maximum” and “lateCountsAs” or neither.
        case halfLongestGap
        /// Should have “valid” only where it is measured from vaccines.
        case validWithoutVaccines
        /// Is overdue outside of itself.
        case overdueOutsideSeason
        /// Should have “from” and “to”.
        case noFromAndTo
        /// Is neither a country or region nor one of the schedule's places.
        case unknownPlace
        /// Has the name of a country.
        case placeNamedAsCountry
        /// Is neither a country nor a region.
        case notPlace
        /// Should have “antigens” or “vaccines”.
        case ruleWithoutSubject
        /// Should have an observation, an age or a dose.
        case ruleWithoutGround
        /// Leaves to a doctor without a text that says why.
        case ruleWithoutText
        /// Doesn't cover `name`, which is not among the targets.
        case uncoveredTarget
        /// Should be a day such as 10-01.
        case notDayOfYear
        /// Dose `number` has the gap `period`, longer than a life.
        case doseLife
        /// Dose `number` has a longest gap of no length.
        case doseNoGap
        /// Dose `number` counts as dose `other` when it is late.
        case doseLate
        /// Dose `number` has the gap `older` after `younger`.
        case doseGaps
        /// There is no version `name`.
        case noVersion
        /// Can't be read.
        case unreadable
        /// Is there twice.
        case keyTwice
        /// Has a number that can’t be read.
        case malformedNumber
        /// Holds more than `count` values.
        case tooManyValues

        /// The names of what it speaks of: a fault of this code has an argument for each, its message a gap.
        public var parameters: Set<String> {
            switch self {
            case .tooLarge, .tooDeep, .impossibleYear, .tooManyValues:
                ["count"]
            case .lacksName, .lacksKey, .duplicate, .otherSpecies, .noKind, .unknownObservation, .unknownRegion,
                .conflictVaccine, .ruleVaccine, .seriesId, .groupId, .twoGroups, .unlistedSource,
                .unknownImplication, .implicationCircle, .uncoveredTarget, .noVersion:
                ["name"]
            case .noList, .notOneOf:
                ["names"]
            case .dangling:
                ["list", "name"]
            case .older:
                ["newest", "signed"]
            case .conflictNegative:
                ["period"]
            case .noVaccine:
                ["name", "species"]
            case .doseVaccine:
                ["name", "number"]
            case .doseSkip, .doseAge, .doseInterval, .doseLife:
                ["number", "period"]
            case .doseAges, .doseGaps:
                ["number", "older", "younger"]
            case .doseForward, .doseLate:
                ["number", "other"]
            case .seriesCycle:
                ["antigen", "group"]
            case .doseNoGap:
                ["number"]
            default: []
            }
        }
    }
}
