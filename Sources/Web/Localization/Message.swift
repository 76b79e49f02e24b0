/// The messages that Swift code names, each by its id.
///
/// Those that only templates name aren't here; those whose id is made from data are in ``Message/families``.
package enum Message: String, CaseIterable, Sendable {
    case `acceptance.age`, `acceptance.booster`, `acceptance.rule.failed`, `acceptance.rule.open`
    case `acceptance.rule.passed`, `acceptance.rules-alone`, `acceptance.title`, `access-log.other`, `access-log.title`
    case `access-log.kept`, `access-log.lead`, `access-log.strange`
    case `accounts.code.password`, `accounts.code.show`, `accounts.code.title`, `accounts.login-code.title`
    case `accounts.login-code.code`
    case `accounts.login.title`, `accounts.recover.title`, `accounts.register.title`
    case `accounts.recovery-code`, `accounts.username`
    case `accounts.password.hint`, `accounts.recover.new-password`
    case `accounts.recover.back`, `accounts.recover.code-hint`, `accounts.recover.device`, `accounts.recover.lead`
    case `accounts.recover.submit`
    case `admin.backup.good`, `admin.backup.none`, `admin.backup.wrong`, `admin.catalogue.title`, `admin.files.empty`
    case `admin.files.fault`, `admin.history.admin`, `admin.history.command-line`, `admin.history.you`
    case `admin.jobs.fine`, `admin.jobs.never`, `admin.jobs.overdue`, `admin.jobs.running`, `admin.jobs.soon`
    case `admin.jobs.title`, `admin.period.days`, `admin.period.months`, `admin.period.weeks`, `admin.period.years`
    case `admin.place.at-line`, `admin.place.at-value`, `admin.place.in-file`, `admin.place.in-part`
    case `admin.release.needed`, `admin.release.there`, `admin.review.count`, `admin.review.head`, `admin.review.more`
    case `admin.review.title`, `admin.schedule.drafts`, `admin.schedule.series`, `admin.stiko.interval`
    case `admin.stiko.done`, `admin.stiko.lead`
    case `admin.stiko.minimum`, `admin.stiko.none`, `admin.stiko.open`, `admin.stiko.recommended`, `admin.stiko.title`
    case `admin.title`, `admin.trust.attention`, `admin.trust.fine`, `admin.trust.importer`, `admin.trust.issuer`
    case `admin.trust.left-out`, `admin.trust.network`, `admin.trust.none`, `admin.trust.old`, `admin.trust.rules-old`
    case `admin.trust.signed`, `admin.trust.title`, `admin.trust.unknown`, `admin.version.name`, `admin.version.shipped`
    case `admin.version.title`
    case `answer.arrange`, `answer.combined`, `answer.entry`, `answer.entry.barred`, `answer.entry.late`,
        `answer.immune`, `answer.missing`,
        `answer.number`
    case `answer.number.none`, `answer.otherwise`, `answer.otherwise.nothing`, `answer.questions`
    case `answer.read.original`, `answer.read.second-hand`, `answer.reason.childhood`, `answer.reason.holds`
    case `answer.reason.ran-out`
    case `answer.reason.ticked`, `answer.reason.trip-on`, `answer.since`, `answer.told`, `answer.unless`, `answer.until`
    case `answer.wait.room`, `answer.wait.trip`
    case `appointment.discuss`, `appointment.due`, `appointment.none`, `appointment.not`
    case `appointment.others`, `appointment.title`, `appointment.unless`
    case `archive.adds.keep`, `archive.adds.take`, `archive.compare-first`, `archive.count.conflict`
    case `archive.count.new`, `archive.count.none`
    case `archive.count.there`, `archive.doubt.birth`, `archive.doubt.once`, `archive.doubt.species`
    case `archive.entry.attachment`
    case `archive.entry.certificate`, `archive.entry.fact`, `archive.entry.vaccination`, `archive.export.all.title`
    case `archive.export.title`, `archive.fact.complete`, `archive.fact.due`, `archive.fact.gestation`
    case `archive.fact.not`, `archive.fact.told`, `archive.import.title`, `archive.incomplete`, `archive.into.new`
    case `archive.into.pass`, `archive.into.skip`, `archive.passes-without-room`, `archive.passphrase.differs`
    case `archive.passphrase.empty`, `archive.preview.all-there`, `archive.preview.all-there.several`
    case `archive.preview.line`, `archive.preview.no-vaccination`, `archive.preview.nothing`
    case `archive.preview.rest-there`, `archive.preview.title`, `archive.preview.unread`, `archive.print.border.english`
    case `archive.print.border.english.months`, `archive.print.border.english.undated`, `archive.print.border.french`
    case `archive.print.border.french.months`, `archive.print.border.french.undated`, `archive.print.title`
    case `archive.question`, `archive.question.child`, `archive.question.contradiction`, `archive.question.left-out`
    case `archive.question.more`, `archive.question.none`, `archive.reason`, `archive.reduced`, `archive.refused`
    case `archive.refused-passes`, `archive.rejected-name`, `archive.state.adds`, `archive.state.conflict`
    case `archive.state.doubt`, `archive.state.doubt.file`, `archive.state.new`, `archive.state.repeated`
    case `archive.state.there`, `archive.table-separator`, `archive.table.column-twice`, `archive.table.date-missing`
    case `archive.table.format-missing`, `archive.table.other-columns`, `archive.table.pass-missing`
    case `archive.table.target-missing`, `archive.table.title`, `archive.table.unreadable`
    case `attachments.added`, `attachments.count`, `attachments.delete.submit`, `attachments.delete.title`
    case `attachments.error.many`, `attachments.error.none`, `attachments.error.room`, `attachments.error.vaccination`
    case `attachments.files.hint`, `attachments.kind.document`, `attachments.kind.picture`, `attachments.title`
    case `bin.certificate`, `bin.certificate-of`, `bin.days`, `bin.deleted`, `bin.empty`, `bin.empty.what`, `bin.others`
    case `bin.kept`
    case `bin.restore`, `bin.title`, `border.line`, `border.line.undated`
    case `calendar.ask`, `calendar.ask-there`, `calendar.ask.description`, `calendar.ask.detailed`, `calendar.bring`
    case `calendar.description`, `calendar.detailed`, `calendar.feed.address`, `calendar.feed.since`
    case `calendar.feed.title`, `calendar.gone`, `calendar.look`, `calendar.look.description`, `calendar.old`
    case `calendar.summary`
    case `certificates.centre`, `certificates.choose`, `certificates.code.alt`, `certificates.code.expired`
    case `certificates.code.expires`, `certificates.code.part`, `certificates.code.save`, `certificates.code.save-part`
    case `certificates.confirm.adds`, `certificates.confirm.birthdate-differs`, `certificates.confirm.dose.none`
    case `certificates.confirm.joins`, `certificates.confirm.keeps`, `certificates.confirm.name-differs`
    case `certificates.confirm.new-pass`, `certificates.confirm.skip`, `certificates.confirm.title`
    case `certificates.age.days`, `certificates.age.hours`
    case `certificates.country`, `certificates.delete.submit`, `certificates.delete.title`, `certificates.delete.what`
    case `certificates.ends-soon`, `certificates.family`, `certificates.family.ddcc`, `certificates.family.eu`
    case `certificates.family.evc`, `certificates.family.icvp`, `certificates.family.smart`, `certificates.fault`
    case `certificates.fault.chunks`, `certificates.fault.empty`, `certificates.fault.number`
    case `certificates.fault.other`, `certificates.fault.too-large`, `certificates.finding`
    case `certificates.finding.detail`, `certificates.first-positive`, `certificates.identifier`
    case `certificates.incomplete`, `certificates.issued-at`, `certificates.issuer`, `certificates.known`
    case `certificates.new.title`, `certificates.not-prequalified`, `certificates.not-prequalified.detail`
    case `certificates.position`, `certificates.unknown-issuer`
    case `certificates.product.unknown`, `certificates.result`, `certificates.sampled`, `certificates.signer`
    case `certificates.test-name`, `certificates.test-type`, `certificates.twice`, `certificates.unaccepted`
    case `certificates.valid-from`, `certificates.valid-until`, `certificates.warning.blocked`
    case `certificates.warning.codes`, `certificates.warning.left-out`, `certificates.warning.no-dose`
    case `certificates.warning.not-judged`, `certificates.warning.schema`, `certificates.warning.signer`
    case `countries.title`, `date.about`, `date.full`, `date.month`, `date.time`
    case `done.account-deleted`, `done.admin-factor`, `done.answer-forgotten`, `done.answer-saved`
    case `done.attachment-deleted`, `done.attachments-saved`, `done.bin-emptied`, `done.bin-full`, `done.bin-removed`
    case `done.bin-there-already`, `done.bin-without-pass`, `done.calendar-ended`, `done.calendar-saved`
    case `done.catalogue-dropped`, `done.catalogue-live`, `done.certificate-deleted`, `done.certificates-saved`
    case `done.consent-given`, `done.countries-saved`, `done.device-blocked`, `done.favourite-kept`
    case `done.favourite-removed`, `done.health-forgotten`, `done.health-saved`, `done.import-discarded`
    case `done.imported`, `done.journey-deleted`, `done.journey-saved`, `done.link-ended`
    case `done.link-made`, `done.link-paused`, `done.link-resumed`, `done.mail-ended`, `done.mail-saved`
    case `done.offline-ended`, `done.offline-kept`, `done.pass-deleted`, `done.pass-saved`, `done.pass-twin`
    case `done.passkey-added`, `done.passkey-factor-added`, `done.passkey-removed`, `done.password-changed`
    case `done.password-changed-signed-out`, `done.recovered`, `done.reminders-on`, `done.reminders-paused`
    case `done.restored`, `done.scan-discarded`, `done.second-factor-off`, `done.session-ended`, `done.sessions-ended`
    case `done.signed-out`, `done.task-done`, `done.task-opened`, `done.template-deleted`, `done.template-imported`
    case `done.template-saved`, `done.undone`, `done.vaccination-completed`, `done.vaccination-deleted`
    case `done.vaccination-saved`
    case `done.draft-discarded`, `done.vaccination-there`, `done.vaccinations-saved`, `done.vaccinations-there`
    case `doses.counts-as`, `doses.counts-from`, `doses.counts-from.only`, `doses.counts-if-day`, `doses.counts-if-from`
    case `doses.counts-next`, `doses.counts-next.from`, `doses.depends-on-day`, `doses.ending.ask`
    case `doses.ending.ask-animal`, `doses.ending.more`, `doses.invalid`, `doses.invalid-for`, `doses.not-needed`
    case `doses.ran-out`, `doses.runs-out`, `doses.valid-until`, `doses.validity.reckoned`, `doses.validity.shortened`
    case `drafts.file`, `drafts.full`, `drafts.link`, `drafts.photo`, `drafts.waiting`
    case `ended.passkey`, `ended.sessions`
    case `error.account-disabled`, `error.account-full`, `error.app-name.colon`, `error.attempts`
    case `error.birthdate.after-dose`, `error.birthdate.species`, `error.busy`, `error.choice`, `error.code.empty`
    case `error.code.setup`, `error.code.wrong`, `error.consent`, `error.countries.many`, `error.country.unknown`
    case `error.date-text.future`, `error.date.before-birth`, `error.date.before-vaccination`, `error.date.day`
    case `error.date.early`, `error.date.empty`, `error.date.far`, `error.date.future`, `error.date.half`
    case `error.date.month`, `error.date.no-day`, `error.date.no-month`, `error.date.no-year`, `error.date.unreal`
    case `error.date.year`, `error.degree`, `error.due.range`, `error.gestation`
    case `error.invitation.empty`, `error.invitation.wrong`, `error.journey.country`, `error.journey.order`
    case `error.journey.range`, `error.journeys.many`, `error.kind`, `error.kind.vaccinations`, `error.login`
    case `error.mail.address`, `error.mail.kind`, `error.mail.today`, `error.name.empty`, `error.passkey.factor`
    case `error.passkey.login`, `error.passkey.many`, `error.passkey.name`, `error.passkey.refused`
    case `error.password.again`, `error.password.empty`, `error.password.new`, `error.password.own`
    case `error.password.wrong`, `error.pause`, `error.pause.date`, `error.pause.pass`, `error.recover`
    case `error.recovery-code.empty`, `error.recovery-code.unconfirmed`, `error.recovery-code.wrong`, `error.region`
    case `error.search.empty`, `error.sex`, `error.sign-up.closed`, `error.sign-up.full`, `error.sign-up.many`
    case `error.span.order`, `error.span.range`, `error.species`, `error.target.empty`, `error.target.many`
    case `error.target.unknown`
    case `error.text.characters`, `error.text.long`, `error.username.empty`, `error.username.taken`
    case `error.vaccine.empty`, `error.vaccine.unknown`, `error.zone`
    case `evidence.list`, `evidence.list.date`, `evidence.list.old`, `evidence.moment`, `evidence.result`
    case `evidence.signature`, `evidence.signature.right`, `evidence.signature.unknown`, `evidence.signature.wrong`
    case `family.action.birthdate`, `family.action.enter`, `family.and-more`, `family.ask`, `family.birthdate`
    case `family.doctor`, `family.empty`, `family.enter`, `family.good`, `family.good.nothing`, `family.missing`
    case `family.more`, `family.more-visits`, `family.next.from`, `family.next.now`, `family.nothing`, `family.now`
    case `family.questions`, `family.then`, `family.title`, `family.together`, `family.until`, `family.vet`
    case `health.title`, `help.title`, `home.title`, `introduction.position`
    case `introduction.begin`, `introduction.later`, `introduction.next`, `introduction.previous`, `introduction.skip`
    case `introduction.title`
    case `journeys.animals`, `journeys.certificates`, `journeys.edit.title`, `journeys.open`, `journeys.region.hint`
    case `journeys.span`, `journeys.title`, `journeys.verdicts`, `journeys.verdicts-then`, `licences.title`
    case `lifeline.diseases`, `lifeline.doses`, `lifeline.summary`
    case `links.also`, `links.attempts`, `links.code.alt`, `links.content.all`, `links.days`, `links.days.missing`
    case `links.doses`, `links.doses.missing`, `links.ended`, `links.exhausted`, `links.full`, `links.hour`
    case `links.import.ask`, `links.import.damaged`, `links.import.insecure`, `links.import.missing`
    case `links.import.nothing`, `links.import.often`, `links.import.over`, `links.import.passcode.missing`
    case `links.import.passcode.wrong`, `links.import.private`, `links.import.title`, `links.import.too-large`
    case `links.import.unreachable`, `links.import.wrong`, `links.link`, `links.many`, `links.opened.more`
    case `links.passcode.length`, `links.paused`, `links.state`, `links.title`, `links.unnamed`, `links.until`
    case `links.viewer.title`, `list.of-lists`, `lost.calendars`, `lost.links`, `lost.offline`, `lost.title`
    case `mail.kind.due`, `mail.kind.monthly`, `mail.state.due`, `mail.state.monthly`
    case `mail.state.unreachable`, `mail.state.waiting`, `mail.subject`, `mail.subject.first`
    case `mail.text.due`, `mail.text.first`, `mail.text.monthly`, `mail.title`
    case `offline.days`, `offline.days.missing`, `offline.kept`, `offline.list.title`, `offline.title`, `offline.until`
    case `own.booklet`, `own.booklet.animal`, `own.givers`, `own.givers.animal`, `own.stickers`, `own.stickers.animal`
    case `passes.birthdate`, `passes.born`, `passes.delete.attachments`, `passes.delete.calendar`
    case `passes.delete.certificates`, `passes.delete.links`, `passes.delete.nothing`, `passes.delete.submit`
    case `passes.delete.link`
    case `passes.delete.title`, `passes.delete.vaccinations`, `passes.edit.title`, `passes.new.title`, `passes.title`
    case `passes.save`
    case `passes.welcome.title`
    case `passkeys.create.title`, `passkeys.new.title`, `passkeys.remove.factor`, `passkeys.remove.opens`
    case `passkeys.new.lead`, `passkeys.new.name`, `passkeys.new.name.hint`, `passkeys.new.submit`
    case `passkeys.remove.submit`, `passkeys.remove.title`, `passkeys.title`
    case `passkeys.script`
    case `plan.after-birth`, `plan.complete`, `plan.look`, `plan.never`, `plan.next`, `plan.none-entered`
    case `plan.not-sure`, `plan.planned`, `plan.question`, `plan.take-back`, `plan.told`, `plan.visits`
    case `plan.visits.all`, `plan.with-all`, `practice.any`, `privacy.title`
    case `privacy.automated.text`, `privacy.automated.title`, `privacy.cookies.text`, `privacy.cookies.title`
    case `privacy.how.text`, `privacy.how.title`, `privacy.limits.text`, `privacy.limits.title`, `privacy.long.text`
    case `privacy.long.title`, `privacy.rights.text`, `privacy.rights.title`, `privacy.share.text`
    case `privacy.share.title`, `privacy.version`, `privacy.what.text`, `privacy.what.title`, `privacy.who.text`
    case `privacy.who.title`, `privacy.who.unnamed`
    case `progress.counted`, `progress.given`, `progress.missing`
    case `recommendations.all`, `recommendations.also`, `recommendations.begun`, `recommendations.begun-over`
    case `recommendations.booster`, `recommendations.by`, `recommendations.dose`, `recommendations.from`
    case `recommendations.repeat`, `recommendations.since`, `recommendations.title`, `recommendations.trip-in`
    case `recommendations.unmeasured`, `recommendations.unmeasured.from`, `recommendations.until`
    case `reminders.all`, `reminders.date`, `reminders.day`, `reminders.end`, `reminders.month`, `reminders.paused`
    case `reminders.paused.all`, `reminders.title`, `reminders.week`
    case `scan-templates.copy.name`, `scan-templates.delete.submit`, `scan-templates.delete.title`
    case `scan-templates.delete.what`, `scan-templates.drawing`, `scan-templates.edit.title`
    case `scan-templates.import.file`, `scan-templates.import.hint`, `scan-templates.import.lead`
    case `scan-templates.import.submit`
    case `scan-templates.import.title`, `scan-templates.in-rows`, `scan-templates.link-number`
    case `scan-templates.new.title`, `scan-templates.page`, `scan-templates.place`, `scan-templates.press.first`
    case `scan-templates.press.second`, `scan-templates.region`, `scan-templates.table-of`, `scan-templates.title`
    case `scan-templates.wrong.disease`, `scan-templates.wrong.diseases`, `scan-templates.wrong.percent`
    case `scan-templates.wrong.rows`, `scan-templates.wrong.sheet`
    case `scans.check.title`, `scans.corners.crossed`, `scans.files.hint`, `scans.form.choose`, `scans.form.table`
    case `scans.unconfirmed`
    case `scans.form.unknown`, `scans.link.agrees`, `scans.link.equal`, `scans.link.holder`, `scans.link.nothing`
    case `scans.link.order`, `scans.link.order-any`, `scans.link.sum`, `scans.link.within`, `scans.marked`
    case `scans.no-day`, `scans.of-animal`, `scans.of-others`, `scans.page`, `scans.page.nothing`, `scans.page.unread`
    case `scans.pages.left`, `scans.pages.read`, `scans.pages.unread`, `scans.perhaps`
    case `scans.adds`, `scans.check.are-clear`, `scans.check.are-open`, `scans.check.are-there`, `scans.check.clear`
    case `scans.check.kept`, `scans.check.lead`, `scans.check.left-out`, `scans.check.read`, `scans.check.there`
    case `scans.check.whose`
    case `scans.nothing-new`, `scans.place.title`, `scans.row`, `scans.row.keep`, `scans.row.skip`, `scans.row.unsure`
    case `scans.table.name`, `scans.table.row`
    case `scans.table.sheet`, `scans.title`, `scans.too-early`, `scans.unmarked`, `scans.unread`, `schedules.title`
    case `school-sheet.contraindicated`, `school-sheet.early`, `school-sheet.enough`, `school-sheet.immune`
    case `school-sheet.lacking`, `school-sheet.next`, `school-sheet.not-asked`, `school-sheet.not-counted`
    case `school-sheet.not-yet`, `school-sheet.not-yet-given`, `school-sheet.not-yet-usual`, `school-sheet.title`
    case `school-sheet.uncertain`
    case `security.back`, `security.codes.done`, `security.codes.lead`, `security.codes.link`
    case `security.codes.old`, `security.codes.submit`, `security.codes.title`, `security.delete.backups`
    case `security.codes.on`, `security.codes.once`, `security.codes.renewed`
    case `security.delete.links`, `security.delete.locked`, `security.delete.passes`, `security.delete.rest`
    case `security.delete.title`, `security.delete.withdrawn`, `security.device.unknown`, `security.factor.left`
    case `security.factor.codes`, `security.factor.few`, `security.factor.lead`, `security.factor.lost`
    case `security.factor.lost.app`, `security.factor.lost.codes`, `security.factor.new-app`, `security.factor.off`
    case `security.factor.on`, `security.factor.recovery`, `security.factor.start`
    case `security.factor.title`, `security.off.lead`, `security.off.submit`, `security.off.title`
    case `security.password.again`
    case `security.off.link`, `security.password.current`, `security.password.end-others`
    case `security.password.end-others.hint`, `security.password.lead`
    case `security.password.others`, `security.password.title`, `security.recovery.lead`, `security.recovery.old`
    case `security.password.submit`
    case `security.recovery.submit`, `security.recovery.title`, `security.sessions.title`, `security.setup.qr`
    case `security.setup.hint`, `security.setup.link`, `security.setup.scan`, `security.setup.submit`
    case `security.setup.title`, `security.start.apps`, `security.start.lead`, `security.start.submit`
    case `security.setup.type`
    case `security.start.name`, `security.start.name.hint`
    case `security.shared.end`
    case `security.start.title`, `settings.access.devices`, `settings.access.links`, `settings.consent`
    case `settings.offline.count`, `settings.passkeys`, `settings.reminders.mail`, `settings.reminders.on`
    case `settings.reminders.paused`, `settings.templates.count`, `settings.title`, `settings.used`
    case `shared.cancel`
    case `shared.delete.final`, `shared.delete.goes`
    case `shared.not-given`, `shared.pages.position`, `shared.problem.bin`, `shared.problem.pass`
    case `shared.problem.passes`, `shared.problem.sign-in`
    case `shared.zone`
    case `situation.admin.title`, `situation.age.all`, `situation.age.between`, `situation.age.from`
    case `situation.district`, `situation.fault-about`, `situation.fault-at-field`, `situation.fault-at-line`
    case `situation.median`, `situation.nothing`, `situation.range`, `situation.summary.alone`
    case `situation.summary.changes`, `situation.summary.comparison`, `situation.summary.season`, `situation.tbe.title`
    case `situation.title`, `situation.unpublished`, `situation.week`, `situation.week-short`, `situations.question`
    case `time.birth`, `time.days`, `time.months`, `time.weeks`, `time.years`
    case `trips.act`, `trips.ask`, `trips.ask-about`, `trips.barred`, `trips.besides`, `trips.blood`, `trips.blood.away`
    case `trips.blood.vaccination`, `trips.border`, `trips.call`, `trips.if.animals`, `trips.if.days`, `trips.in`
    case `trips.partly`, `trips.pet`, `trips.pet.ask`, `trips.pet.ends-away`, `trips.pet.missing`, `trips.pet.no-day`,
        `trips.pet.not-back`
    case `trips.pet.not-yet`, `trips.pet.open`, `trips.pet.some`, `trips.pet.too-young`, `trips.pet.unknown`,
        `trips.pet.yes`, `trips.possible`
    case `trips.protected`, `trips.ready`, `trips.ready.besides`, `trips.ready.going-on`, `trips.refused`
    case `trips.return`, `trips.unknown`, `trips.without-vaccine`
    case `undo.left`, `undo.others`, `undo.saved`, `undo.submit`, `undo.too-large`
    case `vaccinations.against`, `vaccinations.date`, `vaccinations.delete.submit`, `vaccinations.delete.title`
    case `vaccinations.delete.what`, `vaccinations.diseases.more`, `vaccinations.dose`, `vaccinations.dose.booster`
    case `vaccinations.dose.number`, `vaccinations.dose.of`, `vaccinations.due.missing`, `vaccinations.due.next`
    case `vaccinations.due.nothing`, `vaccinations.due.question`, `vaccinations.due.test`
    case `vaccinations.earlier`, `vaccinations.edit.title`, `vaccinations.new.title`, `vaccinations.search.meant`
    case `vaccinations.search.nothing`, `vaccinations.search.target`, `vaccinations.settled`, `vaccinations.settled.age`
    case `vaccinations.table.duplicate`, `vaccinations.table.duplicate.keep`, `vaccinations.table.duplicate.record`
    case `vaccinations.table.duplicate.row`, `vaccinations.table.duplicate.skip`, `vaccinations.table.duplicate.take`
    case `vaccinations.table.empty`, `vaccinations.table.error`, `vaccinations.table.many`, `vaccinations.table.planned`
    case `vaccinations.table.save`
    case `vaccinations.table.there.record`, `vaccinations.table.there.row`
    case `vaccinations.table.taken`, `vaccinations.table.title`, `vaccinations.table.vaccine.choice`
    case `vaccinations.table.vaccine.choose`, `vaccinations.table.vaccine.empty`, `vaccinations.table.vaccine.other`
    case `vaccinations.title`, `vaccinations.typing.above`, `vaccinations.typing.age`
    case `vaccinations.typing.age.sibling`, `vaccinations.typing.ages.before`, `vaccinations.typing.ages.between`
    case `vaccinations.typing.ages.from`, `vaccinations.typing.clear`, `vaccinations.typing.clear.row`
    case `vaccinations.typing.batch`, `vaccinations.typing.day`
    case `vaccinations.typing.day.age`, `vaccinations.typing.day.hint`, `vaccinations.typing.day.missing`
    case `vaccinations.typing.discard.sure`, `vaccinations.typing.duplicate.visit`, `vaccinations.typing.error`
    case `vaccinations.typing.kept`, `vaccinations.typing.taken`
    case `vaccinations.typing.there.visit`
    case `vaccinations.typing.waiting`, `vaccinations.vaccine`, `vaccinations.vaccine.not-known`
    case `vaccinations.vaccine.withdrawn`
    case `visits.best-by`, `visits.from`, `visits.given-as`, `visits.now`, `visits.on-journey`
}
