import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { budgetFiling, budgetPeople } from '#tests/budgetFiling.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { RecordComparison } from '../model/comparison.ts'
import type { ImportRow } from '../model/importing.ts'
import type { RecordDetail, RecordLine } from '../model/records.ts'

let portal: Portal
const API_PATH = '/api/Program2013'
const budget = budgetFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-23T15:00:00Z'))
  await portal.owner.query(budgetPeople)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from program2013'))

const post = (persona: string, tail: string, body: object = {}) =>
  portal.ask(persona, 'POST', `${API_PATH}/${tail}`, body)
const get = (persona: string, tail: string) => portal.ask(persona, 'GET', `${API_PATH}/${tail}`)
const expectOk = <T = RecordDetail>({ status, body }: Reply): T => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}

const amounts = { I01: 372_000, I02: 7200, E02: 24_000, E11: 90_000, E17: 38_000, E23: 80_000, E21: 14_400 }
const lines = Object.entries(amounts).map(([code, amount]) => ({ code, amount }))
const employees = [
  { employeeType: 'Manager', employees: 1, hours: 40, salary: 42_000, benefits: 8000 },
  { employeeType: 'Maintenance', employees: 1, hours: 40, salary: 34_000, benefits: 6000 },
]
const debts = [
  { lender: 'First Bank', debtType: 'Permanent', lien: 1, amount: 1_000_000, annualDebtService: 75_600 },
]
const unitMix = [{ clientKey: null, kind: 'Two bedrooms', units: 40, rent: 775 }]

/** The record of domain 30, entered but not sent to review. */
async function enterRecord(year = 2010): Promise<RecordDetail> {
  const draft = expectOk(await post('agency.write', '1', { year, recordType: 'Firm' }))
  const request = {
    program2013Id: draft.program2013Id,
    version: draft.version,
    units: 48,
    vacancyPercent: 7,
    unitMix,
  }
  return expectOk(await post('agency.write', 'SaveProgress', { request, lines, employees, debts }))
}
const takeStep = (persona: string, tail: string, { program2013Id: id }: RecordDetail, body: object = {}) =>
  post(persona, `${tail}/${id}`, body)

async function approveRecord(year = 2010): Promise<RecordDetail> {
  const record = await enterRecord(year)
  expectOk(await takeStep('agency.write', 'Submit', record))
  expectOk(await post('agency.second', 'Review', { id: record.program2013Id }))
  return expectOk(await post('agency.manager', 'ChangeStatus', { id: record.program2013Id, statusId: 5 }))
}

