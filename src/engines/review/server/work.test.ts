import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules, served } from '#app/registry.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { spreadOverStatuses } from '#tests/matrix/spread.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { getWork, type WorkLine, type WorkOutcome } from '../model/work.ts'

const reviews = modules.flatMap((module) => module.reviews ?? []).map(({ kit }) => kit.review)
const path = '/api/Work'
const [WRITE, SECOND] = [2, 10]

let portal: Portal
let dry: DryPortal
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  await seedMore(portal, 3)
  await spreadOverStatuses(portal)
  dry = await openDryPortal(portal, served)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

const loadWork = async (persona = 'agency.write') => {
  const reply = await portal.ask(persona, 'GET', `${path}/GetOpen`)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as { today: string; rows: WorkLine[]; people: { userId: number; name: string }[] }
}
const loadRecordLines = async (persona?: string) =>
  (await loadWork(persona)).rows.filter((row) => row.version !== null)
const getKey = ({ kind, id }: Pick<WorkLine, 'kind' | 'id'>) => `${kind} ${id}`
const post = (persona: string, tail: string, body: object) =>
  portal.ask(persona, 'POST', `${path}/${tail}`, body)
const pickRecordInput = ({ kind, id, version }: WorkLine) => ({ kind, id, version })

describe('the work list', () => {
  test('the list has every open record of every declared review exactly once, and no other records', async () => {
    const open: string[] = []
    for (const { entity, name } of reviews) {
      const result = await portal.owner.query<{ id: number }>(
        `select ${snakeCase(entity.key)} as id from ${entity.table} where status_id in (2, 3, 4)`,
      )
      expect(result.rows.length, `${name} has none open`).toBeGreaterThan(0)
      open.push(...result.rows.map(({ id }) => getKey({ kind: name, id })))
    }
    for (const persona of ['agency.admin', 'agency.write', 'agency.read'])
      expect((await loadRecordLines(persona)).map(getKey).sort()).toEqual(open.sort())
  })

  test('other work of the agency follows the records: requested vendors and missing fee maxima', async () => {
    portal.setNow(new Date('2026-12-03T18:00:00Z'))
    await portal.owner.query(`insert into vendor (name, active, new_vendor, requested_by, created_at)
      values ('Ozark Roofing', false, true, (select user_id from app_user where user_name = 'company.writer'), '2026-12-01T18:00:00Z')`)
    const matchingRows = (await loadWork('agency.read')).rows.filter((row) => row.version === null)
    const vendor = matchingRows.find((item) => item.title === 'Ozark Roofing')
    expect(vendor).toMatchObject({
      kind: 'vendor.new',
      kindLabel: 'New vendor',
      number: 'Decide',
      to: '/VendorList?view=New%20vendors',
      companyName: expect.stringMatching(/^Test Company/),
      ageDays: 2,
      promisedBy: null,
      reviewerId: null,
      steps: [],
    })
    expect(matchingRows.map((item) => item.title)).toContain('No maxima are set for 2027')
    // Records to review are not listed again as to-dos.
    const ofRecords = new Set((await loadRecordLines()).map((record) => record.kindLabel))
    expect(
      matchingRows.filter((item) => [...ofRecords].some((label) => item.kindLabel.startsWith(`${label} to`))),
    ).toEqual([])
    portal.setNow(null)
  })

  test('domain 17.5 a line shows the occupancy of its property in the newest filed month', async () => {
    await portal.owner.query(`update project_occupancy o set status_id = 2, submitted = now() where project_occupancy_id in
      (select distinct on (property_id) project_occupancy_id from project_occupancy order by property_id, period_date)`)
    const filed = await portal.owner.query<{ name: string; occupancy: number | null }>(
      `select distinct on (p.property_id) p.name, round(100.0 * (o.units - o.vacant_units) / nullif(o.units, 0), 2)::float8 as occupancy
       from project_occupancy o join property p using (property_id) where o.status_id > 1 order by p.property_id, o.period_date desc`,
    )
    const occupancyByName = new Map(filed.rows.map(({ name, occupancy }) => [name, occupancy]))
    expect(occupancyByName.size).toBeGreaterThan(0)
    const rows = await loadRecordLines()
    expect(rows.filter(({ subject }) => occupancyByName.has(subject)).length).toBeGreaterThan(0)
    for (const { subject, occupancy } of rows)
      expect(occupancy, subject).toBe(occupancyByName.get(subject) ?? null)
  })

  test('a line names its company, requested amount, status, promised day and possible steps', async () => {
    portal.setNow(new Date('2026-11-24T04:30:00Z'))
    const { today, rows, people } = await loadWork()
    const request = rows.find((row) => row.kind === 'reserve' && row.statusId === 2)!
    // In Missouri it is still November 23.
    expect(today).toBe('2026-11-23')
    const company = expect.stringMatching(/^Test Company/)
    expect(request).toMatchObject({
      kindLabel: 'Replacement reserve request',
      number: `R-${request.id}`,
      companyName: company,
      statusLabel: 'Submitted (not reviewed)',
      ageDays: 21,
      promisedBy: '2026-12-02',
      reviewerId: null,
      steps: ['startReview'],
    })
    expect(request.amount).toBeGreaterThan(0)
    expect(request.city).toMatch(/Columbia|Saint Louis/)
    expect(rows.find((row) => row.kind === 'contactChange')?.amount ?? null).toBeNull()
    expect(people.map(({ name }) => name)).toEqual(expect.arrayContaining(['Agency Write', 'Agency Second']))
    expect((await loadWork('agency.read')).rows.flatMap(({ steps }) => steps)).toEqual([])
    portal.setNow(null)
  })

  test('company users and callers without a session cannot read the work list', async () => {
    for (const persona of ['company.admin', 'company.writer', 'global.admin', 'former.user'])
      for (const tail of ['GetOpen', 'GetCount', 'GetDecided'])
        expect((await portal.ask(persona, 'GET', `${path}/${tail}`)).status, persona).toBe(403)
    expect((await portal.ask('anonymous', 'GET', `${path}/GetOpen`)).status).toBe(401)
  })

  test('the number of SQL statements does not depend on the number of rows', async () => {
    const sample = { url: `${path}/GetOpen` }
    const before = await dry.ask('agency.write', getWork as never, sample as never)
    const few = (await loadWork()).rows.length
    await seedMore(portal, 6)
    await spreadOverStatuses(portal)
    const after = await dry.ask('agency.write', getWork as never, sample as never)
    expect((await loadWork()).rows.length).toBeGreaterThan(few + 3)
    expect(after.statements).toBe(before.statements)
  })

  test('the list of decisions compares each decision with its promised day', async () => {
    portal.setNow(new Date('2026-11-23T18:00:00Z'))
    await portal.owner.query(
      `update replacement_reserve_request set submitted = '2026-10-01T18:00:00Z' where replacement_reserve_request_id =
        (select max(replacement_reserve_request_id) from replacement_reserve_request where status_id = 5)`,
    )
    const { rows } = (await portal.ask('agency.read', 'GET', `${path}/GetDecided`)).body as {
      rows: { number: string; decidedOn: string; promisedBy: string }[]
    }
    const promising = reviews.filter(({ settings }) => settings.turnaround)
    const decided = await portal.owner.query(
      `select sum(count) as count from (${promising
        .map(({ entity }) => `select count(*) from ${entity.table} where status_id >= 5`)
        .join(' union all ')}) c`,
    )
    expect(promising.length).toBeGreaterThan(1)
    expect(rows).toHaveLength(Number(decided.rows[0].count))
    const late = rows.filter((row) => row.decidedOn > row.promisedBy)
    expect(late).toEqual([expect.objectContaining({ decidedOn: '2026-11-05', promisedBy: '2026-11-02' })])
    portal.setNow(null)
  })
})

