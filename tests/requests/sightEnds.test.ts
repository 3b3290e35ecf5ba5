import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { properties } from '#tests/fixture.ts'
import { addFurtherPeople } from '#tests/matrix/furtherPeople.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await addFurtherPeople(portal.owner)
  await seedRecords(portal)
  await seedAgencyOnlyRows()
})
afterAll(() => portal.close())

/**
 * Adds rows that no company may see, and similar rows that are deleted, whose audit entries must not be
 * visible either.
 */
async function seedAgencyOnlyRows(): Promise<void> {
  const { owner } = portal
  const params = [properties.a]
  await owner.query(
    `insert into compliance_inspection (property_id, status_id, inspection_type, planned_month) values ($1, 1, 'Special', '2027-01-01')`,
    params,
  )
  await owner.query(
    `with visit as (insert into compliance_inspection (property_id, status_id, inspection_type, visited_on) values ($1, 3, 'Special', '2026-03-02')
        returning compliance_inspection_id)
      insert into inspection_finding (compliance_inspection_id, property_id, number, severity, description, found_on)
        select compliance_inspection_id, $1, 1, 3, 'Not reported yet', '2026-03-02' from visit`,
    params,
  )
  await owner.query(
    `insert into non_compliance (property_id, non_compliance_type_id, title, opened_on, visible_to_company)
      select $1, 1, title, '2026-01-05', false from unnest(array['Kept back', 'Gone']) title`,
    params,
  )
  await owner.query(
    `insert into watch_list (property_id, year, month, watch_list_type_id, entry_date, comment) values ($1, 2026, 3, 1, '2026-03-01', 'Gone')`,
    params,
  )
  await owner.query(`delete from non_compliance where title = 'Gone'`)
  await owner.query(`delete from watch_list where comment = 'Gone'`)
  await owner.query(
    `delete from file where internal_to_agency and module_id in (select max(module_id) from file)`,
  )
  await owner.query(
    `insert into loan (property_id, name, lender, loan_type, original_amount, start_date) values ($1, 'Later', 'Bank', 'Permanent', 1000, '2026-05-01')`,
    [properties.e],
  )
}

/** Tables without a policy of their own for the end of a former company's access, each with the reason. */
const declared: Readonly<Record<string, string>> = {
  afs_report_card: 'the agency’s alone',
  afs_report_card_figures: 'the agency’s alone',
  afs_report_card_custom_income: 'seen with its statement, which its company filed',
  afs_report_card_finding: 'seen with its statement, which its company filed',
  file: 'seen with its record, else until the day it left',
  letter: 'seen with its record, else until the day it left',
  status_history: 'seen with its record, else until the day it left',
  inspection8823_date: 'seen with its inspection, which ends',
  inspection_finding: 'seen with its inspection, which ends',
  inspection_letter_date: 'seen with its inspection, which ends',
  inspection_unit: 'seen with its inspection, which ends',
  outbox: 'the agency’s alone',
  permission: 'a person’s own, and of colleagues',
  user_property: 'a person’s own, and of colleagues',
  watch_list: 'the agency’s alone',
  watch_list_put_off: 'the agency’s alone',
}

test("RIGHTS every table of a property has a policy or a stated reason for how a former company's access ends", async () => {
  const { rows } = await portal.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'property_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege('rooftree_app', c.oid, 'select')
        and not exists (select from pg_policy where polrelid = c.oid and polname in ('until_transfer', 'filed_read')) order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(declared).toSorted())
})