describe('P13 a 2013 record', () => {
  test('client 4: a call without a body creates the next type of record for this year', async () => {
    const createByPath = () => portal.ask('agency.write', 'POST', `${API_PATH}/1`)
    expect(expectOk(await createByPath())).toMatchObject({ propertyId: 1, year: 2026, recordType: 'Initial' })
    expect(expectOk(await createByPath())).toMatchObject({
      propertyId: 1,
      year: 2026,
      recordType: 'Conditional',
    })
  })

  test('CALL-P13-01 a record begins with its property’s facts, once for each year and type', async () => {
    const draft = expectOk(await post('agency.write', '1', { year: 2010, recordType: 'Firm' }))
    expect(draft).toMatchObject({
      propertyId: 1,
      year: 2010,
      recordType: 'Firm',
      statusId: 1,
      statusLabel: 'In progress',
      projectNumber: '12-034',
      projectName: 'Maple Grove Apartments',
      city: 'Columbia',
      zip: '65201',
      county: 'Boone County',
      canEdit: true,
    })
    expect((await post('agency.write', '1', { year: 2010, recordType: 'Firm' })).body).toMatchObject({
      message: `The Firm record of 2010 of this property is PF-${draft.program2013Id} already.`,
    })
    expect((await post('agency.write', '1', { year: 2010, recordType: 'Final' })).status).toBe(200)
    expect((await post('company.writer', '1', { year: 2011, recordType: 'Final' })).status).toBe(403)
  })

  test('domain 30, P13-T1, P13-T2: the example has income 353,160, net 106,760, coverage 1.41', async () => {
    const { program2013Id: id } = await enterRecord()
    const [line] = expectOk<RecordLine[]>(await get('agency.read', 'GetList/2010'))
    expect(line).toMatchObject({
      program2013Id: id,
      recordType: 'Firm',
      effectiveIncome: 353_160,
      expenses: 232_000,
      netIncome: 106_760,
      debtService: 75_600,
      coverage: 1.4121,
    })
    expect(expectOk<RecordLine[]>(await get('agency.read', 'GetList/2011'))).toEqual([])
    expect(expectOk<RecordLine[]>(await get('agency.read', 'GetList/0'))).toHaveLength(1)
  })

  test('P13-0 to P13-6: all faults are reported at once, each at its field', async () => {
    const draft = expectOk(await post('agency.write', '1', { year: 2010, recordType: 'Firm' }))
    const request = {
      program2013Id: draft.program2013Id,
      version: draft.version,
      county: 'Cole',
      vacancyPercent: 107,
    }
    const mistaken = { lines: [{ code: 'E11', amount: -5 }], debts: [{ debtType: 'Other' }], employees }
    expectOk(await post('agency.write', 'SaveProgress', { request, ...mistaken }))
    const { status, body } = await takeStep('agency.write', 'Submit', draft)
    expect(status).toBe(422)
    const { fields } = body as { fields: Record<string, string[]> }
    expect(Object.keys(fields).sort()).toEqual(
      ['county', 'debts.0.lender', 'lines', 'lines.11.amount', 'units', 'vacancyPercent'].sort(),
    )
    expect(fields.county).toEqual(['ZIP code 65201 is in Boone County, not in Cole.'])
    expect(fields.lines?.join()).toContain('P13-T2 Payroll')
  })

  test('domain 39: after review a second person approves the record, which is then locked', async () => {
    const record = await enterRecord()
    expect(expectOk(await takeStep('agency.write', 'Submit', record)).statusLabel).toBe('To review')
    expect((await takeStep('company.writer', 'Submit', record)).status).toBe(403)
    const reviewed = expectOk(await post('agency.manager', 'Review', { id: record.program2013Id }))
    expect(reviewed.statusId).toBe(4)
    const forbidden = await post('agency.manager', 'ChangeStatus', { id: record.program2013Id, statusId: 5 })
    expect([forbidden.status, (forbidden.body as { message: string }).message]).toEqual([
      403,
      expect.stringContaining('second person'),
    ])
    const decided = expectOk(
      await post('agency.admin', 'ChangeStatus', { id: record.program2013Id, statusId: 5 }),
    )
    expect(decided).toMatchObject({ statusId: 5, statusLabel: 'Approved', canEdit: false, canAsk: false })
    const late = { request: { program2013Id: record.program2013Id, version: decided.version, units: 50 } }
    expect((await post('agency.write', 'SaveProgress', late)).status).toBe(409)
    const reopened = await post('agency.admin', 'ChangeStatus', {
      id: record.program2013Id,
      statusId: 2,
      reason: 'A rent was left out',
    })
    expect(expectOk(reopened)).toMatchObject({ statusId: 2, decided: null, reviewedById: null })
  })

  test('a returned record is a to-do of the agency, and no company is mailed', async () => {
    const record = await enterRecord()
    expectOk(await takeStep('agency.write', 'Submit', record))
    expectOk(
      await takeStep('agency.second', 'UnSubmit', record, { reason: 'The rents are those of last year.' }),
    )
    const toDos = async (persona: string) =>
      JSON.stringify((await portal.ask(persona, 'GET', '/api/ToDo/GetUserToDos')).body)
    expect(await toDos('company.writer')).not.toContain('PF-')
    const mails = await portal.owner.query(
      `select subject, recipients::text from outbox where subject like 'PF-%'`,
    )
    expect(JSON.stringify(mails.rows)).not.toContain('one.example')
  })

  test('a company can read a record only once it is approved', async () => {
    const record = await enterRecord()
    expect((await get('company.writer', `GetRequest/${record.program2013Id}`)).status).toBe(404)
    expect(expectOk<unknown[]>(await get('company.writer', 'GetByProperty/1'))).toEqual([])
    const { program2013Id: id } = await approveRecord(2011)
    expect(expectOk(await get('company.writer', `GetRequest/${id}`))).toMatchObject({
      canEdit: false,
      actions: [],
    })
    const ofLine = await portal.ask('company.writer', 'GET', `/api/Program2013Debt/GetBy2013id/${id}`)
    expect(expectOk<object[]>(ofLine)).toMatchObject([{ lender: 'First Bank', annualDebtService: 75_600 }])
    const all = await portal.ask('company.writer', 'GET', '/api/StatementCategoryAmount')
    expect(new Set(expectOk<{ program2013Id: number }[]>(all).map((item) => item.program2013Id))).toEqual(
      new Set([id]),
    )
  })

  test('CALL-P13-06 to 08: lines are listed by record, and a changed line updates the totals', async () => {
    const { program2013Id: id } = await enterRecord()
    const getRows = async (tail: string) =>
      expectOk<Record<string, unknown>[]>(await portal.ask('agency.read', 'GET', tail))
    expect(await getRows(`/api/StatementCategoryAmount/GetByStatementId/${id}`)).toHaveLength(7)
    expect(await getRows(`/api/Program2013EmployeeType/GetBy2013id/${id}`)).toHaveLength(2)
    const [debt] = await getRows(`/api/Program2013Debt/GetBy2013id/${id}`)
    const changed = { ...debt, annualDebtService: 53_380 }
    expectOk(await portal.ask('agency.write', 'PUT', '/api/Program2013Debt', changed))
    const [line] = expectOk<RecordLine[]>(await get('agency.read', 'GetList/2010'))
    expect(line?.coverage).toBe(2)
    const total = { program2013Id: id, code: 'E29', amount: 1 }
    expect((await portal.ask('agency.write', 'POST', '/api/StatementCategoryAmount', total)).status).toBe(400)
  })

  test('domain 30: a record is compared line by line with the approved budget of a year', async () => {
    await budget.approved(2027)
    const { program2013Id: id } = await approveRecord()
    const compared = expectOk<RecordComparison>(await get('agency.read', `GetComparison/${id}`))
    expect(compared).toMatchObject({ years: [2027], year: 2027, budget: { year: 2027 }, statement: null })
    const findLine = (code: string) => compared.lines.find((line) => line.code === code)
    expect(findLine('I01')).toMatchObject({ baseline: 372_000, budget: 381_600, change: 9600 })
    expect(findLine('I10')).toMatchObject({ baseline: 353_160, budget: 366_404 })
    expect(findLine('E29')).toMatchObject({ baseline: 232_000, budget: 243_930 })
    expect(findLine('R02')).toMatchObject({ baseline: 75_600, budget: 75_600 })
    expect(compared.ratios[0]).toMatchObject({ label: 'Debt coverage' })
    const companyReply = await get('company.writer', `GetComparison/${id}`)
    expect(expectOk<RecordComparison>(companyReply).lines).toEqual(compared.lines)
  })
})

