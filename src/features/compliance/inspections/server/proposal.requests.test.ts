import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspectionDesk, inspectionStage } from '#tests/inspectionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { PlanProposal } from '../model/planCalls.ts'

let portal: Portal
const { ask, of: readBody, board, at: setToday } = inspectionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(inspectionStage)
})
afterAll(() => portal.close())
beforeEach(async () => {
  setToday('2026-09-21')
  await portal.owner.query('delete from compliance_inspection')
})

const entity = 'ComplianceInspection'
const propose = (persona = 'agency.write') => ask(persona, 'GET', `${entity}/ProposePlan/2026`)
const loadProposal = () => readBody<PlanProposal>(propose())
const apply = (moves: readonly object[], persona = 'agency.write') =>
  ask(persona, 'POST', `${entity}/ApplyPlan`, { moves })
const loadPlanned = async () =>
  (await board(2026))
    .filter((line) => line.plannedMonth !== null)
    .map((line) => [line.propertyId, line.plannedMonth])
const buildMove = ({
  propertyId,
  month,
  complianceInspectorId,
  version,
}: PlanProposal['proposed'][number]) => ({
  propertyId,
  month,
  complianceInspectorId,
  version,
})

test('a proposed plan has reasons and stores nothing, and only the applied moves are planned', async () => {
  const { proposed } = await loadProposal()
  const [dueVisit, overdue] = [1, 4].map((id) => proposed.find((line) => line.propertyId === id)!)
  expect(dueVisit).toMatchObject({ month: '2026-10-01', dueBy: '2026-10-08', version: null })
  expect(dueVisit!.why).toContain('Last month in time')
  expect(overdue).toMatchObject({ month: '2026-09-01', overdue: true })
  expect(overdue!.why).toContain('Overdue: first month with room')
  expect(await loadPlanned()).toEqual([])
  expect(await readBody(apply([buildMove(dueVisit!)]))).toEqual({ planned: 1 })
  expect(await loadPlanned()).toEqual([[1, '2026-10-01']])
  expect((await loadProposal()).proposed.some((line) => line.propertyId === 1)).toBe(false)
  const history = await portal.owner.query(
    "select action from status_history where entity = 'ComplianceInspection'",
  )
  expect(history.rows.at(-1)).toEqual({ action: 'plan' })
})

test('only agency users who may write can propose and apply a plan', async () => {
  expect((await propose('agency.read')).status).toBe(403)
  expect((await propose('company.admin')).status).toBe(403)
  const { proposed } = await loadProposal()
  expect((await apply(proposed.map(buildMove), 'company.admin')).status).toBe(403)
  expect((await apply([{ ...buildMove(proposed[0]!), propertyId: 999 }])).status).toBe(404)
})

test('applying a plan answers 409 and plans nothing if another person has planned one of its visits since', async () => {
  const { proposed } = await loadProposal()
  const moves = proposed.map(buildMove)
  await readBody(ask('agency.admin', 'POST', `${entity}/Plan`, { propertyIds: [1], month: '2026-11-01' }))
  const refused = await apply(moves)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ message: expect.stringContaining('Maple Grove') })
  expect(await loadPlanned()).toEqual([[1, '2026-11-01']])
})

test('applying a visit without a month answers 409 if its version changed since the proposal', async () => {
  await readBody(
    ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [1], complianceInspectorId: 2 }),
  )
  const line = (await loadProposal()).proposed.find((item) => item.propertyId === 1)!
  expect(line).toMatchObject({ complianceInspectorId: 2, version: 1 })
  expect(line.why).toContain('Agency Second’s already')
  await readBody(
    ask('agency.admin', 'POST', `${entity}/Plan`, { propertyIds: [1], complianceInspectorId: 1 }),
  )
  expect((await apply([buildMove(line)])).status).toBe(409)
})

test('a visit planned for another year is marked on the board, is not proposed, and cannot be moved by a plan', async () => {
  await readBody(ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [4], month: '2026-11-01' }))
  const line = (await board(2027)).find((item) => item.propertyId === 4)
  expect(line).toMatchObject({ plannedMonth: '2026-11-01', words: 'planned for November 2026', version: 1 })
  const { proposed } = await readBody<PlanProposal>(ask('agency.write', 'GET', `${entity}/ProposePlan/2027`))
  expect(proposed.some((item) => item.propertyId === 4)).toBe(false)
  expect(
    (await apply([{ propertyId: 4, month: '2027-05-01', complianceInspectorId: 1, version: null }])).status,
  ).toBe(409)
  expect(await loadPlanned()).toEqual([[4, '2026-11-01']])
  // A board does not list a property that is not due by the end of its year.
  await readBody(ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [1], month: '2027-02-01' }))
  expect((await board(2025)).some((item) => item.propertyId === 1)).toBe(false)
})

