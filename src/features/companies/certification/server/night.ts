import { type RawBuilder, sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { takeAll } from '#engines/review/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Db, Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { distinctRecipients, type Recipient } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { applications, CERTIFIED } from '../model/applications.ts'
import type { nightMails } from '../model/nightMails.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import { recipientsSql } from './people.ts'
import { hasApplicationWithAgency, isSuperseded } from './terms.ts'

/** The services that reminders need, in a request and in a job. */
type Context = { db: Db; settings: Settings; services: Services }

type ExpiringRow = { id: number; companyName: string; expiresOn: string; recipients: Recipient[] }

/**
 * Stores one mail for each certification in one statement. Companies without a recipient get none. Returns
 * the number of mails.
 */
async function mailAll(
  { db, services }: Context,
  event: (typeof nightMails)[number]['event'],
  rows: readonly ExpiringRow[],
  daysLeft: (row: ExpiringRow) => number = () => 0,
): Promise<number> {
  const write = await loadMailWriter({ db }, event)
  const mails = rows.flatMap((row) => {
    const number = applications.numberOf(row.id)
    const link = `${services.config.publicUrl}/#${openPath(applications, { managementCompanyAssetCertificationId: row.id })}`
    const expiresOn = formatDate(row.expiresOn, 'MM/DD/YYYY')
    const days = plural(daysLeft(row), 'day', 'days')
    const written = write({ number, about: row.companyName, expiresOn, days, link }, (part) =>
      getRecipients(row, part),
    )
    const recipients = distinctRecipients(written?.recipients ?? [])
    if (!written || recipients.length === 0) return []
    return [
      {
        event,
        entity: applications.flow.entity,
        rowId: row.id,
        propertyId: null,
        recipients: JSON.stringify(recipients),
        subject: written.subject,
        bodyText: written.text,
      },
    ]
  })
  if (mails.length > 0) await db.insertInto('outbox').values(mails).execute()
  return mails.length
}

/** Returns the recipients of a part: the analyst is marked as a copy, all others belong to the company. */
const getRecipients = ({ recipients }: ExpiringRow, part: string): Recipient[] =>
  recipients
    .filter((recipient) => (recipient.kind === 'cc') === (part === 'analyst'))
    .map(({ email, name }) => ({ email, name }))

/** SQL: the certifications that match the condition, with the people to mail. */
const certificationsSql = (condition: RawBuilder<unknown>) => sql<ExpiringRow>`
  select r.management_company_asset_certification_id as id, c.name as company_name, r.expires_on,
  ${recipientsSql} as recipients
  from management_company_asset_certification r join management_company c using (management_company_id)
  where ${condition}`

/**
 * Reminds the companies whose certification ends within 90, 60 or 30 days (by the settings), once each for
 * any number of runs and workers: the worker that sets the mark sends the mail. Missed reminders are skipped:
 * with 50 days left, only the reminder of 60 days is sent. A company whose renewal is with the agency gets
 * none. Returns the number of mails.
 */
export async function sendDueReminders(desk: Context): Promise<number> {
  const { db, settings } = desk
  const today = settings.today()
  const reminders = [
    await settings.get(rules.firstReminder),
    await settings.get(rules.secondReminder),
    await settings.get(rules.thirdReminder),
  ]
  const claimed = await sql<{ id: number; daysLeft: number }>`
    update management_company_asset_certification claimed set reminder_days = wanted.days
    from (select r.management_company_asset_certification_id as id, min(reminder.days) as days
      from management_company_asset_certification r
      join unnest(${reminders}::integer[]) as reminder(days) on r.expires_on - ${today}::date <= reminder.days
      where r.status_id = ${CERTIFIED} and r.expires_on >= ${today} and not ${isSuperseded}
      and not ${hasApplicationWithAgency}
      group by 1) wanted
    where claimed.management_company_asset_certification_id = wanted.id and claimed.status_id = ${CERTIFIED}
      and (claimed.reminder_days is null or claimed.reminder_days > wanted.days)
    returning wanted.id, claimed.expires_on - ${today}::date as days_left`.execute(db)
  const daysLeftById = new Map(claimed.rows.map((row) => [row.id, row.daysLeft]))
  const result = await certificationsSql(
    sql`r.management_company_asset_certification_id = any (${[...daysLeftById.keys()]}::integer[])`,
  ).execute(db)
  return mailAll(desk, 'certification.due', result.rows, ({ id }) => daysLeftById.get(id) ?? 0)
}

/**
 * Expires the certifications after their last day. The system takes the step, so the history names no person.
 * A company that is already certified again gets no mail.
 */
async function expireCertifications(desk: Context): Promise<void> {
  const { db, settings } = desk
  const endedRows = await sql<{ id: number }>`select management_company_asset_certification_id as id
    from management_company_asset_certification where status_id = ${CERTIFIED}
    and expires_on < ${settings.today()}`.execute(db)
  const ids = await takeAll(
    db,
    applications,
    'expire',
    endedRows.rows.map((row) => row.id),
  )
  const result = await certificationsSql(
    sql`r.management_company_asset_certification_id = any (${ids}::integer[]) and not ${isSuperseded}`,
  ).execute(db)
  await mailAll(desk, 'certification.expired', result.rows)
}

/**
 * The nightly job at two: expires certifications, then reminds of those about to end. It is safe to repeat.
 */
export const certificationJob: Job = {
  name: 'certification of companies',
  due: (now, zone) => lastHour(now, zone, 2),
  run: [
    (transaction, services) => expireCertifications(createContext(transaction, services)),
    (transaction, services) => sendDueReminders(createContext(transaction, services)),
  ],
}

const createContext = (transaction: Transaction, services: Services): Context => ({
  db: transaction.db,
  settings: new Settings(transaction, services),
  services,
})
