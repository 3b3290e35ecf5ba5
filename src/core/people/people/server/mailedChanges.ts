import { sql } from 'kysely'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import type { Transaction } from '#kernel/server/database.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { slot } from '#kernel/server/module.ts'
import { type Mail, type Recipient, sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'

/**
 * Mails the agency's administrators the changes of rights, managers and payees, one mail for each
 * transaction. Triggers in the database record each change (`kernel.mailed`), so that no code path is
 * missed.
 */

type Row = Readonly<Record<string, unknown>>

/**
 * How a mail describes a column: its label and the text of its values. For a `secret` the mail only says
 * that it changed.
 */
export type MailedColumn = {
  label: string
  kind?: 'flag' | 'company' | 'secret'
  text?: (value: unknown) => string
}

/** How a mail describes the changes of a table that the migrations register in `kernel.mailed`. */
export type MailedTable = {
  table: string
  kind: 'Rights' | 'Managers' | 'Payees'
  /** The noun for a row that is added or removed. */
  title: string
  /**
   * Whom or which record the row is about: a person or property by this column, or a text built from the
   * row.
   */
  subject: { person: string } | { property: string } | { text: (row: Row) => string }
  /** The column with the property of the right. Rows that differ only in it share a line. */
  property?: string
  columns: Readonly<Record<string, MailedColumn>>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The tables of which every change is mailed to the agency's administrators. */
    mailedChanges?: readonly MailedTable[]
  }
}

const describedTables = slot(
  'mailedChanges',
  (tables) => new Map(tables.map((table) => [table.table, table])),
)

type Change = {
  transactionId: string
  changedAt: string
  actorId: number | null
  tableName: string
  before: Row | null
  after: Row | null
}
type Names = { people: Map<number, string>; properties: Map<number, string>; companies: Map<number, string> }

/** The most lines in a mail, and the most properties named in a line. */
const MOST_LINES = 60
const MOST_PROPERTIES = 5
const QUARTER_HOUR = 900_000

const getName = (names: Map<number, string>, id: unknown, kind: string): string =>
  names.get(Number(id)) ?? `${kind} ${String(id)}`

function describeValue(column: MailedColumn, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (column.text) return column.text(value)
  if (column.kind === 'company') return getName(names.companies, value, 'company')
  return column.kind === 'flag' ? (value ? 'yes' : 'no') : String(value)
}

