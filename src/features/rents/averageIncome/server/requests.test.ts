import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
const path = '/api/AverageIncomeTest'
type Unit = {
  averageIncomeTestId: number
  unit: string
  overIncomeSince: string | null
  designatedPercent: number | null
}
type Answer = {
  units: Unit[]
  version: number
  results: {
    units: number
    average: number | null
    holds: boolean
    removed: string | null
    groupHolds: boolean
    overIncome: number
    createdByName: string
  }[]
}

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-10T15:00:00Z'))
  await portal.owner.query(`update property set average_income_test = true where property_id = 1;
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Occupancy', true, true), (6, 1, 'Occupancy', true, false)`)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('truncate average_income_test, average_income_result, outbox'))

const save = (units: object[], more: object = {}, persona = 'company.writer') =>
  portal.ask(persona, 'POST', `${path}/Save`, { propertyId: 1, units, ...more })
const loadElection = async (persona = 'agency.read') =>
  (await portal.ask(persona, 'GET', `${path}/GetByProjectId/1`)).body as Answer
const buildUnit = (name: number | string, designatedPercent: number | null, more: object = {}) => ({
  averageIncomeTestId: 0,
  unit: String(name),
  projectRoomTypeId: 2,
  designatedPercent,
  effectiveDate: '2026-01-01',
  ...more,
})
const tenUnits = [30, 30, 50, 50, 50, 60, 60, 60, 80, 80].map((percent, index) =>
  buildUnit(index + 1, percent),
)
/** The sample property has 48 units; 40 percent of them are 20. */
const twentyUnits = [...tenUnits, ...tenUnits.map((item) => ({ ...item, unit: `B${item.unit}` }))]

