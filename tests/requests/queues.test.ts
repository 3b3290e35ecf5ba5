import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { modules, served } from '#app/registry.ts'
import { getPeoplePage } from '#core/people/people/model/calls.ts'
import { createUserColumns } from '#core/people/people/web/userColumns.tsx'
import { openPath } from '#engines/review/model/review.ts'
import type { Call } from '#kernel/model/call.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Column } from '#ui/table/columns.tsx'

const MANY = 3_000

type Row = Record<string, unknown>
type Columns = readonly Column<Row>[]
const findServedColumn = (columns: Columns, name: string) => columns.find((column) => column.served === name)
/** The column lists of modules that identify a record by number and subject, as work queues do. */
const columnLists = Object.values(
  import.meta.glob<Record<string, unknown>>(
    [
      '../../src/features/*/*/web/*ages.tsx',
      '../../src/features/*/*/web/columns.ts',
      '../../src/features/*/*/web/columns.tsx',
    ],
    { eager: true },
  ),
).flatMap((file) =>
  Object.values(file)
    .map((item) => (item as { columns?: Columns } | null)?.columns ?? (item as Columns))
    .filter(
      (columns) =>
        Array.isArray(columns) && findServedColumn(columns, 'number') && findServedColumn(columns, 'subject'),
    ),
)

/** A record in which every field is 7. */
const anyRecord = new Proxy({}, { get: () => 7 })

/** Finds the columns of a review: those whose number links to its records. */
const getColumns = (review: Parameters<typeof openPath>[0]) =>
  columnLists.find((columns) => {
    const link = findServedColumn(columns, 'number')?.render(anyRecord)
    return (link as { props?: { to?: string } } | undefined)?.props?.to === openPath(review, anyRecord)
  })

const reviews = modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit.review)
const queues = [
  // Months of the quarterly program are listed by their quarters.
  ...reviews
    .filter(({ name }) => name !== 'tcapMonth')
    .map((review) => ({
      name: review.name,
      page: review.calls.page as Call,
      columns: getColumns(review) ?? [],
    })),
  {
    name: 'people',
    page: getPeoplePage as unknown as Call,
    columns: createUserColumns({ companies: true }) as unknown as readonly Column<Row>[],
  },
]

let portal: Portal
let dry: DryPortal

/** SQL that drops the unique constraints and indexes of a table, so that records can be copied. */
const DROP_UNIQUENESS_SQL = `do $$ declare one record; begin
  for one in select conname from pg_constraint where conrelid = $1::regclass and contype = 'u' loop
    execute format('alter table %I drop constraint %I cascade', $1, one.conname); end loop;
  for one in select indexrelid::regclass as name from pg_index where indrelid = $1::regclass and indisunique and not indisprimary loop
    execute format('drop index %s cascade', one.name); end loop; end $$`