type AuditedTable = { name: string; key: string; rowIds: number[] }
/** Lists every audited table with the ids of its rows. */
async function loadAuditedTables(): Promise<AuditedTable[]> {
  const { owner } = portal
  const { rows } = await owner.query<{ name: string; key: string }>(
    `select c.relname as name, split_part(encode(tgargs, 'escape'), '\\000', 1) as key from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'audit' and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const tables: AuditedTable[] = []
  for (const { name, key } of rows) tables.push({ name, key, rowIds: await loadKeys(owner, name, key) })
  return tables
}
const loadKeys = async (client: Portal['owner'], name: string, key: string): Promise<number[]> =>
  (
    await client.query<{ id: number }>(`select distinct ${key} as id from ${name} where ${key} is not null`)
  ).rows.map(({ id }) => id)

const people = [
  'company.admin',
  'company.writer',
  'company.reader',
  'former.user',
  'partial.primary',
  'former.primary',
]

describe('RIGHTS a person sees the audit of exactly the rows that the person sees', () => {
  test.each(people)('%s reads no audit entry of a row that is hidden from them', async (persona) => {
    const tables = await loadAuditedTables()
    const audit = await runAsPersonInDatabase(portal, persona, async (client) => {
      const { rows } = await client.query<{ table: string; id: number; gone: boolean }>(
        `select distinct table_name as table, row_id as id from audit_log where row_id is not null`,
      )
      const idsByTable = new Map<string, Set<number>>()
      for (const { name, key } of tables) {
        const may = await client.query<{ may: boolean }>(`select has_table_privilege($1, 'select') as may`, [
          name,
        ])
        idsByTable.set(name, new Set(may.rows[0]!.may ? await loadKeys(client, name, key) : []))
      }
      return { rows, seen: idsByTable }
    })
    const auditedIds = new Map(tables.map((table) => [table.name, new Set(table.rowIds)]))
    const tooWide = audit.rows.filter(
      ({ table, id }) => auditedIds.get(table)?.has(id) && !audit.seen.get(table)?.has(id),
    )
    expect([...new Set(tooWide.map(({ table }) => table))]).toEqual([])
    // A person who sees rows also sees their audit entries.
    if (persona.startsWith('company')) expect(audit.rows.length).toBeGreaterThan(20)
  })

  test('a company reads no audit entry of deleted rows that were hidden from it', async () => {
    const deletedTables = await runAsPersonInDatabase(portal, 'company.admin', async (client) => {
      const { rows } = await client.query<{ table: string }>(
        `select distinct table_name as table from audit_log where operation = 'delete'`,
      )
      return rows.map(({ table }) => table)
    })
    for (const table of ['watch_list', 'non_compliance', 'file', 'compliance_inspection'])
      expect(deletedTables).not.toContain(table)
  })

  test('the agency reads nearly the whole audit log', async () => {
    const count = (persona: string) =>
      runAsPersonInDatabase(portal, persona, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          'select count(*)::integer as count from audit_log',
        )
        return rows[0]!.count
      })
    const { rows } = await portal.owner.query<{ count: number }>(
      'select count(*)::integer as count from audit_log',
    )
    expect(rows[0]!.count - (await count('agency.admin'))).toBeLessThan(rows[0]!.count / 10)
    expect(await count('company.admin')).toBeLessThan(rows[0]!.count / 2)
  })
})

test('RIGHTS a person of the former company sees no current loan, number or unit type, and their calendar does not name the property', async () => {
  const tables = [
    'property',
    'loan',
    'loan_number',
    'loan_year',
    'property_room_type',
    'property_lihtc_number',
    'reserve_account',
  ]
  const counts = await runAsPersonInDatabase(portal, 'former.user', async (client) => {
    const countsByTable: Record<string, number> = {}
    for (const name of tables) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::integer as count from ${name} where property_id = ${properties.e}`,
      )
      countsByTable[name] = rows[0]!.count
    }
    return countsByTable
  })
  expect(counts).toEqual(Object.fromEntries(tables.map((name) => [name, 0])))
  await portal.owner.query(
    `with made as (insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month) values ($1, 3, 0, 2025, 1) returning task_schedule_id)
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
        select $1, task_schedule_id, 3, '2025-11-01', '2025-11-30', '2025-12-01', '2025-12-15', '2025-12-15', -1 from made`,
    [properties.e],
  )
  portal.setNow(new Date('2026-01-10T15:00:00Z'))
  const reply = await portal.ask('former.user', 'POST', '/api/tasks/CreateCalendarFeed', {})
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const { address } = reply.body as { address: string }
  const calendar = await portal.app.inject({ method: 'GET', url: new URL(address).pathname })
  expect(calendar.statusCode).toBe(200)
  expect(calendar.body).not.toContain('Elm Terrace')
  portal.setNow(null)
})
