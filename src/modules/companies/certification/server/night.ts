import { type RawBuilder, sql } from 'kysely'
import { loadWriter } from '#ground/correspondence/mailTemplates/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Db, Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { distinctRecipients, type Recipient } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { openPath } from '#review/model/index.ts'
import { takeAll } from '#review/server/index.ts'
import { applications, CERTIFIED } from '../model/applications.ts'
import type { nightMails } from '../model/nightMails.ts'
import { certificationSettings as rules } from '../model/settings.ts'
import { certificationRecipientsByKey } from './people.ts'
import { later, waiting } from './terms.ts'

/** The services of a pass through the certifications, in a request and in a job. */
type Desk = { db: Db; settings: Settings; services: Services }

type Expiring = { id: number; companyName: string; expiresOn: string; recipients: Recipient[] }

/**
 * Sends one mail for each in one statement; companies without a recipient get none. Returns the number of
 * companies.
 */
async function mailAll(
  { db, services }: Desk,
  event: (typeof nightMails)[number]['event'],
  expirings: readonly Expiring[],
  daysLeft: (expiring: Expiring) => number = () => 0,
): Promise<number> {
  const write = await loadWriter({ db }, event)
  const mails = expirings.flatMap((expiring) => {
    const number = applications.numberOf(expiring.id)
    const link = `${services.config.publicUrl}/#${openPath(applications, { managementCompanyAssetCertificationId: expiring.id })}`
    const expiresOn = formatDate(expiring.expiresOn, 'MM/DD/YYYY')
    const days = plural(daysLeft(expiring), 'day', 'days')
    const written = write({ number, about: expiring.companyName, expiresOn, days, link }, (part) =>
      getPart(expiring, part),
    )
    const recipients = distinctRecipients(written?.recipients ?? [])
    if (!written || recipients.length === 0) return []
    return [
      {
        event,
        entity: applications.flow.entity,
        rowId: expiring.id,
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

/** The analyst is marked as a copy; all other recipients belong to the company. */
const getPart = ({ recipients }: Expiring, part: string): Recipient[] =>
  recipients
    .filter((recipient) => (recipient.kind === 'cc') === (part === 'analyst'))
    .map(({ email, name }) => ({ email, name }))

/** Whom to write to about these certifications. */
const expiring = (condition: RawBuilder<unknown>) => sql<Expiring>`
  select r.management_company_asset_certification_id as id, c.name as company_name, r.expires_on,
  ${certificationRecipientsByKey} as recipients
  from management_company_asset_certification r join management_company c using (management_company_id)
  where ${condition}`

/**
 * Reminds the companies whose certification ends in 90, 60 or 30 days (by the settings), each once for any
 * number of runs and workers: the worker that sets the mark sends the mail. Missed reminders are skipped:
 * with 50 days left only the reminder of 60 is sent. A company whose renewal is with the agency gets none.
 */
export async function remindDue(desk: Desk): Promise<number> {
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
      where r.status_id = ${CERTIFIED} and r.expires_on >= ${today} and not ${later} and not ${waiting}
      group by 1) wanted
    where claimed.management_company_asset_certification_id = wanted.id and claimed.status_id = ${CERTIFIED}
      and (claimed.reminder_days is null or claimed.reminder_days > wanted.days)
    returning wanted.id, claimed.expires_on - ${today}::date as days_left`.execute(db)
  const daysLeftById = new Map(claimed.rows.map((row) => [row.id, row.daysLeft]))
  const result = await expiring(
    sql`r.management_company_asset_certification_id = any (${[...daysLeftById.keys()]}::integer[])`,
  ).execute(db)
  return mailAll(desk, 'certification.due', result.rows, ({ id }) => daysLeftById.get(id) ?? 0)
}

/**
 * Ends the certifications after their last day. The system takes the step, so history names no person. A
 * company that is already certified again gets no mail.
 */
async function expire(desk: Desk): Promise<void> {
  const { db, settings } = desk
  const ended = await sql<{ id: number }>`select management_company_asset_certification_id as id
    from management_company_asset_certification where status_id = ${CERTIFIED}
    and expires_on < ${settings.today()}`.execute(db)
  const ids = await takeAll(
    db,
    applications,
    'expire',
    ended.rows.map((row) => row.id),
  )
  const result = await expiring(
    sql`r.management_company_asset_certification_id = any (${ids}::integer[]) and not ${later}`,
  ).execute(db)
  await mailAll(desk, 'certification.expired', result.rows)
}

/** Every night at two: ends expired certifications, then reminds of those about to end. Safe to repeat. */
export const certificationNight: Job = {
  name: 'certification of companies',
  due: (now, zone) => lastHour(now, zone, 2),
  run: [
    (transaction, services) => expire(getDesk(transaction, services)),
    (transaction, services) => remindDue(getDesk(transaction, services)),
  ],
}

const getDesk = (transaction: Transaction, services: Services): Desk => ({
  db: transaction.db,
  settings: new Settings(transaction, services),
  services,
})
