import { type RawBuilder, sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { ContactType } from '#core/platform/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import type { Settings } from '#kernel/server/settings.ts'
import { findingsMail } from '../model/mails.ts'
import { findingSettings } from '../model/settings.ts'
import { isOpenSql, sqlFinding } from './sql.ts'

/** For how many days a mail that was missed because the portal was stopped is still sent. */
const GRACE_DAYS = 6
const MAX_LINES = 100

type MailReason = 'opened' | 'due' | 'closed'
type MailedFinding = {
  kind: MailReason
  nonComplianceId: number
  title: string
  propertyName: string
  cureBy: string | null
  closingNote: string | null
}
type AddressedFinding = MailedFinding & { email: string; name: string }

/**
 * SQL: the recipients of mails about a property's findings: its primary and compliance contacts, or its
 * company's administrators if there are none.
 */
const recipients = sql`contacts as (
    select distinct pc.property_id, c.email, c.name from property_contact pc join contact c using (contact_id)
    where pc.contact_type_id in (${ContactType.PrimaryContact}, ${ContactType.ComplianceContact}) and c.active
    and c.email is not null and not kernel.contact_left(c.contact_id, pc.property_id)),
  recipients as (
    select * from contacts
    union select p.property_id, u.email, trim(u.first_name || ' ' || u.last_name) from property p
    join app_user u on u.user_id = any (kernel.people_of(p.management_company_id)) and u.active
    and u.is_mc_admin
    where not exists (select from contacts k where k.property_id = p.property_id))`

const day = (date: string | null): string => formatDate(date, 'MM/DD/YYYY')

const formatLine = ({ kind, title, propertyName, cureBy, closingNote }: MailedFinding): string => {
  if (kind === 'closed') return `- ${propertyName}: ${title} (${closingNote ?? ''})`
  return `- ${propertyName}: ${title}${cureBy ? `, cure by ${day(cureBy)}` : ''}`
}

const headings: Readonly<Record<MailReason, string>> = {
  opened: 'Opened:',
  due: 'To cure:',
  closed: 'Closed:',
}
const summaries: Readonly<Record<MailReason, string>> = { opened: 'opened', due: 'to cure', closed: 'closed' }
const kinds: readonly MailReason[] = ['opened', 'due', 'closed']

/** Sends each person one mail about all of their findings. Returns the number of mails. */
async function sendMailPerPerson(
  transaction: Transaction,
  publicUrl: string,
  rows: readonly AddressedFinding[],
): Promise<number> {
  const write = await loadMailWriter(transaction, findingsMail.event)
  const byPerson = Map.groupBy(rows, (row) => row.email.trim().toLowerCase())
  const mails = [...byPerson.values()].flatMap((personFindings) => {
    const [{ email, name }] = personFindings as [AddressedFinding]
    const filterByKind = (kind: MailReason) => personFindings.filter((finding) => finding.kind === kind)
    const section = (kind: MailReason) => {
      const lines = filterByKind(kind).map(formatLine)
      const more = lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more.`] : []
      return lines.length === 0 ? '' : [headings[kind], ...lines.slice(0, MAX_LINES), ...more].join('\n')
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
    const mail = write(values, () => [{ email, name }])
    return mail ? [{ event: findingsMail.event, ...mail }] : []
  })
  await sendMails({ transaction }, mails)
  return mails.length
}

const buildColumnList = (kind: MailReason) =>
  sql`${kind}::text as kind, n.non_compliance_id, n.title, p.name as property_name, n.cure_by, n.closing_note`
const addRecipientsSql = (
  rows: RawBuilder<unknown>,
) => sql<AddressedFinding>`with ${recipients}, listed as (${rows})
  select t.*, r.email, r.name from listed t join non_compliance n using (non_compliance_id)
  join recipients r on r.property_id = n.property_id
  order by n.severity, t.cure_by nulls last, t.property_name, t.non_compliance_id`

/**
 * SQL: records that findings are mailed for a reason and a day, and returns only those not recorded before.
 * So each mail is sent once even if two workers run.
 */
const claimNoticesSql = (kind: string, dayByKey: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`insert into non_compliance_notice (non_compliance_id, kind, day)
    select n.non_compliance_id, ${kind}, ${dayByKey} from non_compliance n where n.visible_to_company
    and ${condition} on conflict do nothing`

/**
 * Adds the daily mails to companies to the outbox: about opened findings, findings whose reminder day has
 * come, and closed ones. A finding opened and closed on the same day is mailed once, as closed. Returns the
 * number of mails.
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
  const claimNotices = async (
    kind: MailReason,
    name: string,
    findingDayByKey: RawBuilder<unknown>,
    condition: RawBuilder<unknown>,
  ) =>
    sql<AddressedFinding>`${claimNoticesSql(name, findingDayByKey, condition)} returning non_compliance_id`
      .execute(db)
      .then(({ rows }) => ({
        kind,
        ids: (rows as { nonComplianceId: number }[]).map((row) => row.nonComplianceId),
      }))
  const parts = [
    await claimNotices(
      'opened',
      'opened',
      sql`n.opened_on`,
      sql`${isOpenSql} and n.opened_on between ${since} and ${today}::date`,
    ),
    await claimNotices(
      'closed',
      'closed',
      sql`n.closed_on`,
      sql`n.status_id = ${sqlFinding.CLOSED} and n.closed_on between ${since} and ${today}::date`,
    ),
  ]
  for (const days of before)
    parts.push(
      await claimNotices(
        'due',
        `due ${days}`,
        sql`n.cure_by`,
        sql`n.status_id = ${sqlFinding.OPEN} and n.opened_on < ${today}::date
          and n.cure_by - ${days}::integer between ${since} and ${today}::date`,
      ),
    )
  const rows: AddressedFinding[] = []
  for (const { kind, ids } of parts)
    if (ids.length > 0) rows.push(...(await loadAddressees(transaction, kind, ids)))
  return sendMailPerPerson(transaction, config.publicUrl, rows)
}

async function loadAddressees(
  { db }: Pick<Transaction, 'db'>,
  kind: MailReason,
  ids: readonly number[],
): Promise<AddressedFinding[]> {
  const rows = sql`select ${buildColumnList(kind)} from non_compliance n join property p using (property_id)
    where n.non_compliance_id = any (${[...ids]}::integer[])`
  return (await addRecipientsSql(rows).execute(db)).rows
}

/**
 * Sends reminders of those of these findings that are open and visible to the company. Returns the number of
 * mails and of findings without a recipient.
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
  const reachedIds = new Set(rows.map((row) => row.nonComplianceId))
  return {
    mails: await sendMailPerPerson(transaction, config.publicUrl, rows),
    withoutContact: findingIds.length - reachedIds.size,
  }
}
