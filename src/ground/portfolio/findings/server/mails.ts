import { type RawBuilder, sql } from 'kysely'
import { loadWriter } from '#ground/correspondence/mailTemplates/server/index.ts'
import { ContactType } from '#ground/platform/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { findingsMail } from '../model/mails.ts'
import { findingSettings } from '../model/settings.ts'
import { isOpen, sqlFinding } from './sql.ts'

/** The days within which a mail missed by a stopped portal is still sent. */
const GRACE_DAYS = 6
const MOST_LINES = 100

type Kind = 'opened' | 'due' | 'closed'
type Listed = {
  kind: Kind
  nonComplianceId: number
  title: string
  propertyName: string
  cureBy: string | null
  closingNote: string | null
}
type Addressed = Listed & { email: string; name: string }

/**
 * SQL: whom a property's findings are mailed to: primary and compliance contacts, else its company's
 * administrators.
 */
const recipients = sql`contacts as (
    select distinct pc.property_id, c.email, c.name from property_contact pc join contact c using (contact_id)
    where pc.contact_type_id in (${ContactType.PrimaryContact}, ${ContactType.ComplianceContact}) and c.active
    and c.email is not null),
  recipients as (
    select * from contacts
    union select p.property_id, u.email, trim(u.first_name || ' ' || u.last_name) from property p
    join app_user u on u.user_id = any (kernel.people_of(p.management_company_id)) and u.active
    and u.is_mc_admin
    where not exists (select from contacts k where k.property_id = p.property_id))`

const day = (date: string | null): string => formatDate(date, 'MM/DD/YYYY')

const getLine = ({ kind, title, propertyName, cureBy, closingNote }: Listed): string => {
  if (kind === 'closed') return `- ${propertyName}: ${title} (${closingNote ?? ''})`
  return `- ${propertyName}: ${title}${cureBy ? `, cure by ${day(cureBy)}` : ''}`
}

const headings: Readonly<Record<Kind, string>> = { opened: 'Opened:', due: 'To cure:', closed: 'Closed:' }
const summaries: Readonly<Record<Kind, string>> = { opened: 'opened', due: 'to cure', closed: 'closed' }
const kinds: readonly Kind[] = ['opened', 'due', 'closed']

/** One mail to each person about everything addressed to them; answers how many mails. */
async function mailEach(
  transaction: Transaction,
  publicUrl: string,
  rows: readonly Addressed[],
): Promise<number> {
  const write = await loadWriter(transaction, findingsMail.event)
  const byPerson = Map.groupBy(rows, (row) => row.email.trim().toLowerCase())
  const mails = [...byPerson.values()].flatMap((addresseds) => {
    const [{ email, name }] = addresseds as [Addressed]
    const filterByKind = (kind: Kind) => addresseds.filter((addressed) => addressed.kind === kind)
    const section = (kind: Kind) => {
      const lines = filterByKind(kind).map(getLine)
      const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more.`] : []
      return lines.length === 0 ? '' : [headings[kind], ...lines.slice(0, MOST_LINES), ...more].join('\n')
    }
    const summary = kinds
      .filter((kind) => filterByKind(kind).length > 0)
      .map((kind) => `${filterByKind(kind).length} ${summaries[kind]}`)
    const values = {
      summary: summary.join(', '),
      name,
      link: `${publicUrl}/#/NonComplianceList`,
      opened: section('opened'),
      due: section('due'),
      closed: section('closed'),
    }
    const written = write(values, () => [{ email, name }])
    return written ? [{ event: findingsMail.event, ...written }] : []
  })
  await sendMails({ transaction }, mails)
  return mails.length
}

const buildColumnList = (kind: Kind) =>
  sql`${kind}::text as kind, n.non_compliance_id, n.title, p.name as property_name, n.cure_by, n.closing_note`
const addressed = (rows: RawBuilder<unknown>) => sql<Addressed>`with ${recipients}, listed as (${rows})
  select t.*, r.email, r.name from listed t join non_compliance n using (non_compliance_id)
  join recipients r on r.property_id = n.property_id
  order by n.severity, t.cure_by nulls last, t.property_name, t.non_compliance_id`

/** SQL that claims the mails of a kind: each finding and day once, for the first worker. */
const claim = (kind: string, dayByKey: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`insert into non_compliance_notice (non_compliance_id, kind, day)
    select n.non_compliance_id, ${kind}, ${dayByKey} from non_compliance n where n.visible_to_company
    and ${condition} on conflict do nothing`

/**
 * Adds a day's mails to companies to the outbox: opened findings, those to be cured within the days of the
 * reminders, and closed ones. A finding opened and closed on the same day is mailed once, as closed. Returns
 * the number of mails.
 */
export async function sendFindingMails(
  transaction: Transaction,
  settings: Settings,
  { config }: Pick<Services, 'config'>,
  today: string,
): Promise<number> {
  const { db } = transaction
  const since = sql`${today}::date - ${GRACE_DAYS}::integer`
  const before = [
    await settings.get(findingSettings.remindFirstDays),
    await settings.get(findingSettings.remindAgainDays),
  ]
  const claimed = async (
    kind: Kind,
    name: string,
    findingDayByKey: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
  ) =>
    sql<Addressed>`${claim(name, findingDayByKey, condition)} returning non_compliance_id`
      .execute(db)
      .then(({ rows }) => ({
        kind,
        ids: (rows as { nonComplianceId: number }[]).map((row) => row.nonComplianceId),
      }))
  const parts = [
    await claimed(
      'opened',
      'opened',
      sql`n.opened_on`,
      sql`${isOpen} and n.opened_on between ${since} and ${today}::date`,
    ),
    await claimed(
      'closed',
      'closed',
      sql`n.closed_on`,
      sql`n.status_id = ${sqlFinding.CLOSED} and n.closed_on between ${since} and ${today}::date`,
    ),
  ]
  for (const days of before)
    parts.push(
      await claimed(
        'due',
        `due ${days}`,
        sql`n.cure_by`,
        sql`n.status_id = ${sqlFinding.OPEN} and n.opened_on < ${today}::date
          and n.cure_by - ${days}::integer between ${since} and ${today}::date`,
      ),
    )
  const rows: Addressed[] = []
  for (const { kind, ids } of parts)
    if (ids.length > 0) rows.push(...(await loadAddressees(transaction, kind, ids)))
  return mailEach(transaction, config.publicUrl, rows)
}

async function loadAddressees(
  { db }: Pick<Transaction, 'db'>,
  kind: Kind,
  ids: readonly number[],
): Promise<Addressed[]> {
  const rows = sql`select ${buildColumnList(kind)} from non_compliance n join property p using (property_id)
    where n.non_compliance_id = any (${[...ids]}::integer[])`
  return (await addressed(rows).execute(db)).rows
}

/**
 * Sends reminders of open findings that a company sees; returns the number of mails, and of findings without
 * a recipient.
 */
export async function sendReminders(
  transaction: Transaction,
  { config }: Pick<Services, 'config'>,
  ids: readonly number[],
) {
  const open = await sql<{ nonComplianceId: number }>`select n.non_compliance_id from non_compliance n
    where n.non_compliance_id = any (${[...ids]}::integer[]) and n.status_id = ${sqlFinding.OPEN}
    and n.visible_to_company`.execute(transaction.db)
  const findingIds = open.rows.map((row) => row.nonComplianceId)
  const rows = await loadAddressees(transaction, 'due', findingIds)
  const reached = new Set(rows.map((row) => row.nonComplianceId))
  return {
    mails: await mailEach(transaction, config.publicUrl, rows),
    withoutContact: findingIds.length - reached.size,
  }
}