describe('changes of many records at once', () => {
  test('assigning many records reports each refused record with its reason and sends one message, and it can be undone', async () => {
    const { rows } = await loadWork()
    const [firstLine, two, stale] = ['reserve', 'suspension', 'reserve'].map((kind, index) => {
      const matchingRows = rows.filter((row) => row.kind === kind)
      return index === 2 ? matchingRows[1]! : matchingRows[0]!
    }) as [WorkLine, WorkLine, WorkLine]
    const decided = await portal.owner.query<{ id: number }>(
      'select min(replacement_reserve_request_id) as id from replacement_reserve_request where status_id = 5',
    )
    const sentRows = [
      firstLine,
      two,
      { ...stale, version: stale.version! + 7 },
      { kind: 'reserve', id: decided.rows[0]!.id },
    ]
    const body = {
      rows: [...sentRows.map((row) => ({ ...pickRecordInput(row as WorkLine), userId: SECOND })), missing],
    }
    const reply = await post('agency.write', 'Assign', body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { done: updatedRecords, refused, before, messages } = reply.body as Assigned
    expect(updatedRecords.map(getKey).sort()).toEqual([firstLine, two].map(getKey).sort())
    expect(refused.map(({ id, reason }) => [id, reason])).toEqual([
      [stale.id, expect.stringContaining('changed this record')],
      [decided.rows[0]!.id, 'Only a request in the queue can be given to an analyst.'],
      [missing.id, 'It is not there, or not yours to change.'],
    ])
    const after = new Map((await loadWork()).rows.map((row) => [getKey(row), row]))
    expect([firstLine, two, stale].map((row) => after.get(getKey(row))?.reviewerId)).toEqual([
      SECOND,
      SECOND,
      null,
    ])
    const count = await portal.ask('agency.second', 'GET', `${path}/GetCount`)
    expect(count.body).toMatchObject({ mine: 2 })
    const sentMessages = await portal.owner.query(
      `select message, notify_user_id, url from task_message where url = '/Work'`,
    )
    expect(sentMessages.rows).toEqual([
      {
        message: `2 records were given to you: ${firstLine.number}, ${two.number}.`,
        notify_user_id: SECOND,
        url: '/Work',
      },
    ])

    const undo = updatedRecords.map((row, index) => ({ ...row, userId: before[index] ?? null }))
    expect((await post('agency.write', 'Assign', { rows: undo, takesBack: messages })).body).toMatchObject({
      refused: [],
      messages: [],
    })
    expect((await loadWork()).rows.filter((row) => row.reviewerId !== null)).toEqual([])
    expect((await portal.owner.query(`select 1 from task_message where url = '/Work'`)).rows).toEqual([])
  })

  test('records can only be assigned to a reviewer, and only by a person with write access', async () => {
    const { rows } = await loadWork()
    const buildAssignment = (userId: number) => ({ rows: [{ ...pickRecordInput(rows[0]!), userId }] })
    expect((await post('agency.write', 'Assign', buildAssignment(5))).status).toBe(400)
    expect((await post('agency.read', 'Assign', buildAssignment(SECOND))).status).toBe(403)
    expect((await post('company.writer', 'Assign', buildAssignment(SECOND))).status).toBe(403)
  })

  test('a refused record does not prevent the review of the others from starting', async () => {
    const { rows } = await loadWork()
    const submitted = rows.filter((row) => row.steps.includes('startReview')).slice(0, 3)
    const reviewed = rows.find((row) => row.statusId === 4)!
    const body = { step: 'startReview', rows: [submitted[0]!, reviewed, submitted[1]!].map(pickRecordInput) }
    const reply = await post('agency.write', 'TakeStep', body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { done: updatedRecords, refused } = reply.body as WorkOutcome
    expect(updatedRecords.map(getKey)).toEqual(submitted.slice(0, 2).map(getKey))
    expect(refused).toEqual([
      expect.objectContaining({
        id: reviewed.id,
        number: reviewed.number,
        reason: expect.stringContaining('status'),
      }),
    ])
    const after = new Map((await loadWork()).rows.map((row) => [getKey(row), row]))
    expect(after.get(getKey(submitted[0]!))).toMatchObject({ statusId: 3, reviewerId: WRITE })
    expect(after.get(getKey(reviewed))).toMatchObject({ statusId: 4, version: reviewed.version })
  })
})

type Assigned = WorkOutcome & { before: (number | null)[]; messages: number[] }
const missing = { kind: 'reserve', id: 999_999, userId: SECOND }

test('work of an absent analyst counts for the person who covers, until the absence ends', async () => {
  portal.setNow(new Date('2026-11-23T18:00:00Z'))
  const absence = { userId: SECOND, standInId: WRITE, firstDay: '2026-11-20', lastDay: '2026-11-24' }
  expect((await portal.ask('agency.second', 'POST', '/api/Absence/SaveAbsence', absence)).status).toBe(200)
  const { rows } = await loadWork()
  const unassigned = rows.find((row) => row.kind === 'reserve' && row.statusId === 2)!
  const loadCount = async () =>
    ((await portal.ask('agency.write', 'GET', `${path}/GetCount`)).body as { mine: number }).mine
  const before = await loadCount()
  await post('agency.write', 'Assign', { rows: [{ ...pickRecordInput(unassigned), userId: SECOND }] })
  expect(await loadCount()).toBe(before + 1)
  const out = { userId: SECOND, lastDay: '2026-11-24', standInId: WRITE, standInName: 'Agency Write' }
  const loadAbsence = async (tail = `${path}/GetOpen`) => {
    const { body } = await portal.ask('agency.read', 'GET', tail)
    const payload = (Array.isArray(body) ? body : (body as { people: unknown[] }).people) as {
      userId: number
      out: unknown
    }[]
    return payload.find((item) => item.userId === SECOND)?.out
  }
  expect(await loadAbsence()).toEqual(out)
  expect(await loadAbsence('/api/ReplacementReserve/GetReviewers')).toEqual(out)
  // The lists of open records and of all records show the absence, but only to the agency and not for decided
  // records.
  await portal.owner.query(
    `update replacement_reserve_request set reviewer_id = ${SECOND} where decided is not null`,
  )
  type ListRow = { reviewerId: number | null; reviewerOut: unknown; decided: string | null }
  const loadAssignedRows = async (persona: string, tail = 'GetQueue?open=true') => {
    const { body } = await portal.ask(persona, 'GET', `/api/ReplacementReserve/${tail}`)
    const rows = (Array.isArray(body) ? body : (body as { rows: unknown[] }).rows) as ListRow[]
    return rows.filter((row) => row.reviewerId === SECOND)
  }
  const open = await loadAssignedRows('agency.read')
  expect(open.length).toBeGreaterThan(0)
  expect(open.map((item) => item.reviewerOut)).toEqual(open.map(() => out))
  const all = await loadAssignedRows('agency.read', 'GetPage?fetchCount=100')
  expect(all.some((item) => item.decided)).toBe(true)
  for (const line of all) expect(line.reviewerOut).toEqual(line.decided ? null : out)
  const companyRows = await loadAssignedRows('company.admin', 'GetQueue')
  expect(companyRows.length).toBeGreaterThan(0)
  expect(companyRows.map((item) => item.reviewerOut)).toEqual(companyRows.map(() => null))
  portal.setNow(new Date('2026-11-25T18:00:00Z'))
  expect([await loadAbsence(), await loadCount()]).toEqual([null, before])
  expect((await loadAssignedRows('agency.read')).map((item) => item.reviewerOut)).toEqual(
    open.map(() => null),
  )
  portal.setNow(null)
})