describe('CALL-AIT designations of a property', () => {
  test('CALL-AIT-01, 02: units are stored with the result of the test, and saving them again stores nothing twice', async () => {
    const reply = await save(twentyUnits)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { units, results, version } = reply.body as Answer
    expect(units.map((unit) => unit.unit).slice(0, 3)).toEqual(['1', 'B1', '2'])
    expect(results).toMatchObject([
      { units: 20, average: 55, holds: true, removed: null, createdByName: 'Company Writer' },
    ])
    const repeatedSave = await save(units, { version })
    expect((repeatedSave.body as Answer).units).toEqual(units)
    expect((await save(units, { version })).status).toBe(409)
  })

  test('a fault names unit and field and nothing is stored, and a property that has not elected the test is refused', async () => {
    const reply = await save([...twentyUnits.slice(0, 5), buildUnit('1', 55)])
    expect(Object.keys((reply.body as { fields: object }).fields)).toEqual([
      'units.5.designatedPercent',
      'units.5.unit',
    ])
    expect((await loadElection()).units).toEqual([])
    const other = await portal.ask('agency.write', 'POST', `${path}/Save`, { propertyId: 2, units: [] })
    expect(other.status).toBe(422)
    expect(JSON.stringify(other.body)).toContain('has not elected the average income test')
    expect((await save(twentyUnits, {}, 'company.reader')).status).toBe(403)
  })

  test('a unit that is sent twice is refused with its line, and nothing is stored', async () => {
    const { units } = (await save([buildUnit(1, 60)])).body as Answer
    const { averageIncomeTestId } = units[0]!
    const reply = await save(
      [50, 40].map((percent) => buildUnit(percent, percent, { averageIncomeTestId, reason: 'Moved' })),
    )
    expect([reply.status, (reply.body as { fields: object }).fields]).toEqual([
      400,
      { 'units.1.unit': [expect.stringContaining('twice')] },
    ])
    expect((await loadElection()).units.map((unit) => unit.designatedPercent)).toEqual([60])
  })

  test('domain 34: the history records who redesignated which unit, when, from what and why, with the results', async () => {
    const first = (await save(twentyUnits)).body as Answer
    const lowUnit = first.units.find((unit) => unit.unit === '1')!
    const changeUnit = { ...lowUnit, designatedPercent: 80, effectiveDate: '2026-11-01' }
    expect(JSON.stringify((await save([changeUnit])).body)).toContain('redesignated from 30%')
    const changed = await save(
      [{ ...changeUnit, reason: 'Swapped with unit 9.' }],
      { goneIds: [first.units[19]!.averageIncomeTestId] },
      'agency.write',
    )
    expect((changed.body as Answer).units).toHaveLength(19)
    const history = (await portal.ask('company.reader', 'GET', `${path}/GetHistory/1`)).body as object[]
    expect(history).toContainEqual({
      at: expect.any(String),
      byName: 'Agency Write',
      unit: '1',
      was: 30,
      becomes: 80,
      effectiveDate: '2026-11-01',
      reason: 'Swapped with unit 9.',
    })
    expect(history).toContainEqual(
      expect.objectContaining({ unit: first.units[19]!.unit, was: 80, becomes: null }),
    )
    const { results } = await loadElection()
    expect(results.map((result) => [result.units, result.average])).toEqual([
      [19, 56.3158],
      [20, 55],
    ])
  })

  test('units drop out from the highest until the average is met, and a failed test is a to-do of the agency', async () => {
    const unitsAboveAverage = [
      ...Array.from({ length: 18 }, (_, index) => buildUnit(index, 60)),
      buildUnit('x', 80),
      buildUnit('y', 80),
    ]
    await save(unitsAboveAverage)
    const { results } = await loadElection()
    expect(results[0]).toMatchObject({ average: 62, holds: false, removed: 'y, x', groupHolds: false })
    const toDos = JSON.stringify(
      (await portal.ask('agency.write', 'GET', '/api/tasks/GetToDoProperty/1')).body,
    )
    expect(toDos).toContain('is not met: 62.00%')
  })

  test('over income has its first day, one reminder of the next available unit, and a to-do until it is answered', async () => {
    const { units } = (await save(twentyUnits)).body as Answer
    const rich = { ...units[0]!, tenantIncomePercent: 90 }
    const now = (await save([rich])).body as Answer
    expect(now.units[0]).toMatchObject({ overIncomeSince: '2026-11-10' })
    expect(now.results[0]).toMatchObject({ overIncome: 1 })
    portal.setNow(new Date('2026-11-20T15:00:00Z'))
    await save([{ ...rich, tenantIncomePercent: 95 }])
    expect((await loadElection()).units[0]).toMatchObject({ overIncomeSince: '2026-11-10' })
    const mails = await portal.owner.query('select event, body_text from outbox')
    expect(mails.rows).toHaveLength(1)
    expect(mails.rows[0].event).toBe('averageIncome.overIncome')
    const toDos = async () =>
      JSON.stringify((await portal.ask('company.writer', 'GET', '/api/tasks/GetToDoProperty/1')).body)
    expect(await toDos()).toContain('Unit 1 is over income')
    await save([{ ...rich, tenantIncomePercent: 95, nextUnit: 'B4' }])
    expect(await toDos()).not.toContain('Unit 1 is over income')
    portal.setNow(new Date('2026-11-10T15:00:00Z'))
  })

  test('the generic calls apply the same rules and leave the same history', async () => {
    const reply = await portal.ask('company.writer', 'POST', path, { ...buildUnit('7A', 60), propertyId: 1 })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { averageIncomeTestId } = reply.body as Unit
    const put = (values: object) =>
      portal.ask('company.writer', 'PUT', path, { averageIncomeTestId, ...values })
    expect((await put({ designatedPercent: 45 })).status).toBe(422)
    expect((await put({ designatedPercent: 50, reason: 'Lower.' })).body).toMatchObject({
      designatedPercent: 50,
      unit: '7A',
    })
    expect((await put({ propertyId: 2 })).status).toBe(400)
    expect((await portal.ask('company.writer', 'DELETE', `${path}/${averageIncomeTestId}`)).body).toBe(true)
    const { results } = await loadElection()
    expect(results.map((result) => result.average)).toEqual([null, 50, 60])
  })
})

