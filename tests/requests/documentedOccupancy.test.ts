import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

type Outcome = { propertyId: number; periodDate: string; projectOccupancyId: number; refused: string | null }
type Month = { vacantUnits: number; rooms: Record<string, unknown>[] }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())

const save = (rows: object[], persona = 'company.admin') =>
  portal.ask(persona, 'POST', '/api/ProjectOccupancy/SaveOccupancy', rows)
const getFields = ({ body }: Reply) => Object.keys((body as { fields?: object }).fields ?? {})
const readMonth = async (projectOccupancyId: number): Promise<Month> => {
  const path = `/api/ProjectOccupancy/GetOccupancy/1/${projectOccupancyId}`
  const reply = await portal.ask('company.admin', 'GET', path)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Month
}
const details = [{ population: 'Veterans', referred: 1, others: 0 }]
/** The rows of Maple Grove's three unit types, in the shape that the documents show. */
const buildDocumentedRows = (projectOccupancyId: number, counts: number[]) =>
  counts.map((VacantCount, index) => ({
    ProjectOccupancyId: projectOccupancyId,
    ProjectRoomTypeId: index + 1,
    VacantCount,
    ...(index === 0 ? { specialNeedsDetails: details } : {}),
  }))

test('client 1: documented rows create the reported month, are read back and change it', async () => {
  const reply = await save(buildDocumentedRows(0, [1, 2, 0]))
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  const outcomes = reply.body as Outcome[]
  const [{ projectOccupancyId } = { projectOccupancyId: 0 }] = outcomes
  expect(projectOccupancyId).toBeGreaterThan(0)
  expect(outcomes).toMatchObject(
    [1, 2, 3].map(() => ({ propertyId: 1, periodDate: '2026-10-01', projectOccupancyId, refused: null })),
  )
  expect((await readMonth(projectOccupancyId)).rooms).toMatchObject([
    { projectRoomTypeId: 1, vacantCount: 1, specialNeedsDetails: details },
    { projectRoomTypeId: 2, vacantCount: 2 },
    { projectRoomTypeId: 3, vacantCount: 0 },
  ])
  const changed = await save([
    { ProjectOccupancyId: projectOccupancyId, ProjectRoomTypeId: 2, VacantCount: 5 },
  ])
  expect(changed.body).toMatchObject([{ projectOccupancyId, refused: null }])
  expect((await readMonth(projectOccupancyId)).rooms.map((room) => room.vacantCount)).toEqual([1, 5, 0])
})

test('client 1: a wrong or missing field in a documented row is refused by its name', async () => {
  const id = await save(buildDocumentedRows(0, [1, 2, 0])).then(
    (reply) => (reply.body as Outcome[])[0]!.projectOccupancyId,
  )
  const row = { ProjectOccupancyId: id, ProjectRoomTypeId: 1, VacantCount: 1 }
  const wrong: [rows: object[], field: string][] = [
    [[{ ...row, NotDocumented: 1 }], '0.NotDocumented'],
    [[row, { ...row, VacantCount: 3 }], '1.projectRoomTypeId'],
    [[{ ...row, ProjectRoomTypeId: 99_999 }], '0.projectRoomTypeId'],
    [[{ ...row, ProjectOccupancyId: 99_999 }], '0.projectOccupancyId'],
    [[{ ...row, ProjectOccupancyId: 0, ProjectRoomTypeId: 99_999 }], '0.projectRoomTypeId'],
    [[{ ProjectOccupancyId: 0, VacantCount: 1 }], '0.projectRoomTypeId'],
    [[{ ...row, ProjectId: 2 }], '0.propertyId'],
    [[{ ...row, periodDate: '2026-09-01' }], '0.periodDate'],
    [[{ ...row, rooms: [] }], '0.rooms'],
    [[{ comments: 'Painted.' }], '0.propertyId'],
    [[{ propertyId: 1, comments: 'Painted.' }], '0.periodDate'],
  ]
  for (const [rows, field] of wrong) {
    const reply = await save(rows)
    expect([reply.status, getFields(reply)], JSON.stringify([rows, reply.body])).toEqual([400, [field]])
  }
})

test("client 1: another company's month and unit types are refused as if they did not exist", async () => {
  const { rows } = await portal.owner.query<{ id: number }>(
    `insert into project_occupancy (property_id, period_date, units) values (4, '2026-10-01', 10)
      returning project_occupancy_id as id`,
  )
  const reply = await save([{ ProjectOccupancyId: rows[0]!.id, ProjectRoomTypeId: 1, VacantCount: 1 }])
  expect([reply.status, getFields(reply)]).toEqual([400, ['0.projectOccupancyId']])
  const readOnly = await save(buildDocumentedRows(0, [1, 0, 0]), 'company.reader')
  expect(readOnly.status).toBe(403)
})

test('client 2: a month saved with documented rows can be submitted without the fields that only the screens require', async () => {
  await portal.owner.query('delete from project_occupancy where property_id = 1')
  const reply = await save(buildDocumentedRows(0, [1, 2, 0]))
  const { projectOccupancyId } = (reply.body as Outcome[])[0]!
  const submitted = await portal.ask(
    'company.admin',
    'POST',
    `/api/ProjectOccupancy/Submit/${projectOccupancyId}`,
  )
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(200)
  const reviewed = await portal.ask(
    'agency.write',
    'GET',
    `/api/ProjectOccupancy/GetOccupancy/1/${projectOccupancyId}`,
  )
  expect((reviewed.body as { leftOut: string[] }).leftOut).toContain('move-ins')
})
