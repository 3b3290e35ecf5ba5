import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectionDesk, inspectionStage } from '#tests/inspectionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { Visit, VisitLine } from '../model/visitCalls.ts'

let portal: Portal
const desk = inspectionDesk(() => portal)
const entity = 'ComplianceInspection'
const finding = {
  area: 'Unit',
  unit: '7',
  bin: null,
  location: 'Kitchen',
  standardCode: null,
  category8823: null,
  severity: 2,
  description: 'Outlet does not trip',
}

beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(inspectionStage)
  await portal.owner.query('update property set low_income_units = 48 where property_id = 1')
})
afterAll(() => portal.close())

const send = (persona: string, name: string, id: number, body: object) =>
  desk.step(persona, `${entity}/${name}`, id, body)
const sendAndRead = (persona: string, name: string, id: number, body: object) =>
  desk.of<Visit>(send(persona, name, id, body))
const createKey = () => crypto.randomUUID()

/**
 * Replaces all inspections by one of Maple Grove, due today, with its notice sent and its sample drawn.
 * Returns its id.
 */
async function prepareVisit(): Promise<number> {
  desk.at('2026-09-21')
  await portal.owner.query('delete from file; delete from compliance_inspection; delete from non_compliance')
  const id = await desk.planned('2026-10-06')
  await desk.of(desk.step('agency.write', `${entity}/DrawSample`, id))
  await desk.of(desk.ask('agency.write', 'POST', `${entity}/SendNotices`, { ids: [id] }))
  desk.at('2026-10-06')
  return id
}

test('GetVisits lists the upcoming visits with the number of inspected units, and companies get 403', async () => {
  const id = await prepareVisit()
  const { visits } = await desk.of<{ visits: VisitLine[] }>(
    desk.ask('agency.write', 'GET', `${entity}/GetVisits`),
  )
  expect(visits.map((line) => line.complianceInspectionId)).toEqual([id])
  expect(visits[0]).toMatchObject({ mine: true, units: 18, looked: 0 })
  expect((await desk.ask('company.admin', 'GET', `${entity}/GetVisits`)).status).toBe(403)
  expect((await desk.ask('company.writer', 'GET', `${entity}/GetVisit/${id}`)).status).toBe(403)
})

test('an entry that is sent twice creates one finding, and both calls return it', async () => {
  const id = await prepareVisit()
  const body = { ...finding, sentKey: createKey() }
  const first = await sendAndRead('agency.write', 'SaveVisitFinding', id, body)
  const repeatedSend = await sendAndRead('agency.write', 'SaveVisitFinding', id, body)
  expect(first.findings).toHaveLength(1)
  expect(repeatedSend.findings).toEqual(first.findings)
})

test('an entry that is sent twice at the same moment creates one finding', async () => {
  const id = await prepareVisit()
  const body = { ...finding, sentKey: createKey() }
  const both = await Promise.all([
    sendAndRead('agency.write', 'SaveVisitFinding', id, body),
    sendAndRead('agency.write', 'SaveVisitFinding', id, body),
  ])
  expect((await desk.detail('agency.write', id)).findings).toHaveLength(1)
  expect(both.map((visit) => visit.findings.length)).toEqual([1, 1])
})

test('an entry can change the finding that an earlier entry of the same device created, by the key of that entry', async () => {
  const id = await prepareVisit()
  const [firstKey, changed] = [createKey(), createKey()]
  await sendAndRead('agency.write', 'SaveVisitFinding', id, {
    ...finding,
    sentKey: firstKey,
    foundOn: '2026-10-05',
  })
  const text = 'Outlet right of the sink does not trip'
  await sendAndRead('agency.write', 'SaveVisitFinding', id, {
    ...finding,
    description: text,
    sentKey: changed,
    after: firstKey,
  })
  const visit = await sendAndRead('agency.write', 'SaveVisitFinding', id, {
    ...finding,
    description: text,
    severity: 3,
    sentKey: createKey(),
    after: changed,
  })
  expect(visit.findings).toMatchObject([{ number: 1, description: text, severity: 3, foundOn: '2026-10-05' }])
  const orphan = { ...finding, sentKey: createKey(), after: createKey() }
  expect((await send('agency.write', 'SaveVisitFinding', id, orphan)).status).toBe(409)
})

