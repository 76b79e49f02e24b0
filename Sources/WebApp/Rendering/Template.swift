/// The pages' templates: one file each, `Templates/<raw value>.mustache`.
///
/// A test fails on a missing or an orphaned one.
enum Template: String, CaseIterable, Sendable {
    case landing = "Home/landing"

    case register = "Accounts/register"
    case login = "Accounts/login"
    case loginCode = "Accounts/login-code"
    case recover = "Accounts/recover"
    case recoveryCode = "Accounts/recovery-code"

    case welcome = "Passes/welcome"
    case passList = "Passes/list"
    case passForm = "Passes/form"

    case vaccinationList = "Vaccinations/list"
    case vaccinationForm = "Vaccinations/form"
    case vaccination = "Vaccinations/show"

    case certificateNew = "Certificates/new"
    case certificateConfirm = "Certificates/confirm"
    case certificate = "Certificates/show"

    case attachments = "Attachments/list"

    case recommendations = "Recommendations/list"
    case schedules = "Recommendations/schedules"
    case health = "Health/health"
    case journeys = "Health/journeys"
    case countries = "Settings/countries"

    case export = "Archive/export"
    case print = "Archive/print"
    case importNew = "Archive/import"
    case importPreview = "Archive/preview"
    case importTable = "Archive/columns"

    case confirm = "Security/confirm"
    case password = "Security/password"
    case sessions = "Security/sessions"
    case secondFactor = "Security/second-factor"
    case secondFactorSetup = "Security/second-factor-setup"
    case oneTimeCodes = "Security/one-time-codes"
    case deleteAccount = "Security/delete-account"
    case accessLog = "Security/access-log"

    case passkeys = "Passkeys/list"
    case passkeyNew = "Passkeys/new"
    case passkeyCreate = "Passkeys/create"

    case settings = "Settings/settings"
    case privacy = "Settings/privacy"
    case licences = "Settings/licences"

    case adminJobs = "Admin/jobs"
    case admin = "Admin/admin"
    case adminCatalogue = "Admin/catalogue"
    case adminReview = "Admin/review"
    case adminStiko = "StikoWatch/list"
    case adminTask = "StikoWatch/task"

    case delete = "Shared/delete"
    case problem = "Shared/problem"
}