const COUNT = 300
const getNumber = (index: number) => `N-${1000 + index}`
const getRow = (index: number): ImportRow => ({
  line: index + 2,
  projectNumber: getNumber(index),
  recordType: 'Firm commitment',
  projectName: `Project ${index}`,
  city: 'Columbia',
  county: 'Boone',
  zip: '65201',
  units: '48',
  vacancyPercent: '7%',
  I01: '$372,000',
  I02: '7,200',
  E11: '232,000',
  E21: '14,400',
  lender: 'First Bank',
  debtService: '75,600.00',
})

describe('P13 import', () => {
  beforeAll(() =>
    portal.owner.query(
      `insert into property (name, agency_number, status_id, total_units, management_company_id)
       select 'Project ' || n, 'N-' || 1000 + n, 3, 48, 1 from generate_series(0, $1 - 1) n`,
      [COUNT],
    ),
  )
  const countRecords = async () =>
    (await portal.owner.query<{ count: number }>('select count(*)::integer from program2013')).rows[0]!.count
  const importRows = (rows: readonly ImportRow[], persona = 'agency.write') =>
    portal.ask(persona, 'POST', `${API_PATH}/Import/2010?fileName=firm.csv`, rows)

  test('CALL-P13-05: 300 rows with 12 faulty ones are stored only after correction', async () => {
    const faulty: Record<number, Partial<ImportRow>> = {
      3: { zip: '99999' },
      17: { county: 'Cole' },
      40: { city: 'Rolla' },
      77: { projectNumber: getNumber(76) },
      90: { projectNumber: 'X-1' },
      120: { I01: '37,20' },
      150: { units: '' },
      180: { vacancyPercent: '107' },
      200: { recordType: 'Draft' },
      222: { E11: '-5' },
      250: { zip: '' },
      299: { debtService: 'none' },
    }
    const rows = Array.from({ length: COUNT }, (_, index) => ({ ...getRow(index), ...faulty[index] }))
    const refused = await importRows(rows)
    expect(refused.status).toBe(422)
    const { fields } = refused.body as { fields: Record<string, string[]> }
    expect(new Set(Object.keys(fields).map((field) => Number(field.split('.')[0])))).toEqual(
      new Set(Object.keys(faulty).map(Number)),
    )
    expect(fields['77.projectNumber']?.[0]).toContain('is already in line 78')
    expect(await countRecords()).toBe(0)

    const repaired = rows.map((row, index) => (faulty[index] ? getRow(index) : row))
    const outcome = expectOk<{ line: number; program2013Id: number }[]>(await importRows(repaired))
    expect([outcome.length, await countRecords()]).toEqual([COUNT, COUNT])
    const list = expectOk<RecordLine[]>(await get('agency.read', 'GetList/2010'))
    expect(new Set(list.map((line) => line.coverage))).toEqual(new Set([1.4121]))
    const firmRecord = expectOk(await get('agency.read', `GetRequest/${outcome[5]!.program2013Id}`))
    expect(firmRecord).toMatchObject({
      importFile: 'firm.csv',
      projectNumber: getNumber(5),
      recordType: 'Firm',
      statusId: 1,
    })
    expect(firmRecord.lines[0]?.origins?.amount).toMatchObject({ file: 'firm.csv', row: 7, by: 2 })
    expect(firmRecord.debts).toMatchObject([{ lender: 'First Bank', annualDebtService: 75_600 }])
    expectOk(await takeStep('agency.write', 'Submit', firmRecord))
    // The same file again is refused, because every row has its record already.
    expect((await importRows(repaired)).status).toBe(422)
    expect(await countRecords()).toBe(COUNT)
  })

  test('CALL-P13-03, 04: candidates lack a record of the year or type; ZIP codes are of the state', async () => {
    expectOk(await importRows([getRow(0), { ...getRow(1), line: 3 }]))
    const getNumbers = async (tail: string) =>
      expectOk<{ propertyNumber: string }[]>(await get('agency.read', tail)).map(
        (item) => item.propertyNumber,
      )
    const firm = await getNumbers('GetCandidates/2010?recordType=Firm')
    expect(firm.some((number) => number.includes('N-1000'))).toBe(false)
    expect(firm.some((number) => number.includes('N-1002'))).toBe(true)
    const final = await getNumbers('GetCandidates/2010?recordType=Final')
    expect(final.some((number) => number.includes('N-1000'))).toBe(true)
    expect((await getNumbers('GetCandidates/2010')).some((number) => number.includes('N-1001'))).toBe(false)
    const pairs = expectOk<object[]>(await get('company.reader', 'GetZipCityCountyPairs'))
    expect(pairs).toContainEqual({ zip: '63130', city: 'Saint Louis', county: 'St. Louis city' })
    expect((await importRows([getRow(9)], 'agency.read')).status).toBe(403)
  })
})