describe('AIT the yearly statement', () => {
  type Year = {
    average: number | null
    holds: boolean
    designated: number
    units: { unit: string; designatedPercent: number | null; overIncome: boolean; droppedOut: boolean }[]
    buildings: { bin: string | null; designated: number; average: number | null }[]
    changes: { unit: string; was: number | null; becomes: number | null }[]
  }
  const year = async (reportYear: number) =>
    (await portal.ask('company.reader', 'GET', `${path}/GetYear/1/${reportYear}`)).body as Year
  /** Moves the changes just made in the audit log to a day in the past. */
  const backdate = (day: string) =>
    portal.owner.query(
      `update audit_log set changed_at = $1 where table_name = 'average_income_test' and changed_at > now() - interval '1 hour'`,
      [day],
    )

  test('designations count from the day they take effect, incomes from the day they were entered, and units are added and removed', async () => {
    const first = twentyUnits.map((item, index) =>
      buildUnit(item.unit, item.designatedPercent, {
        effectiveDate: '2023-05-01',
        bin: index < 10 ? 'A' : 'B',
      }),
    )
    await save(first)
    await backdate('2023-05-02T15:00:00Z')
    const findUnit = async (name: string) => (await loadElection()).units.find((unit) => unit.unit === name)!
    const changeUnit = async (name: string, more: object) =>
      save([{ ...(await findUnit(name)), reason: `Change of ${name}`, ...more }])
    // Entered in 2024 for the next year; entered in 2025 for the end of 2024; a household over income in
    // 2025; one unit removed.
    expect((await changeUnit('1', { designatedPercent: 80, effectiveDate: '2025-02-01' })).status).toBe(200)
    await backdate('2024-11-02T15:00:00Z')
    await changeUnit('3', { designatedPercent: 80, effectiveDate: '2024-12-15' })
    await changeUnit('6', { tenantIncomePercent: 90 })
    await save([], { goneIds: [(await findUnit('B10')).averageIncomeTestId] })
    await backdate('2025-03-02T15:00:00Z')

    const getPercent = (year: Year, name: string) =>
      year.units.find((unit) => unit.unit === name)?.designatedPercent
    const [at23, at24, at25] = [await year(2023), await year(2024), await year(2025)]
    expect([at23, at24, at25].map((year) => getPercent(year, '1'))).toEqual([30, 30, 80])
    expect([at23, at24, at25].map((year) => getPercent(year, '3'))).toEqual([50, 80, 80])
    expect([at23, at24, at25].map((year) => getPercent(year, 'B10'))).toEqual([80, 80, undefined])
    expect(
      [at23, at24, at25].map((year) => year.units.filter(({ overIncome }) => overIncome).length),
    ).toEqual([0, 0, 1])
    // 1,100 points of 20 units; 30 more; 50 more and one unit of 80 less.
    expect([at23, at24, at25].map(({ average, designated }) => [average, designated])).toEqual([
      [55, 20],
      [56.5, 20],
      [57.8947, 19],
    ])
    expect(at23.buildings).toEqual([
      { bin: 'A', units: 10, designated: 10, average: 55 },
      { bin: 'B', units: 10, designated: 10, average: 55 },
    ])
    expect(at24.changes).toEqual([expect.objectContaining({ unit: '3', was: 50, becomes: 80 })])
    expect(at25.changes.map(({ unit: name, was, becomes }) => [name, was, becomes])).toEqual([
      ['B10', 80, null],
      ['1', 30, 80],
    ])
    expect((await year(2022)).units.filter(({ designatedPercent }) => designatedPercent !== null)).toEqual([])
    expect((await portal.ask('company.reader', 'GET', `${path}/GetYear/1/2027`)).status).toBe(400)
  })
})
