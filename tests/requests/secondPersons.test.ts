import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, flows, modules, served } from '#app/registry.ts'
import type { Method } from '#kernel/model/call.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import { properties } from '#tests/fixture.ts'
import { chosenDrivers } from '#tests/matrix/drivers.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import type { Driver } from '#tests/matrix/ways.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * The person who decides, a manager and administrator. Below are the reviewer and a person whose account
 * links the two.
 */
const DECIDER = { name: 'agency.admin', id: 1 }
const REVIEWER = 9
const MIDDLE_PERSON = 10

let portal: Portal
let dry: DryPortal
let rowIds: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  rowIds = await loadKnownIds(portal.owner, entities, properties.a)
})
afterAll(() => dry.close().finally(portal.close))
afterEach(() => portal.owner.query('delete from kernel.account_change; delete from kernel.record_writer'))

type Stage = { flow: Flow; driver: Driver; entity: AnyEntity; rowId: number; from: number }

/**
 * Gives a record a status in which it can be approved, reviewed by the reviewer, with the two-person rule on.
 */
async function placeRecord({ driver, entity, rowId, from }: Stage): Promise<void> {
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ($1, 'true', '2000-01-01')
      on conflict (key, effective_from) do update set value = excluded.value`,
    [driver.twoPersonSetting],
  )
  if (driver.around) await portal.owner.query(driver.around, [rowId])
  const values = { [driver.statusColumn]: from, ...driver.columns(from), reviewed_by_id: REVIEWER }
  const sets = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  await portal.owner.query(
    `update ${entity.table} set ${sets.join(', ')}, decided_by_id = null where ${snakeCase(entity.key)} = $1`,
    [rowId, ...Object.values(values)],
  )
}

/** Records that one person changed another person's account this many days ago. */
const recordAccountChange = (userId: number, changedById: number, days = 0) =>
  portal.owner.query(
    `insert into kernel.account_change (user_id, changed_by_id, changed_at)
      values ($1, $2, now() - make_interval(days => $3))`,
    [userId, changedById, days],
  )
const recordWriter = ({ entity, rowId }: Stage, userId: number) =>
  portal.owner.query('insert into kernel.record_writer values ($1, $2, $3)', [entity.table, rowId, userId])

/**
 * Reasons why the decider does not count as a second person, each with the data that causes it. The keys
 * complete the sentence “a person … cannot approve or force it”.
 */
const blockingTies: Record<string, (stage: Stage) => Promise<unknown>> = {
  'whose account the reviewer created': () => recordAccountChange(DECIDER.id, REVIEWER),
  'who changed the rights of the reviewer': () => recordAccountChange(REVIEWER, DECIDER.id),
  'who changed them through the account of a third person': () =>
    Promise.all([
      recordAccountChange(REVIEWER, MIDDLE_PERSON),
      recordAccountChange(MIDDLE_PERSON, DECIDER.id),
    ]),
  'who entered data that the decision is based on': (stage) => recordWriter(stage, DECIDER.id),
  'who created the account of the person who entered it': (stage) =>
    Promise.all([recordWriter(stage, MIDDLE_PERSON), recordAccountChange(MIDDLE_PERSON, DECIDER.id)]),
}
const ONE_PERSON = /do not count as two people|You entered something that this decision rests on/
/** An approval cannot be forced before a review either. */
const REFUSED = new RegExp(`${ONE_PERSON.source}|Two persons decide`)

/**
 * Makes every call that leads to an approval, and returns the replies and the approving steps that the record
 * offers.
 */
async function tryApprovals({ flow, driver, rowId, from }: Stage) {
  const replies: { way: string; status: number; text: string }[] = []
  const actor = { roles: [1], isAdmin: true, isManager: true } as Parameters<
    (typeof driver.ways)[number]['step']
  >[0]
  for (const route of driver.ways) {
    const target = route.step(actor, from, flow)
    const step = target && flow.steps[target.name]
    if (!step || (step.to ?? target.to) !== RequestStatus.APPROVED || !step.from.includes(from)) continue
    const call = calls.find((entry) => entry.path === route.path)!
    const { status, body } = await dry.ask(DECIDER.name, call, route.sample(rowId))
    replies.push({ way: route.name, status, text: JSON.stringify(body) })
  }
  const detail = calls.find((entry) => entry.path === driver.detail.path)!
  const record = await portal.ask(DECIDER.name, 'GET', detail.path.replace(/:\w+/, String(rowId)))
  const offered = (record.body as Record<string, { name: string }[]>)[driver.detail.actions] ?? []
  return { replies, offered: offered.map(({ name }) => name).filter((name) => flow.steps[name]?.notBy) }
}

const stages = flows.flatMap((flow) => {
  const driver = chosenDrivers[flow.entity]
  if (!driver?.twoPersonSetting) return []
  const approving = Object.values(flow.steps).filter((step) => step.notBy && step.twoPerson !== false)
  const from = [...new Set(approving.flatMap((step) => step.from))].filter(
    (status) => status !== RequestStatus.REJECTED,
  )
  return from.map((status) => ({ name: `${flow.entity} in status ${status}`, flow, driver, from: status }))
})

describe.each(stages)('domain 48.4 $name', ({ flow, driver, from }) => {
  const entity = entities.find(({ name }) => name === driver.entity)!
  const stage = (): Stage => ({ flow, driver, entity, from, rowId: rowIds.get(entity.name)! })
  beforeAll(() => placeRecord(stage()))

  test("another person may approve it, even if the reviewer changed that person's rights more than 30 days ago", async () => {
    await recordAccountChange(DECIDER.id, REVIEWER, 31)
    const { replies, offered } = await tryApprovals(stage())
    expect(replies.filter(({ text }) => ONE_PERSON.test(text))).toEqual([])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(offered).not.toEqual([])
  })

  test.each(Object.keys(blockingTies))('a person %s cannot approve or force it', async (name) => {
    await blockingTies[name]!(stage())
    const { replies, offered } = await tryApprovals(stage())
    expect(replies).not.toEqual([])
    for (const { way: routeName, status, text } of replies) {
      expect({ way: routeName, refused: status === 403 || status === 422, text }).toMatchObject({
        way: routeName,
        refused: true,
      })
      expect(text).toMatch(REFUSED)
    }
    expect(offered).toEqual([])
  })
})

test('the database notes who of the agency writes any content of a record with the two-person rule, and of its lines', async () => {
  const result = await portal.owner.query<{ table: string; record: string; columns: string[] }>(`
    select c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as record,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (t.tgattr)) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'note_writer_update'`)
  const columnsByTable = new Map(
    result.rows.map((row) => [`${row.record} ${row.table}`, new Set<string>(row.columns)]),
  )
  const missing = modules
    .flatMap(({ reviews }) => reviews ?? [])
    .filter(({ kit }) => kit.review.settings.twoPerson)
    .flatMap(({ kit: { review } }) => {
      const lines = Object.values(review.lines ?? {}) as (AnyEntity & { content?: readonly string[] })[]
      const parts = [{ table: review.entity.table, content: review.entity.content }, ...lines]
      return parts.flatMap(({ table, content }) => {
        const columns = columnsByTable.get(`${review.entity.table} ${table}`)
        if (content?.length === 0) return []
        if (!columns) return [table]
        return (content ?? [])
          .map(snakeCase)
          .filter((column) => !columns.has(column))
          .map((name) => `${table}.${name}`)
      })
    })
  expect(missing).toEqual([])
})

/**
 * Calls outside of reviews that need a second person: the first person runs `first`, and the decider makes
 * `call`.
 */
type TwoPersonCall = {
  first: () => Promise<number>
  call: (id: number) => { method: Method; url: string; body?: unknown }
}
const FIRST = { name: 'agency.second', id: MIDDLE_PERSON }
const asFirst = async (url: string, body: unknown): Promise<Record<string, number>> => {
  const reply = await portal.ask(FIRST.name, 'POST', url, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Record<string, number>
}
const openFinding = async () =>
  (await asFirst('/api/NonCompliance', { propertyId: properties.a, nonComplianceTypeId: 1, title: 'Opened' }))
    .nonComplianceId!
/** Runs statements as the first person and returns the id that the last one returns. */
const insertAsFirst = async (...statements: string[]): Promise<number> => {
  await portal.owner.query('begin')
  await portal.owner.query(`select kernel.put('user_id', $1)`, [String(FIRST.id)])
  let id = 0
  for (const statement of statements) id = (await portal.owner.query(statement)).rows[0]?.id ?? id
  await portal.owner.query('commit')
  return id
}
const post = (url: string, body?: unknown) => ({ method: 'POST' as const, url, body })

const twoPersonCalls: Record<string, TwoPersonCall> = {
  'closing a finding': {
    first: openFinding,
    call: (id) => post(`/api/NonCompliance/Close/${id}`, { note: 'Seen' }),
  },
  'waiving a finding': {
    first: openFinding,
    call: (id) => post(`/api/NonCompliance/Waive/${id}`, { reason: 'Agreed' }),
  },
  'removing a finding': {
    first: openFinding,
    call: (id) => post(`/api/NonCompliance/RemoveFromNonCompliance/${id}`, { reason: 'Error' }),
  },
  'accepting a finding of an inspection': {
    first: () =>
      insertAsFirst(`with visit as (insert into compliance_inspection (property_id, status_id, inspection_type, visited_on, reported_on)
          values (1, 4, 'Special', '2026-03-02', '2026-03-05') returning compliance_inspection_id)
        insert into inspection_finding (compliance_inspection_id, property_id, number, severity, description, found_on)
          select compliance_inspection_id, 1, 1, 3, 'Second', '2026-03-02' from visit returning inspection_finding_id as id`),
    call: (id) => post(`/api/InspectionFinding/Accept/${id}`, {}),
  },
  'releasing a property from control': {
    first: async () => {
      await insertAsFirst(
        `update property set status_id = 5, decontrol_status = 4 where property_id = 1`,
        `insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, user_id)
          select 'PropertyDecontrol', 1, 1, step, step + 1, action, case action when 'submit' then ${MIDDLE_PERSON} else 2 end
            from (values (1, 'start'), (2, 'submit'), (3, 'review')) steps (step, action) order by step`,
      )
      return properties.a
    },
    call: (id) => post(`/api/projects/UpdateDecontrolStatus/${id}/5`, { reason: 'Due' }),
  },
  'confirming a control setting': {
    first: async () => {
      await asFirst('/api/Configuration', { key: 'budget_two_person', value: false })
      const result = await portal.owner.query(
        'select setting_proposal_id as id from setting_proposal where closed_at is null',
      )
      return result.rows[0].id
    },
    call: (id) => ({ method: 'PUT', url: `/api/Configuration/Confirm/${id}` }),
  },
  'merging companies': {
    first: async () => {
      await asFirst('/api/ManagementCompany/MergeManagementCompanies/1', [3])
      return 1
    },
    call: (id) => post(`/api/ManagementCompany/MergeManagementCompanies/${id}`, [3]),
  },
  'giving the right to VAWA requests': {
    first: async () => {
      await portal.owner.query('delete from vawa_reader where user_id = 2')
      return (await asFirst('/api/VAWAReader', { userId: 2, managementCompanyId: null })).vawaReaderId!
    },
    call: (id) => post(`/api/VAWAReader/Confirm/${id}`),
  },
  'confirming a payee or right that was raised': {
    first: () =>
      insertAsFirst(`insert into pending_change (kind, subject_id, about, path, was, becomes, sent, reason, proposed_by_id)
        values ('basis', 1, 'Basis', '/', '', '1', '{}', 'Why', ${MIDDLE_PERSON}) returning pending_change_id as id`),
    call: (id) => post(`/api/PendingChange/Confirm/${id}`),
  },
}

describe.each(Object.entries(twoPersonCalls))('domain 48.4 %s', (_, { first, call }) => {
  let id = 0
  beforeAll(async () => {
    await portal.owner.query(
      `update app_user set is_admin = true, is_manager = true where user_id = ${MIDDLE_PERSON}`,
    )
    id = await first()
  })
  const decide = async () => {
    const { method, url, body } = call(id)
    const path = calls.find((entry) => entry.method === method && pathPattern(entry.path).test(url))!
    const { status, body: answer } = await dry.ask(DECIDER.name, path, {
      url,
      body: body as object | undefined,
    })
    return { status, text: JSON.stringify(answer) }
  }
  const ONE = /do not count as two people|made the account of the other/

  test('a second person may do it', async () => {
    const { status, text } = await decide()
    expect(text).not.toMatch(ONE)
    expect(status, text).not.toBe(403)
  })
  test.each([
    ['whose account the first person created', () => recordAccountChange(DECIDER.id, MIDDLE_PERSON)],
    ['who changed the rights of the first person', () => recordAccountChange(MIDDLE_PERSON, DECIDER.id)],
  ])('a person %s cannot do it', async (_name, arrange) => {
    await arrange()
    const { status, text } = await decide()
    expect(text).toMatch(ONE)
    expect(status).toBe(403)
  })
})

const pathPattern = (path: string) => new RegExp(`^${path.replace(/:\w+\??/g, '[^/]+')}$`)

test('the tests above cover every file that requires a second person', async () => {
  const sources = import.meta.glob<string>(['/src/**/*.ts', '!/src/**/*.test.ts'], {
    query: '?raw',
    import: 'default',
  })
  const asking: string[] = []
  for (const [file, read] of Object.entries(sources))
    if (
      /await refuseDependentPerson\(|await refuseOpener\(|= findConfirmFault\(|notBy: 'reviewer'/.test(
        await read(),
      )
    )
      asking.push(file)
  expect(asking.sort()).toEqual([
    '/src/core/people/companies/server/mergeRequests.ts',
    '/src/core/platform/pendingChanges/server/index.ts',
    '/src/core/platform/settings/server/control.ts',
    '/src/core/portfolio/findings/server/steps.ts',
    '/src/core/portfolio/properties/model/status.ts',
    '/src/engines/review/model/steps.ts',
    '/src/features/compliance/inspections/server/findingSteps.ts',
    '/src/features/compliance/vawa/server/readers.ts',
  ])
})
