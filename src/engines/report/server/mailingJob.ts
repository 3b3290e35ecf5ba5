import { Readable } from 'node:stream'
import { runAsPerson, runInSavepoint, type WorkerContext } from '#core/people/people/server/index.ts'
import { addDays, partsIn, today } from '#kernel/model/dates.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { type Mail, type MailFile, sendMails } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { getCriteria } from '../model/figures.ts'
import { type Frequency, findLastDue } from '../model/frequency.ts'
import { withoutFile, writeReportMail, writeStoppedMail } from '../model/mailText.ts'
import { getReportFileName } from '../model/paper.ts'
import { reportSettings } from '../model/settings.ts'
import { writeReportWorkbook } from '../model/sheet.ts'
import { checkParameters } from './access.ts'
import { loadOptionsOf } from './choices.ts'
import type { ReportQuery, ServedReport } from './serveReport.ts'
import { getReportAddress, loadReportView, readView, type StoredView } from './views.ts'

const HOUR = 3_600_000
const MAX_BYTES = 15_000_000
/** The content type of a workbook. */
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Person = { userId: number; name: string; email: string }
type Mailing = Frequency & {
  reportMailingId: number
  savedViewId: number
  since: string
  owner: Person
  recipients: Person[]
}

const person = `json_build_object('userId', u.user_id, 'email', u.email,
  'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.user_name))`

async function loadActiveMailings({ transaction }: WorkerContext): Promise<Mailing[]> {
  const result = await transaction.query<Mailing>(
    `select m.report_mailing_id as "reportMailingId", m.saved_view_id as "savedViewId", m.rhythm, m.weekday, m.month_day as "monthDay",
       m.since, ${person} as owner, coalesce((select json_agg(${person} order by u.user_id) from report_mailing_recipient r
         join app_user u using (user_id) where r.report_mailing_id = m.report_mailing_id and r.stopped_reason is null), '[]') as recipients
     from report_mailing m join app_user u using (user_id) where not m.paused and m.stopped_reason is null order by 1`,
  )
  return result.rows
}

/** Claims the mailing of a day. Returns true in the only process that may mail the report then. */
async function claimDay(
  { transaction, services }: WorkerContext,
  { reportMailingId }: Mailing,
  due: string,
): Promise<boolean> {
  const claimed = await transaction.query(
    'insert into report_mailing_run (report_mailing_id, due_on, ran_at) values ($1, $2, $3) on conflict do nothing returning 1',
    [reportMailingId, due, services.now().toISOString()],
  )
  return claimed.rowCount === 1
}

/**
 * The job that mails saved reports that are due, after the hour of the agency's setting. Of several missed
 * days only the latest is mailed. A row claims the day in the transaction of its mails, so each report is
 * mailed once even if something fails.
 */
export const mailReportsJob: Job = {
  name: 'report mails',
  due: (now) => new Date(Math.floor(now.getTime() / HOUR) * HOUR),
  run: async (transaction, services, dueAt) => {
    const zone = services.config.agencyZone
    const desk: WorkerContext = {
      transaction,
      services: { ...services, now: () => dueAt },
      call: 'job report mails',
    }
    const settings = new Settings(transaction, desk.services)
    if (partsIn(zone, dueAt.getTime()).hour < (await settings.get(reportSettings.mailHour))) return undefined
    const day = today(zone, dueAt)
    const grace = await settings.get(reportSettings.mailGrace)
    const holidays = await loadHolidaysAround(desk, day)
    for (const mailing of await loadActiveMailings(desk)) {
      const due = findLastDue(mailing, day, holidays, grace)
      if (due && due >= mailing.since && (await claimDay(desk, mailing, due))) {
        await mailReport(desk, mailing, due)
        // The others follow in the next run, so that each mailing is committed separately.
        return 'more'
      }
    }
    return undefined
  },
}

async function loadHolidaysAround({ transaction }: WorkerContext, day: string): Promise<string[]> {
  const result = await transaction.query<{ day: string }>(
    'select holiday_date as day from holiday where holiday_date between $1 and $2',
    [addDays(day, -62), addDays(day, 62)],
  )
  return result.rows.map((row) => row.day)
}

type MailedReport = { one: ServedReport; asked: ReportQuery; view: StoredView; colleagues: number[] }

/** Loads the saved report as its owner sees it today. If it cannot be mailed, returns the reason as text. */
async function loadReportOfOwner(
  desk: WorkerContext,
  { owner, savedViewId, recipients }: Mailing,
): Promise<MailedReport | string> {
  const ownerView = await runAsPerson(desk, owner.userId, { kind: 'signedIn' }, async (context) => {
    const view = await loadReportView(context, savedViewId)
    const ids = recipients.map(({ userId }) => userId)
    const { rows } = await context.transaction.query<{ userId: number }>(
      'select id as "userId" from unnest($1::integer[]) id where id = $2 or kernel.is_colleague(id)',
      [ids, owner.userId],
    )
    return view && { view, colleagues: rows.map(({ userId }) => userId) }
  })
  if (ownerView === null) return `${owner.name} no longer has an account.`
  const viewedReport =
    ownerView && readView(ownerView.view, today(desk.services.config.agencyZone, desk.services.now()))
  if (!viewedReport) return `${owner.name} no longer has this saved report.`
  const may = await runAsPerson(desk, owner.userId, viewedReport.one.report.page.access, async () => true)
  return may ? { ...viewedReport, ...ownerView } : `${owner.name} may no longer read the report.`
}