test('a visit remains on the board of the year it was made in when the next one is planned', async () => {
  await portal.owner.query(`insert into compliance_inspection (property_id, inspection_type, status_id, planned_month, visited_on)
    values (1, 'Periodic', 3, '2026-05-01', '2026-05-12')`)
  await readBody(ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [1], month: '2027-02-01' }))
  const visitedOn = async (year: number) =>
    (await board(year)).find((item) => item.propertyId === 1)?.visitedOn
  expect([await visitedOn(2026), await visitedOn(2027)]).toEqual(['2026-05-12', null])
})

const restore = (visits: readonly object[], persona = 'agency.write') =>
  ask(persona, 'POST', `${entity}/RestorePlan`, { visits })
const loadPlacesByProperty = async () =>
  Object.fromEntries(
    (await board(2026))
      .filter((line) => line.version !== null)
      .map((line) => [line.propertyId, [line.plannedMonth, line.scheduledOn, line.complianceInspectorId]]),
  )

test('RestorePlan removes visits that were not planned before and puts the others back in their month', async () => {
  await readBody(
    ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [1], complianceInspectorId: 2 }),
  )
  await readBody(
    ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [4], scheduledOn: '2026-10-14' }),
  )
  const before = await loadPlacesByProperty()
  expect(before).toEqual({ 1: [null, null, 2], 4: ['2026-10-01', '2026-10-14', null] })
  await readBody(apply((await loadProposal()).proposed.map(buildMove)))
  await readBody(
    ask('agency.write', 'POST', `${entity}/Plan`, {
      propertyIds: [4],
      month: '2026-12-01',
      complianceInspectorId: 1,
    }),
  )
  const after = await board(2026)
  const movedLines = after.filter((line) => line.version !== null && line.visitedOn === null)
  expect(movedLines.length).toBeGreaterThan(2)
  const restoredLines = movedLines.map(({ propertyId, version }) => {
    const [plannedMonth, scheduledOn, complianceInspectorId] = before[propertyId] ?? []
    return {
      propertyId,
      version,
      before: before[propertyId] ? { plannedMonth, scheduledOn, complianceInspectorId } : null,
    }
  })
  expect((await restore(restoredLines, 'company.admin')).status).toBe(403)
  expect((await restore([...restoredLines, restoredLines[0]!])).status).toBe(400)
  expect(await readBody(restore(restoredLines))).toEqual({ restored: restoredLines.length })
  expect(await loadPlacesByProperty()).toEqual(before)
  // The versions are outdated after the first restore.
  expect((await restore(restoredLines)).status).toBe(409)
  expect(await loadPlacesByProperty()).toEqual(before)
})

test('RestorePlan answers 409 and changes nothing if another person has planned since, and restores an unplanned visit with its day', async () => {
  await readBody(ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [1], month: '2026-10-01' }))
  await readBody(
    ask('agency.write', 'POST', `${entity}/Plan`, { propertyIds: [4], scheduledOn: '2026-10-14' }),
  )
  const before = { plannedMonth: '2026-10-01', scheduledOn: '2026-10-14', complianceInspectorId: null }
  const { complianceInspectionId: id } = (await board(2026)).find((line) => line.propertyId === 4)!
  await readBody(ask('agency.write', 'POST', `${entity}/Unplan`, { ids: [id] }))
  await readBody(ask('agency.admin', 'POST', `${entity}/Plan`, { propertyIds: [1], month: '2026-11-01' }))
  const off = { propertyId: 4, version: null, before }
  const refused = await restore([off, { propertyId: 1, version: 1, before: null }])
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('Maple Grove') } })
  expect(await loadPlacesByProperty()).toEqual({ 1: ['2026-11-01', null, null] })
  expect(await readBody(restore([off]))).toEqual({ restored: 1 })
  expect((await loadPlacesByProperty())[4]).toEqual(['2026-10-01', '2026-10-14', null])
})

test('of two plans applied at once for the last capacity of a month, one answers 409', async () => {
  await portal.owner.query(
    'update compliance_inspector set visits_per_month = 1, active = compliance_inspector_id = 1',
  )
  const move = { month: '2026-12-01', complianceInspectorId: 1, version: null }
  const both = await Promise.all([
    apply([{ ...move, propertyId: 1 }]),
    apply([{ ...move, propertyId: 4 }], 'agency.admin'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await loadPlanned()).length).toBe(1)
  const other = both[0]!.status === 200 ? 4 : 1
  expect((await apply([{ ...move, propertyId: other, complianceInspectorId: 2 }])).status).toBe(400)
  await portal.owner.query('update compliance_inspector set visits_per_month = 6, active = true')
})