/** The text for a row that was added or removed: its values, and the labels of the flags that are set. */
function describeContent({ columns }: MailedTable, row: Row, names: Names): string {
  const parts = Object.entries(columns).flatMap(([name, column]) => {
    const value = row[name]
    if (value === null || value === undefined || column.kind === 'secret') return []
    if (column.kind === 'flag') return value ? [column.label.toLowerCase()] : []
    return [describeValue(column, value, names)]
  })
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function describeDifference({ columns }: MailedTable, before: Row, after: Row, names: Names): string {
  return Object.entries(columns)
    .filter(([name]) => before[name] !== after[name])
    .map(([name, column]) =>
      column.kind === 'secret'
        ? `${column.label} changed`
        : `${column.label}: ${describeValue(column, before[name], names)} → ${describeValue(column, after[name], names)}`,
    )
    .join('; ')
}

function describeSubject({ subject }: MailedTable, row: Row, names: Names): string {
  if ('text' in subject) return subject.text(row)
  if ('person' in subject) return getName(names.people, row[subject.person], 'user')
  return getName(names.properties, row[subject.property], 'property')
}

/** The text of a change without its property; null if no mailed column changed. */
function describeChange(table: MailedTable, { before, after }: Change, names: Names): string | null {
  const subject = describeSubject(table, (after ?? before)!, names)
  if (!before) return `${subject}: ${table.title} added${describeContent(table, after!, names)}`
  if (!after) return `${subject}: ${table.title} removed${describeContent(table, before, names)}`
  const difference = describeDifference(table, before, after, names)
  if (difference === '') return null
  return table.property
    ? `${subject}: ${table.title}${describeContent(table, before, names)}: ${difference}`
    : `${subject}: ${difference}`
}

/** The lines of a mail. Changes that differ only in their property share one line. */
function buildLines(changes: readonly Change[], names: Names): string[] {
  const lines = new Map<string, string[]>()
  for (const change of changes) {
    const table = describedTables().get(change.tableName)
    const text = table ? describeChange(table, change, names) : `${change.tableName} changed`
    if (text === null) continue
    const propertyNames = lines.get(text) ?? []
    lines.set(text, propertyNames)
    if (table?.property)
      propertyNames.push(
        getName(names.properties, (change.after ?? change.before)![table.property], 'property'),
      )
  }
  return [...lines].map(([text, propertyNames]) => {
    if (propertyNames.length === 0) return text
    const isShort = propertyNames.length <= MOST_PROPERTIES
    return `${text} (${isShort ? propertyNames.join(', ') : plural(propertyNames.length, 'property', 'properties')})`
  })
}

/** The kinds of changes for the subject, such as "Rights" or "Rights and payees". */
function describeKinds(changes: readonly Change[]): string {
  const kinds = new Set(changes.map(({ tableName }) => describedTables().get(tableName)?.kind ?? 'Rights'))
  const [first = 'Rights', ...otherKinds] = [...kinds].toSorted((a, b) => b.localeCompare(a))
  return [first, ...otherKinds.map((kind) => kind.toLowerCase())].join(' and ')
}

type MailContext = { names: Names; recipients: Recipient[]; day: string; publicUrl: string }

function buildMails(changes: readonly Change[], { names, recipients, day, publicUrl }: MailContext): Mail[] {
  const lines = buildLines(changes, names)
  if (lines.length === 0) return []
  const { actorId } = changes[0]!
  const actorName = actorId === null ? 'the portal' : getName(names.people, actorId, 'user')
  const more =
    lines.length > MOST_LINES
      ? [`… and ${plural(lines.length - MOST_LINES, 'more line', 'more lines')}.`]
      : []
  const subject = `${describeKinds(changes)} changed by ${actorName}`
  const text = [
    `${subject} on ${day}.`,
    [...lines.slice(0, MOST_LINES), ...more].join('\n'),
    'If the agency did not mean this, undo it and close the account that did it.',
    `Open the people: ${publicUrl}/#/Users`,
  ].join('\n\n')
  return [{ event: 'rights.changed', recipients, subject, text }]
}

async function loadNames({ db }: Transaction, changes: readonly Change[]): Promise<Names> {
  const rows = changes.flatMap(({ before, after }) => [before, after]).filter((row) => row !== null)
  const ids = (column: string) => [...new Set(rows.map((row) => Number(row[column] ?? 0)))]
  const people = [...new Set([...ids('user_id'), ...changes.map(({ actorId }) => actorId ?? 0)])]
  const result = await sql<{ kind: keyof Names; id: number; name: string }>`
    select 'people' as kind, user_id as id,
    trim(first_name || ' ' || last_name) || ' (' || user_name || ')' as name
      from app_user where user_id = any (${people}::integer[])
    union all select 'properties', property_id, name from property
    where property_id = any (${ids('property_id')}::integer[])
    union all select 'companies', management_company_id, name from management_company
      where management_company_id = any (${ids('management_company_id')}::integer[])`.execute(db)
  const names: Names = { people: new Map(), properties: new Map(), companies: new Map() }
  for (const { kind, id, name } of result.rows) names[kind].set(id, name)
  return names
}

/** Mails the changes since the last run, one mail for each transaction. */
async function mailChanges(transaction: Transaction, services: Services): Promise<void> {
  const result = await sql<Change>`select * from kernel.take_mailed_changes()`.execute(transaction.db)
  if (result.rows.length === 0) return
  const administrators = await sql<Recipient>`
    select u.email, trim(u.first_name || ' ' || u.last_name) as name from app_user u
    where u.active and u.is_admin and exists (select from user_role r where r.user_id = u.user_id
    and r.role_id = 1)
    order by u.user_id`.execute(transaction.db)
  const mailContext: MailContext = {
    names: await loadNames(transaction, result.rows),
    recipients: administrators.rows,
    day: formatDate(new Settings(transaction, services).today(), 'MM/DD/YYYY'),
    publicUrl: services.config.publicUrl,
  }
  const byTransaction = Map.groupBy(result.rows, ({ transactionId }) => transactionId)
  await sendMails(
    { transaction },
    [...byTransaction.values()].flatMap((changes) => buildMails(changes, mailContext)),
  )
}

const JOB_NAME = 'changes of rights'

/**
 * The job that mails the administrators every quarter of an hour which rights, managers and payees changed.
 */
export const mailChangesJob: Job = {
  name: JOB_NAME,
  due: (now) => new Date(Math.floor(now.getTime() / QUARTER_HOUR) * QUARTER_HOUR),
  run: async (transaction, services, dueAt) => {
    await mailChanges(transaction, services)
    await transaction.query(
      `delete from job_run where job = $1 and due_at < $2::timestamptz - interval '2 days'`,
      [...[JOB_NAME, dueAt.toISOString()]],
    )
  },
}
