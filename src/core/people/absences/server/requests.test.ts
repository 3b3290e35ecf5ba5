import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { AbsenceLine } from '../model/calls.ts'

const [ADMIN, WRITE, SECOND, READER] = [1, 2, 10, 3]
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-24T04:30:00Z'))
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from absence'))

type Persona = Parameters<Portal['ask']>[0]
const out = { userId: WRITE, firstDay: '2026-11-23', lastDay: '2026-11-27', standInId: SECOND }
const save = (change: object = {}, persona: Persona = 'agency.write') =>
  portal.ask(persona, 'POST', '/api/Absence/SaveAbsence', { ...out, ...change })
const readAbsences = async () =>
  (await portal.ask('agency.read', 'GET', '/api/Absence/GetAbsences')).body as {
    today: string
    rows: AbsenceLine[]
  }
const getFields = ({ body }: { body: unknown }) => Object.keys((body as { fields: object }).fields)

test("people enter their own absence, an administrator any person's, readers and companies none", async () => {
  const saved = await save()
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect((await save({ userId: SECOND, standInId: ADMIN })).status).toBe(403)
  expect((await save({ userId: SECOND, standInId: ADMIN }, 'agency.admin')).status).toBe(400)
  const later = { firstDay: '2026-12-01', lastDay: '2026-12-02' }
  expect((await save({ userId: SECOND, standInId: ADMIN, ...later }, 'agency.admin')).status).toBe(200)
  for (const persona of ['agency.read', 'company.admin'] as const)
    expect((await save({}, persona)).status).toBe(403)
  // It is still the 23rd in the agency's time zone. The latest absence comes first.
  const { today, rows } = await readAbsences()
  expect(today).toBe('2026-11-23')
  expect(rows.map(({ name, standInName }) => [name, standInName])).toEqual([
    ['Agency Second', 'Agency Admin'],
    ['Agency Write', 'Agency Second'],
  ])
})

test('impossible absences are refused by field: reversed, past or overlapping days, and a stand-in who is absent, a reader or the same person', async () => {
  await save()
  const refused: [object, string][] = [
    [{ lastDay: '2026-11-22' }, 'lastDay'],
    [{ firstDay: '2026-11-01', lastDay: '2026-11-02' }, 'lastDay'],
    [{ standInId: WRITE }, 'standInId'],
    [{ standInId: READER }, 'standInId'],
    [{ firstDay: '2026-11-27', lastDay: '2026-11-30' }, 'firstDay'],
    [{ userId: ADMIN, standInId: WRITE }, 'standInId'],
    [{ userId: SECOND, standInId: ADMIN }, 'userId'],
  ]
  for (const [change, field] of refused) {
    const reply = await save(change, 'agency.admin')
    expect([reply.status, getFields(reply)], JSON.stringify(change)).toEqual([400, [field]])
  }
})

test('a person who returns early changes the last day; a canceled absence stays in the list and blocks no other', async () => {
  const absenceId = (await save()).body as unknown as number
  expect((await save({ absenceId, lastDay: '2026-11-24' })).body).toBe(absenceId)
  const callOff = (persona: Persona) => portal.ask(persona, 'POST', `/api/Absence/CallOff/${absenceId}`)
  expect((await callOff('agency.second')).status).toBe(403)
  expect((await callOff('agency.write')).body).toBe(true)
  await save({ lastDay: '2026-11-30' })
  expect((await readAbsences()).rows.map(({ lastDay, calledOff }) => [lastDay, calledOff]).sort()).toEqual([
    ['2026-11-24', true],
    ['2026-11-30', false],
  ])
  const logged = await portal.owner.query(
    `select operation from audit_log where table_name = 'absence' and row_id = $1 order by 1`,
    [absenceId],
  )
  expect(logged.rows.map((row) => row.operation)).toEqual(
    expect.arrayContaining(['insert', 'update', 'update']),
  )
})