test('changing a finding that a colleague changed since answers 409, and the entry can be sent again with the new version', async () => {
  const id = await prepareVisit()
  const visit = await sendAndRead('agency.write', 'SaveVisitFinding', id, {
    ...finding,
    sentKey: createKey(),
  })
  const { inspectionFindingId, version } = visit.findings[0]!
  const change = { ...finding, inspectionFindingId, version }
  await sendAndRead('agency.admin', 'SaveVisitFinding', id, { ...change, severity: 1, sentKey: createKey() })
  const conflictingChange = { ...change, severity: 4, sentKey: createKey() }
  expect((await send('agency.write', 'SaveVisitFinding', id, conflictingChange)).status).toBe(409)
  const saved = await sendAndRead('agency.write', 'SaveVisitFinding', id, {
    ...conflictingChange,
    version: version + 1,
  })
  expect(saved.findings[0]!.severity).toBe(4)
  const removal = { sentKey: createKey(), inspectionFindingId, version: version + 1 }
  expect((await send('agency.admin', 'RemoveVisitFinding', id, removal)).status).toBe(409)
  expect(
    (await sendAndRead('agency.admin', 'RemoveVisitFinding', id, { ...removal, version: version + 2 }))
      .findings,
  ).toEqual([])
})

test('removing a finding deletes its photos', async () => {
  const id = await prepareVisit()
  const { findings } = await sendAndRead('agency.write', 'SaveVisitFinding', id, {
    ...finding,
    sentKey: createKey(),
  })
  const { inspectionFindingId, version } = findings[0]!
  const photo = { name: 'outlet.jpg', content: Buffer.from('ffd8ffe000104a4649460001ffd9', 'hex') }
  const fields = { sentKey: createKey(), inspectionFindingId: String(inspectionFindingId) }
  const added = await portal.upload('agency.write', `/api/${entity}/AddVisitPhoto/${id}`, fields, [photo])
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const countPhotos = async () =>
    (await portal.owner.query("select 1 from file where sub_module_name = 'InspectionFinding'")).rowCount
  expect(await countPhotos()).toBe(1)
  await sendAndRead('agency.write', 'RemoveVisitFinding', id, {
    sentKey: createKey(),
    inspectionFindingId,
    version,
  })
  expect(await countPhotos()).toBe(0)
})

test('two equal notes about a unit are accepted, and a different one answers 409 if the unit changed since it was displayed', async () => {
  const id = await prepareVisit()
  const { units } = await desk.of<Visit>(desk.ask('agency.read', 'GET', `${entity}/GetVisit/${id}`))
  const previousLook = { statusId: 1, note: null, fileReviewed: false }
  const look = { unit: units[0]!.unit, statusId: 2, note: null, fileReviewed: true, seen: previousLook }
  await sendAndRead('agency.write', 'LookAtVisitUnit', id, { ...look, sentKey: createKey() })
  await sendAndRead('agency.admin', 'LookAtVisitUnit', id, { ...look, sentKey: createKey() })
  const other = { ...look, statusId: 3, note: 'Nobody opened', sentKey: createKey() }
  expect((await send('agency.admin', 'LookAtVisitUnit', id, other)).status).toBe(409)
  const nobody = { ...look, unit: units[1]!.unit, statusId: 3, note: 'Nobody opened', fileReviewed: false }
  const entry = { ...nobody, substitute: true, sentKey: createKey() }
  const visit = await sendAndRead('agency.write', 'LookAtVisitUnit', id, entry)
  expect((await sendAndRead('agency.write', 'LookAtVisitUnit', id, entry)).units).toHaveLength(19)
  expect(visit.units.filter((unit) => unit.substitute)).toHaveLength(1)
})

test('a finding cannot have a future day or one before the notice, and a visit is finished once', async () => {
  const id = await prepareVisit()
  for (const foundOn of ['2026-10-07', '2026-09-20'])
    expect(
      (await send('agency.write', 'SaveVisitFinding', id, { ...finding, foundOn, sentKey: createKey() }))
        .status,
    ).toBe(400)
  const finish = { visitedOn: '2026-10-06', score: 80, sentKey: createKey() }
  await portal.owner.query(
    `update compliance_inspection set standard = 'NSPIRE' where compliance_inspection_id = $1`,
    [id],
  )
  const unscored = await send('agency.write', 'FinishVisit', id, {
    ...finish,
    score: null,
    sentKey: createKey(),
  })
  expect([unscored.status, unscored.body]).toMatchObject([
    400,
    { fields: { score: ['Score: *Field is required'] } },
  ])
  await sendAndRead('agency.write', 'FinishVisit', id, finish)
  expect((await sendAndRead('agency.write', 'FinishVisit', id, finish)).statusId).toBe(3)
  expect((await send('agency.admin', 'FinishVisit', id, { ...finish, sentKey: createKey() })).status).toBe(
    409,
  )
})
