import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#app/registry.ts'
import { UserRole } from '#core/people/people/model/entities.ts'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import type { HistoryLine } from '#kernel/model/history.ts'
import { Transaction } from '#kernel/server/database.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { workProof } from '#kernel/server/workProof.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { buildTimeline } from '#ui/frame/history.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  await portal.owner.query(
    `insert into email_template (name, subject, email_body) values ('Reminder', 'Due', 'Text')`,
  )
})
afterAll(() => portal.close())

/** Tables whose rows have names that people know. */
const namedTables = [
  'app_user',
  'management_company',
  'property',
  'contact',
  'vendor',
  'county',
  'region',
  'role',
  'room_type',
].concat([
  'federal_type',
  'replacement_reserve_category',
  'management_fee_type',
  'financial_institution',
  'developer',
  'file',
  'email_template',
])

const allEntities: readonly AnyEntity[] = [...entities, UserRole]
const getEntity = (table: string) => allEntities.find((item) => item.table === table)

type Column = { table: string; key: string; column: string; target: string | null }

/** Lists the integer columns of all audited tables, with the table that a foreign key references. */
async function loadIntegerColumns(): Promise<Column[]> {
  const result = await portal.owner.query<Column>(`
    select c.relname as table, encode(t.tgargs, 'escape') as key, a.attname as column, f.confrelid::regclass::text as target
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'integer'::regtype
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum]
    where t.tgname = 'audit' order by 1, 3`)
  return result.rows.map((row) => ({ ...row, key: row.key.replace('\\000', '') }))
}

/** Whether the column contains the id of another row or a choice, and not a count. */
function isReference({ table, column, target }: Column): boolean {
  if (target) return true
  const entity = getEntity(table)
  const name = Object.keys(entity?.fields ?? {}).find((field) => snakeCase(field) === column)
  const meta = entity && name && name !== entity.key ? getFieldMeta(entity.fields[name]!) : undefined
  return meta?.kind === 'id' || meta?.kind === 'choice'
}

/** Id of no row: audit entries with it concern no other test, and each describes only one column. */
const NO_ROW = -1

/**
 * Writes an audit entry that a column changed from one value to another, as the trigger would. If the column
 * references a table, both values are ids of existing rows.
 */
async function logChange(item: Column): Promise<void> {
  const { table, column, target } = item
  const reference = target
    ? await portal.owner.query<{ id: number }>(
        `select (to_jsonb(t) ->> k.attname)::integer as id from ${target} t
        join pg_index i on i.indrelid = $1::regclass and i.indisprimary join pg_attribute k on k.attrelid = i.indrelid
          and k.attnum = i.indkey[0] limit 2`,
        [target],
      )
    : { rows: [{ id: 1 }, { id: 2 }] }
  const [from, to] = reference.rows
  await portal.owner.query(
    `insert into audit_log (table_name, row_id, operation, changes) values ($1, $2, 'update', $3)`,
    [table, NO_ROW, { [column]: [from?.id ?? null, to?.id ?? 1] }],
  )
}

/** Loads the history of the row without an owner, as a person of the agency reads it. */
async function loadLogged(tables: readonly string[], id = NO_ROW): Promise<HistoryLine[]> {
  const client = await portal.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select kernel.enter_worker($1, 'test')`, [await workProof(client)])
    const { db } = new Transaction(client)
    return await loadHistory(
      { db } as AnyContext,
      'None',
      0,
      tables.map((table) => ({ table, ids: [id] })),
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test("history never shows a bare number for a person, another table's row, a status or a choice", async () => {
  // The log of VAWA requests needs a right of its own and is part of no history.
  const references = (await loadIntegerColumns()).filter(
    (column) => isReference(column) && column.table !== 'vawa_request',
  )
  expect(references.length).toBeGreaterThan(100)
  for (const reference of references) await logChange(reference)
  const tables = [...new Set(references.map((reference) => reference.table))]
  // A history returns 500 lines at most, so the tables are read in two parts.
  const lines = (
    await Promise.all([tables.slice(0, 60), tables.slice(60)].map((part) => loadLogged(part)))
  ).flat()
  const bareNumbers: string[] = []
  const unnamed: string[] = []
  for (const line of lines) {
    const [change] = buildTimeline([line], { entities: allEntities, whole: true }).flatMap(
      (timelineEntry) => timelineEntry.changes ?? [],
    )
    const [column = ''] = Object.keys(line.changes ?? {})
    const name = `${line.tableName}.${column}`
    if ([change?.from, change?.to].some((word) => /^-?\d+$/.test(word ?? ''))) bareNumbers.push(name)
    const target = references.find((reference) => `${reference.table}.${reference.column}` === name)?.target
    if (!change && target && namedTables.includes(target)) unnamed.push(name)
  }
  expect(lines.length).toBe(references.length)
  expect(bareNumbers).toEqual([])
  expect(unnamed).toEqual([])
})

test('history names every id of a list', async () => {
  const changes = { user_ids: [[1, 3], [2]], type_ids: [[], [6]] }
  await portal.owner.query(
    `insert into audit_log (table_name, row_id, operation, changes) values ('email_template', -2, 'update', $1)`,
    [changes],
  )
  expect(
    buildTimeline(await loadLogged(['email_template'], -2), { entities: allEntities })[0]?.changes,
  ).toEqual([
    { field: 'Contact types', from: null, to: contactTypeLabels[6] },
    { field: 'Users', from: 'Agency Admin, Agency Read', to: 'Agency Write' },
  ])
})

test("a request's history names its analyst and the changed item, and the company does not see the item's change", async () => {
  const { rows } = await portal.owner.query<{
    id: number
    item: number
  }>(`update replacement_reserve_request r
    set status_id = 2 from replacement_reserve_request_item i where r.property_id = 1 and not r.pre_approved
    and i.replacement_reserve_request_id = r.replacement_reserve_request_id
    returning r.replacement_reserve_request_id as id, i.replacement_reserve_request_item_id as item`)
  const { id, item: itemId } = rows[0]!
  const path = '/api/ReplacementReserve'
  expect((await portal.ask('agency.second', 'POST', `${path}/StartReview/${id}`, {})).status).toBe(200)
  const approvedAmounts = [{ itemId, amount: 12, denialReason: 'Too much' }]
  expect(
    (await portal.ask('agency.second', 'POST', `${path}/SaveReplacementReview`, { id, approvedAmounts }))
      .status,
  ).toBe(200)
  const read = async (persona: string) => {
    const reply = await portal.ask(persona, 'GET', `${path}/GetHistory/${id}`)
    return buildTimeline(reply.body as HistoryLine[], { entities: allEntities })
  }
  const lines = await read('agency.read')
  expect(lines.flatMap((line) => line.changes ?? [])).toContainEqual({
    field: 'Analyst',
    from: null,
    to: 'Agency Second',
  })
  expect(lines.map((line) => line.action)).toContain('Item 1 (Maple shingles) changed')
  expect((await read('company.writer')).map((timelineEntry) => timelineEntry.action)).not.toContain(
    'Item 1 (Maple shingles) changed',
  )
})
