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
 * Changes of rights, managers and payees, mailed to the agency's administrators: one mail of what one
 * transaction did. The database notes them with the change itself (`kernel.mailed`), so that no way of
 * changing them is left out.
 */

type Row = Readonly<Record<string, unknown>>

/**
 * How a mail describes a column: its name in words, and its values. Of a `secret` the mail says only that it
 * changed.
 */
export type MailedColumn = {
  label: string
  kind?: 'flag' | 'company' | 'secret'
  text?: (value: unknown) => string
}

/** How changes of a table that migrations name in `kernel.mailed` are described in mails. */
export type MailedTable = {
  table: string
  kind: 'Rights' | 'Managers' | 'Payees'
  /** The noun for a row that is added or removed. */
  title: string
  /** The owner of the row: a person or a property by that column, or a text of the row itself. */
  subject: { person: string } | { property: string } | { text: (row: Row) => string }
  /** The column of the property on which it holds; rows that differ in it alone share a line. */
  property?: string
  columns: Readonly<Record<string, MailedColumn>>
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Tables of which every change is mailed to the agency's administrators. */
    mailedChanges?: readonly MailedTable[]
  }
}

const declared = slot('mailedChanges', (tables) => new Map(tables.map((table) => [table.table, table])))

type Change = {
  transactionId: string
  changedAt: string
  actorId: number | null
  tableName: string
  before: Row | null
  after: Row | null
}
type Names = { people: Map<number, string>; properties: Map<number, string>; companies: Map<number, string> }

/** The most lines of a mail, and the most properties that a line names. */
const MOST_LINES = 60
const MOST_PROPERTIES = 5
const QUARTER = 900_000

const nameIn = (names: Map<number, string>, id: unknown, kind: string): string =>
  names.get(Number(id)) ?? `${kind} ${String(id)}`

function valueText(column: MailedColumn, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (column.text) return column.text(value)
  if (column.kind === 'company') return nameIn(names.companies, value, 'company')
  return column.kind === 'flag' ? (value ? 'yes' : 'no') : String(value)
}

/** The text for a row that was added or removed: its values, and of flags those that are set. */
function contentText({ columns }: MailedTable, row: Row, names: Names): string {
  const parts = Object.entries(columns).flatMap(([name, column]) => {
    const value = row[name]
    if (value === null || value === undefined || column.kind === 'secret') return []
    if (column.kind === 'flag') return value ? [column.label.toLowerCase()] : []
    return [valueText(column, value, names)]
  })
  return parts.length > 0 ? `: ${parts.join(', ')}` : ''
}

function differenceText({ columns }: MailedTable, before: Row, after: Row, names: Names): string {
  return Object.entries(columns)
    .filter(([name]) => before[name] !== after[name])
    .map(([name, column]) =>
      column.kind === 'secret'
        ? `${column.label} changed`
        : `${column.label}: ${valueText(column, before[name], names)} → ${valueText(column, after[name], names)}`,
    )
    .join('; ')
}

function subjectText({ subject }: MailedTable, row: Row, names: Names): string {
  if ('text' in subject) return subject.text(row)
  if ('person' in subject) return nameIn(names.people, row[subject.person], 'user')
  return nameIn(names.properties, row[subject.property], 'property')
}

/** The text of a change without the property on which it holds; null where it is not mailed. */
function changeText(table: MailedTable, { before, after }: Change, names: Names): string | null {
  const subject = subjectText(table, (after ?? before)!, names)
  if (!before) return `${subject}: ${table.title} added${contentText(table, after!, names)}`
  if (!after) return `${subject}: ${table.title} removed${contentText(table, before, names)}`
  const difference = differenceText(table, before, after, names)
  if (difference === '') return null
  return table.property
    ? `${subject}: ${table.title}${contentText(table, before, names)}: ${difference}`
    : `${subject}: ${difference}`
}

/** The lines of a mail: changes that differ in their property alone share one. */
function linesFor(changes: readonly Change[], names: Names): string[] {
  const lines = new Map<string, string[]>()
  for (const change of changes) {
    const table = declared().get(change.tableName)
    const text = table ? changeText(table, change, names) : `${change.tableName} changed`
    if (text === null) continue
    const places = lines.get(text) ?? []
    lines.set(text, places)
    if (table?.property)
      places.push(nameIn(names.properties, (change.after ?? change.before)![table.property], 'property'))
  }
  return [...lines].map(([text, places]) => {
    if (places.length === 0) return text
    const some = places.length <= MOST_PROPERTIES
    return `${text} (${some ? places.join(', ') : plural(places.length, 'property', 'properties')})`
  })
}

/** "Rights", or "Rights and payees". */
function kindsText(changes: readonly Change[]): string {
  const kinds = new Set(changes.map(({ tableName }) => declared().get(tableName)?.kind ?? 'Rights'))
  const [first = 'Rights', ...otherRows] = [...kinds].toSorted((a, b) => b.localeCompare(a))
  return [first, ...otherRows.map((kind) => kind.toLowerCase())].join(' and ')
}

type Stage = { names: Names; recipients: Recipient[]; day: string; publicUrl: string }

function mailFor(changes: readonly Change[], { names, recipients, day, publicUrl }: Stage): Mail[] {
  const lines = linesFor(changes, names)
  if (lines.length === 0) return []
  const { actorId } = changes[0]!
  const actorName = actorId === null ? 'the portal' : nameIn(names.people, actorId, 'user')
  const more =
    lines.length > MOST_LINES
      ? [`… and ${plural(lines.length - MOST_LINES, 'more line', 'more lines')}.`]
      : []
  const subject = `${kindsText(changes)} changed by ${actorName}`
  const text = [
    `${subject} on ${day}.`,
    [...lines.slice(0, MOST_LINES), ...more].join('\n'),
    'If the agency did not mean this, undo it and close the account that did it.',
    `Open the people: ${publicUrl}/#/Users`,
  ].join('\n\n')
  return [{ event: 'rights.changed', recipients, subject, text }]
}

async function namesFor({ db }: Transaction, changes: readonly Change[]): Promise<Names> {
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

/** Mails the changes since the last time, a mail for each transaction. */
async function mailChanges(transaction: Transaction, services: Services): Promise<void> {
  const result = await sql<Change>`select * from kernel.take_mailed_changes()`.execute(transaction.db)
  if (result.rows.length === 0) return
  const administrators = await sql<Recipient>`
    select u.email, trim(u.first_name || ' ' || u.last_name) as name from app_user u
    where u.active and u.is_admin and exists (select from user_role r where r.user_id = u.user_id
    and r.role_id = 1)
    order by u.user_id`.execute(transaction.db)
  const stage: Stage = {
    names: await namesFor(transaction, result.rows),
    recipients: administrators.rows,
    day: formatDate(new Settings(transaction, services).today(), 'MM/DD/YYYY'),
    publicUrl: services.config.publicUrl,
  }
  const byTransaction = Map.groupBy(result.rows, ({ transactionId }) => transactionId)
  await sendMails(
    { transaction },
    [...byTransaction.values()].flatMap((changes) => mailFor(changes, stage)),
  )
}

const NAME = 'changes of rights'

/** Every quarter of an hour: mails the administrators what changed of rights, managers and payees. */
export const changesMailed: Job = {
  name: NAME,
  due: (now) => new Date(Math.floor(now.getTime() / QUARTER) * QUARTER),
  run: async (transaction, services, dueAt) => {
    await mailChanges(transaction, services)
    await transaction.query(
      `delete from job_run where job = $1 and due_at < $2::timestamptz - interval '2 days'`,
      [...[NAME, dueAt.toISOString()]],
    )
  },
}
