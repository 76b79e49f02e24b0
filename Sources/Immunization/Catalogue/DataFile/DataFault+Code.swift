extension DataFault {
    /// What is wrong: a message says each, `admin.fault.…`.
    public enum Code: String, CaseIterable, Sendable {
        case unsigned, wrongSignature, older, tooLarge, textAfterEnd, tooDeep, earlyEnd, notJson, notUtf8
        case controlCharacter, malformedEscape, lacksName, lacksKey, unknownKey, notText, empty, notWholeNumber
        case notTrueOrFalse, notList, notObject, missing, secondList, noList, duplicate, dangling, otherSpecies
        case noKind, notLanguage, notOneOf, noSource, unknownSource, notConfidence, notDate, impossibleDate, notAnId
        case notTenDigits, unknownKind, notStatus, impossibleYear, endsBeforeItBegins, lastYearInUse, noTargets
        case targetTwice, liveAndPassive, unknownCodeSystem, malformedCode, idOutsideParent, scheduleTwice
        case unknownSpecies, unknownObservation, unknownRegion, malformedFileName, notReference, notSeason, emptySkip
        case notAllOrAny, oneCondition, noComparison, malformedPeriod, notPeriod, negativePeriod, notDay, notAddress
        case riskWithoutIndications, noGround, unknownFormat, conflictNegative, conflictVaccine, ruleVaccine, seriesId
        case groupId, twoGroups, unlistedSource, noVaccine, doseVaccine, seriesEmpty, doseSkip, doseAge, doseAges
        case doseInterval, doseForward, seriesCycle, degreeTwice, fallingDegrees, unknownImplication
        case implicationCircle, courseWithoutAge, courseDoseWithoutMoment, halfLongestGap, validWithoutVaccines
        case overdueOutsideSeason, noFromAndTo, unknownPlace, placeNamedAsCountry, notPlace, ruleWithoutSubject
        case ruleWithoutGround, ruleWithoutText, uncoveredTarget, notDayOfYear, doseLife, doseNoGap, doseLate
        case doseGaps, noVersion, unreadable, keyTwice, malformedNumber, tooManyValues

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