type ReportFile = Omit<Awaited<ReturnType<typeof createFileFor>>, 'total'> & { total: number | null }

/** Creates the report as this person may read it, with a workbook if one may be attached. */
async function createFileFor(context: AnyContext, { one, asked: wanted }: MailedReport) {
  const maximum = await context.settings.get(reportSettings.mailRows)
  const { report } = one
  const query = checkParameters(one, { ...wanted, startRow: 0, fetchCount: report.restricted ? 1 : maximum })
  const reportPage = await one.loadPage(query, context)
  const options = await loadOptionsOf(context, one, query)
  const summary = {
    asked: getCriteria(report, query, options),
    total: reportPage.total,
    readAt: reportPage.readAt,
  }
  if (report.restricted) return { ...summary, missingFileReason: withoutFile.restricted, attachments: [] }
  if (reportPage.total > maximum)
    return { ...summary, missingFileReason: withoutFile.tooLong(maximum), attachments: [] }
  const { rows, totals, readAt } = reportPage
  const book = await writeReportWorkbook(report, {
    rows,
    asked: query,
    options,
    labels: report.labels?.(query) ?? {},
    totals,
    readAt,
  })
  const { contentHash } = await context.services.files.put(Readable.from([Buffer.from(book)]), MAX_BYTES)
  const fileName = `${getReportFileName(report, context.settings.today())}.xlsx`
  return {
    ...summary,
    missingFileReason: null,
    attachments: [{ fileName, contentType: EXCEL, contentHash }] as MailFile[],
  }
}

function writeMail(
  desk: WorkerContext,
  mailing: Mailing,
  reportRequest: MailedReport,
  to: Person,
  file: ReportFile,
): Mail {
  const { attachments, ...summary } = file
  const { subject, text } = writeReportMail({
    view: reportRequest.view.name,
    title: reportRequest.one.report.facts.title,
    owner: mailing.owner.name,
    rhythm: mailing,
    ...summary,
    link: `${desk.services.config.publicUrl}/#${getReportAddress(reportRequest.view)}`,
    unsubscribeLink: `${desk.services.config.publicUrl}/#/reporting?leave=${mailing.reportMailingId}`,
  })
  const { email, name } = to
  return { event: 'report.mailed', recipients: [{ email, name }], subject, text, attachments }
}

async function mailReport(desk: WorkerContext, mailing: Mailing, due: string): Promise<void> {
  const reportRequest = await loadReportOfOwner(desk, mailing)
  if (typeof reportRequest === 'string') return stopMailing(desk, mailing, null, [reportRequest], true)
  const mails: Mail[] = []
  const leaving: { userId: number; reason: string }[] = []
  for (const to of mailing.recipients) {
    const isColleague = reportRequest.colleagues.includes(to.userId)
    const file = isColleague
      ? await runInSavepoint(desk, () =>
          runAsPerson(desk, to.userId, reportRequest.one.report.page.access, (context) =>
            createFileFor(context, reportRequest),
          ),
        )
      : null
    if (file === null) {
      const reason = isColleague ? 'may no longer read the report' : 'is no longer a colleague'
      leaving.push({ userId: to.userId, reason: `${to.name} ${reason}.` })
    } else if (file instanceof Error)
      mails.push(writeMail(desk, mailing, reportRequest, to, describeFailure(desk)))
    else mails.push(writeMail(desk, mailing, reportRequest, to, file))
  }
  await sendMails(desk, mails)
  await desk.transaction.query(
    'update report_mailing_run set mails = $3 where report_mailing_id = $1 and due_on = $2',
    [mailing.reportMailingId, due, mails.length],
  )
  if (leaving.length === 0) return
  for (const { userId, reason } of leaving)
    await desk.transaction.query(
      'update report_mailing_recipient set stopped_reason = $3 where report_mailing_id = $1 and user_id = $2',
      [mailing.reportMailingId, userId, reason],
    )
  const reasons = leaving.map(({ reason }) => reason)
  await stopMailing(desk, mailing, reportRequest, reasons, leaving.length === mailing.recipients.length)
}

const describeFailure = ({ services }: WorkerContext): ReportFile => ({
  asked: [],
  total: null,
  readAt: services.now().toISOString(),
  missingFileReason: withoutFile.failed,
  attachments: [],
})

/** Mails the owner which people no longer receive the report. If no recipient is left, the mailing stops. */
async function stopMailing(
  desk: WorkerContext,
  mailing: Mailing,
  reportRequest: MailedReport | null,
  reasons: string[],
  ended: boolean,
) {
  const { transaction, services } = desk
  const { owner, reportMailingId } = mailing
  if (ended)
    await transaction.query('update report_mailing set stopped_reason = $2 where report_mailing_id = $1', [
      reportMailingId,
      reasons.join(' ').slice(0, 300),
    ])
  const { rows } = await transaction.query<{ active: boolean }>(
    'select active from app_user where user_id = $1',
    [owner.userId],
  )
  if (!rows[0]?.active) return
  const [view, title] = [
    reportRequest?.view.name ?? 'A saved report',
    reportRequest?.one.report.facts.title ?? 'Report',
  ]
  const link = `${services.config.publicUrl}/#/reporting`
  const mail = { event: 'report.mailStopped', recipients: [{ email: owner.email, name: owner.name }] }
  await sendMails(desk, [{ ...mail, ...writeStoppedMail(view, title, reasons, ended, link) }])
}