/** Copies the newest record of each review 3,000 times, as rejected or approved records. */
async function copyNewestRecords(): Promise<void> {
  await portal.owner.query(`set session_replication_role = replica`)
  for (const { entity, flow } of reviews) {
    await portal.owner.query(DROP_UNIQUENESS_SQL.replaceAll('$1', `'${entity.table}'`))
    const key = snakeCase(entity.key)
    const columns = await portal.owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1
        and column_name not in ($2, 'client_key', 'status_id') and is_generated = 'NEVER'`,
      [entity.table, key],
    )
    const names = columns.rows.map(({ name }) => name).join(', ')
    await portal.owner.query(
      `insert into ${entity.table} (${names}, status_id) select ${names}, ${flow.statuses.includes(RequestStatus.REJECTED) ? RequestStatus.REJECTED : RequestStatus.APPROVED}
        from (select * from ${entity.table} order by ${key} desc limit 1) newest, generate_series(1, ${MANY})`,
    )
  }
  await portal.owner.query(`set session_replication_role = default`)
  await portal.owner.query('analyze')
}

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

type Reply = { rows: Row[]; total: number }
async function ask(page: Call, query: Record<string, string>): Promise<Reply & { statements: number }> {
  const url = `${page.path}?${new URLSearchParams(query)}`
  const reply = await dry.ask('agency.admin', page, { url, body: undefined })
  expect(reply.status, `${url}: ${JSON.stringify(reply.body)}`).toBe(200)
  return { ...(reply.body as Reply), statements: reply.statements }
}

const getShape = ({ query }: Call) => (query as z.ZodObject).shape

/**
 * The queries that sort and filter by each column, with the values of the first row, as far as the call
 * supports them.
 */
function getQueries(page: Call, columns: readonly Column<Row>[], first: Row | undefined) {
  const shape = getShape(page)
  return columns.flatMap(
    (column): { column: Column<Row>; query: Record<string, string>; filters: boolean }[] => {
      const { served: name, filter, text, sortable } = column
      if (!name || !sortable) return []
      const sorted = { column, query: { sortBy: name, descending: 'true' }, filters: false }
      const range = filter.kind === 'range' && first ? filter.value(first) : null
      if (filter.kind === 'choice' || !first) return [sorted]
      if (range !== null && `${name}From` in shape) {
        // A date is compared as a text, and a figure as a number.
        const bound = column.kind === 'date' ? String(range) : `${range}`
        return [sorted, { column, query: { [`${name}From`]: bound, [`${name}To`]: bound }, filters: true }]
      }
      const input = filter.kind === 'contains' && name in shape ? text(first) : ''
      return input ? [sorted, { column, query: { [name]: input }, filters: true }] : [sorted]
    },
  )
}

/** Sends every query that a queue's columns offer and returns the number of SQL statements of each. */
async function runQueries(
  { page, columns }: (typeof queues)[number],
  all: number,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const firstAnswer = await ask(page, { fetchCount: '20' })
  expect(firstAnswer.total).toBeGreaterThan(all)
  for (const { column, query, filters } of getQueries(page, columns, firstAnswer.rows[0])) {
    const answer = await ask(page, { ...query, fetchCount: '20' })
    counts.set(`${column.label} ${Object.keys(query)}`, answer.statements)
    if (filters)
      expect.soft(answer.rows.map(column.text), column.label).toContain(column.text(firstAnswer.rows[0]!))
    const keys = answer.rows.map(column.sortKey).filter((key) => typeof key === 'number')
    if (!filters) expect.soft(keys, column.label).toEqual(keys.toSorted((a, b) => b - a))
  }
  return counts
}

const statementsBefore = new Map<string, Map<string, number>>()

describe.each(queues)('the work queue of $name', (queue) => {
  test('the server sorts and filters by every column that the queue offers', async () => {
    expect(queue.columns.length).toBeGreaterThan(5)
    const shape = getShape(queue.page)
    // The list of people is filtered only by the fields that identify them.
    const filters = queue.name !== 'people'
    const getFilterName = ({ served: name = '', filter: { kind } }: Column<Row>) =>
      kind === 'range' ? `${name}From` : name
    const unserved = queue.columns.filter(
      (column) =>
        !column.served || (filters && column.filter.kind !== 'choice' && !(getFilterName(column) in shape)),
    )
    expect(unserved.map(({ label }) => label)).toEqual([])
    const orders = getShape(queue.page).sortBy as unknown as { unwrap: () => { options: readonly string[] } }
    const offered = queue.columns.flatMap(({ served: name, sortable }) => (name && sortable ? [name] : []))
    expect(offered.filter((name) => !orders.unwrap().options.includes(name))).toEqual([])
    statementsBefore.set(queue.name, await runQueries(queue, 0))
  })
})

test('each queue needs as many SQL statements with 3,000 records as with one', async () => {
  await copyNewestRecords()
  for (const queue of queues) {
    const countsBefore = statementsBefore.get(queue.name)!
    const countsAfter = await runQueries(queue, queue.name === 'people' ? 0 : MANY)
    // The filter values come from the first row, so only queries that both runs made are compared.
    const sharedNames = [...countsAfter.keys()].filter((name) => countsBefore.has(name))
    expect.soft(sharedNames.length).toBeGreaterThan(8)
    expect
      .soft(
        sharedNames.map((name) => [name, countsAfter.get(name)]),
        queue.name,
      )
      .toEqual(sharedNames.map((name) => [name, countsBefore.get(name)]))
  }
}, 120_000)
