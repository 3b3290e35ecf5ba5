import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type Detail, type Line, type RefusalBody, rentFigures, rentFiling } from '#tests/rentFiling.ts'
import { increases as declared } from '../model/increases.ts'
import { findRollFaults } from '../model/rentRoll.ts'

let portal: Portal
const {
  begin,
  clear,
  detailOf: loadDetail,
  documents,
  fieldsOf: getFields,
  fill,
  filled,
  get,
  path,
  post,
  submitted,
} = rentFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(rentFigures)
})
afterAll(() => portal.close())
beforeEach(clear)

describe('RIN a request', () => {
  test('CALL-RIN-01, 07 a new request has a row with the current rent of each rent in force, and the property has one open request at most', async () => {
    const detail = await begin()
    expect(detail.lines.map((line) => [line.currentRent, line.units, line.requestedRent])).toEqual([
      [612, 5, 612],
      [560, 7, 560],
      [665, 20, 665],
      [600, 4, 600],
      [760, 12, 760],
    ])
    expect(detail).toMatchObject({
      rentEffectiveDate: '2027-01-01',
      caps: { suggestedIncreasePercent: 7, maxRentIncreasePercent: 10 },
      window: { opens: '2026-10-01', closes: '2026-12-31', isOpen: true },
      lastIncrease: '2025-01-01',
      figures: { incomeYear: 2026 },
    })
    const second = await post('company.admin', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
    expect((second.body as RefusalBody).message).toContain('is still open.')
  })

  test('a request is offered to companies within the window, to the agency at any time, and only if the property has rents set here', async () => {
    const loadOffer = async (persona: string, propertyId: number) =>
      (
        await portal.ask(
          persona,
          'GET',
          `/api/PropertyRequirement/AllowModuleRequestSubmitOrCreate/${propertyId}/8`,
        )
      ).body
    const windowMessage = expect.stringContaining('are taken from 10/01/2027 to 12/31/2027. Ask the agency')
    expect(await loadOffer('company.admin', 1)).toEqual({ allowed: true, reasons: [] })
    portal.setNow(new Date('2027-02-10T15:00:00Z'))
    expect(await loadOffer('company.admin', 1)).toEqual({ allowed: false, reasons: [windowMessage] })
    expect(await loadOffer('agency.write', 1)).toEqual({ allowed: true, reasons: [] })
    await portal.owner.query('begin; update property_rent set units = 0 where property_id = 1; commit')
    const none = 'No rents are entered for this property yet. Enter its rents under Units and rents first.'
    expect(await loadOffer('agency.write', 1)).toEqual({ allowed: false, reasons: [none] })
    // The lasting reason comes first: another agency sets the rents, so no window helps.
    await portal.owner.query(
      'update property_rent set units = 4, rent_type_id = 14 where property_id = 1 and project_room_type_id = 3',
    )
    const elsewhere = expect.stringMatching(/^All rents of this property are set by another agency \(/)
    expect(await loadOffer('company.admin', 1)).toEqual({ allowed: false, reasons: [elsewhere] })
  })

  test('submitting reports all faults together: rows, confirmations, notice, documents, certification', async () => {
    const detail = await begin()
    const { request, lines } = fill(detail, false)
    lines[0] = { ...lines[0]!, requestedRent: 700 }
    await post('company.writer', 'saveRentIncreaseProgress', {
      request: { ...request, certified: false, tenantsNotifiedOn: '2026-12-05' },
      lines,
    })
    const faults = getFields(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
    expect(faults).toEqual({
      'lines.0.requestedRent': [
        expect.stringContaining('14.38% is more than the 7% allowed. The most you may ask is $654.00.'),
      ],
      'lines.1.confirmedRent': [expect.stringContaining('confirm the new rent of $579.00')],
      'lines.2.confirmedRent': [expect.stringContaining('$691.00')],
      files: [expect.stringContaining('Current rent roll'), expect.stringContaining('A-21')],
      tenantsNotifiedOn: ['This day is still to come.'],
      certified: [expect.anything()],
    })
  })

  test('a row over its cap is reported instead of "no rent changes", and MedianMaxRent is filled in from the start', async () => {
    const detail = await begin()
    expect(detail.lines.map((line) => line.medianMaxRent)).toEqual([990, 800, 1188, 950, 1372])
    const { request } = fill(detail)
    const loadLineFaults = async (lines: object[]) => {
      const { version } = await loadDetail(detail.rentIncreaseRequestHeaderId)
      await post('company.writer', 'saveRentIncreaseProgress', { request: { ...request, version }, lines })
      const faults = getFields(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
      return Object.keys(faults).filter((field) => field.startsWith('lines'))
    }
    const createLines = (rents: number[]) =>
      detail.lines.map(({ roomRentIncreaseRequestId, currentRent }, index) => ({
        roomRentIncreaseRequestId,
        requestedRent: rents[index] ?? currentRent,
      }))
    expect(await loadLineFaults(createLines([]))).toEqual(['lines'])
    // A row far over its cap has no new rent. The fault is reported at that row.
    expect(await loadLineFaults(createLines([900]))).toEqual(['lines.0.requestedRent'])
  })

  test('client 1: a new line with ProjectRoomTypeRentId and MedianPercent gets the unit type and current rent of that rent', async () => {
    await portal.owner.query(
      'update property_rent set income_limit_percent = 60 where rent = 612 and property_id = 1',
    )
    const detail = await begin()
    const [first] = detail.lines as (Line & { projectRoomTypeRentId: number; medianPercent: number | null })[]
    const { rentIncreaseRequestHeaderId, version } = detail
    const saveLine = (line: object) =>
      post('company.writer', 'saveRentIncreaseProgress', {
        request: { rentIncreaseRequestHeaderId, propertyId: 1, version },
        lines: [line],
      })
    const { projectRoomTypeRentId: link, medianPercent } = first!
    expect(medianPercent).toBe(60)
    const other = await saveLine({
      ProjectRoomTypeRentId: link,
      RequestedRent: 640,
      MedianPercent: medianPercent! - 1,
    })
    expect(Object.keys(getFields(other))).toEqual(['lines.0.medianPercent'])
    const unknown = await saveLine({ ProjectRoomTypeRentId: 999_999, RequestedRent: 640 })
    expect(Object.keys(getFields(unknown))).toEqual(['lines.0.projectRoomTypeRentId'])
    const saved = await saveLine({
      ProjectRoomTypeRentId: link,
      RequestedRent: 640,
      MedianPercent: medianPercent,
    })
    const { lines } = saved.body as Detail
    expect(lines).toHaveLength(detail.lines.length + 1)
    expect(lines.find((line) => line.requestedRent === 640)).toMatchObject({
      projectRoomTypeRentId: link,
      medianPercent,
      currentRent: first!.currentRent,
      units: first!.units,
    })
    const doubled = getFields(await post('company.writer', `Submit/${rentIncreaseRequestHeaderId}`))
    expect(JSON.stringify(doubled)).toContain('is in the worksheet already')
  })

  test('domain 41: a current rent of 0, a decrease and a repeated new row are reported, and 600 may rise by 3.5 percent', async () => {
    await portal.owner.query('update property_rent set rent = 0 where rent = 760 and property_id = 1')
    const detail = await begin()
    await documents(detail.rentIncreaseRequestHeaderId)
    const requested = { 612: 600, 560: 560, 665: 665, 600: 621, 0: 500 } as Record<number, number>
    const lines = detail.lines.map((line) => ({
      roomRentIncreaseRequestId: line.roomRentIncreaseRequestId,
      requestedRent: requested[line.currentRent]!,
      confirmedRent: null,
    }))
    const newLine = {
      projectRoomTypeId: 3,
      rentTypeId: 11,
      units: 2,
      requestedRent: 990,
      utilityAllowance: 118,
      confirmedRent: null,
    }
    const { request } = fill(detail)
    const saved = await post('company.writer', 'saveRentIncreaseProgress', {
      request,
      lines: [...lines, newLine, newLine],
    })
    expect((saved.body as Detail).lines.map((line) => line.currentRent)).toEqual([
      612,
      560,
      665,
      600,
      0,
      null,
      null,
    ])
    const faults = getFields(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
    // -1.96 percent rounds up to -1.5: 612 becomes 602.
    expect(faults).toEqual({
      'lines.0.confirmedRent': [expect.stringContaining('$602.00')],
      'lines.4.requestedRent': [expect.stringContaining('the current rent is 0')],
      'lines.6.rentTypeId': [expect.stringContaining('is in the worksheet already')],
    })
  })

  test('domain 14.5: a rent over its limit and a missing utility allowance both block the submission', async () => {
    await portal.owner.query(`update property_rent set utility_allowance = 0 where rent = 760 and property_id = 1;
      update property_rent set utility_allowance = 510 where rent = 665 and property_id = 1`)
    const detail = await begin()
    await post('company.writer', 'saveRentIncreaseProgress', fill(detail))
    const faults = getFields(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
    // 3 persons at 60 percent: 47,520 × 0.3 / 12 = 1,188.
    expect(faults['lines.2.requestedRent']).toEqual([
      expect.stringContaining('$13.00 over the limit of $1,188.00'),
    ])
    expect(faults['lines.4.utilityAllowance']).toEqual([expect.stringContaining('is missing')])
  })

  test('outside the window a company cannot start a request, but the agency can, as an exception', async () => {
    portal.setNow(new Date('2026-03-10T15:00:00Z'))
    const refused = await post('company.writer', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
    expect((refused.body as RefusalBody).message).toContain('from 10/01/2026 to 12/31/2026')
    const reply = await post('agency.write', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
    expect(reply.body).toMatchObject({ submittedAsException: true, rentEffectiveDate: '2027-01-01' })
  })

  test('CALL-RIN-16 the agency can require a budget; CALL-RIN-23, 24 new rows can be added and removed, rows of rents in force cannot be removed', async () => {
    const { rentIncreaseRequestHeaderId: id } = await filled()
    await post('agency.write', `ForceRequireBudget/${id}`)
    expect(getFields(await post('company.writer', `Submit/${id}`))).toMatchObject({
      rentIncreaseTypeId: [expect.stringContaining('budget')],
    })
    const { lines } = (await post('company.writer', `CreateNewRentRow/${id}`)).body as Detail
    expect(lines).toHaveLength(6)
    const remove = (row: Line) =>
      portal.ask('company.writer', 'DELETE', `${path}/DeleteRow/${row.roomRentIncreaseRequestId}`)
    expect((await remove(lines[0]!)).status).toBe(422)
    expect((await remove(lines[5]!)).body).toBe(true)
    expect((await loadDetail(id)).lines).toHaveLength(5)
  })
})

test('CALL-RIN-02 to 05, 19: return the lists, the dropdowns, and the percents of a year from the settings', async () => {
  const id = await submitted()
  for (const [persona, tail] of [
    ['company.reader', 'GetHeaderList/1'],
    ['company.reader', 'GetHeaderListByUser'],
    ['agency.read', 'GetHeaderListByStatus/2'],
  ] as const)
    expect((await get(persona, tail)).body).toMatchObject([
      { requestNumber: `RI-${id}`, currentRents: 31_800, requestedRents: 33_002, approvedRents: null },
    ])
  expect((await get('agency.read', 'GetHeaderListByStatus/3')).body).toEqual([])
  const change = (value: number, effectiveFrom: string) =>
    portal.ask('agency.admin', 'POST', '/api/Configuration', { key: 'rent_auto_cap', value, effectiveFrom })
  expect((await change(6.3, '2027-07-01')).body).toMatchObject({
    fields: { value: ['Greatest increase of family properties: Enter a multiple of 0.5.'] },
  })
  expect((await change(6.5, '2027-07-01')).status).toBe(200)
  const percents = (await get('company.reader', 'GetPercentageByYear/2027')).body as {
    label: string
    percent: number
    from: string
  }[]
  expect(percents.map(({ label, percent, from }) => [label, percent, from])).toEqual([
    ['Auto', 7, '2027-01-01'],
    ['Budget', 10, '2027-01-01'],
    ['Elderly', 3, '2027-01-01'],
    ['Auto', 6.5, '2027-07-01'],
  ])
  await portal.owner.query("delete from setting where key = 'rent_auto_cap'")
  expect((await get('company.reader', 'GetDropdowns')).body).toMatchObject({
    types: [{ id: 1, label: 'Auto' }, { id: 2 }, { id: 3 }],
    // TRUST-6.4: the labels are those of the lists.
    statuses: declared.flow.statuses.map((id) => ({ id, label: declared.labelOf(id, null) })),
  })
})

test('a rent roll of 500 rows is checked row by row within a second, and its faults are stored with the request', async () => {
  await portal.owner.query('update property_room_type set count = 488 where project_room_type_id = 2')
  const { rentIncreaseRequestHeaderId: id } = await filled()
  const buildRow = (line: number, bedrooms: number, rent: string) => ({
    line,
    values: {
      Unit: `A-${line}`,
      Bedrooms: String(bedrooms),
      Rent: rent,
      'Move-in': '05/01/2024',
      'Rent type': 'LIHTC 60%',
    },
  })
  const rows = [
    ...Array.from({ length: 488 }, (_, n) => buildRow(n + 2, 2, '$665.00')),
    ...Array.from({ length: 12 }, (_, n) => buildRow(n + 490, 1, '612')),
  ]
  rows[0] = { line: 2, values: { ...rows[0]!.values, Rent: '666', Unit: 'A-3' } }
  rows[9] = { line: 11, values: { ...rows[9]!.values, 'Move-in': 'soon' } }
  const startedAt = performance.now()
  const reply = await post('company.writer', `CheckRentRoll/${id}`, { rows })
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(reply.body).toEqual({
    units: 500,
    faults: [
      // If two lines name the same unit, only the first counts, so one unit is missing.
      { line: 0, message: '1 of 488 units of 2 bedrooms are missing.' },
      { line: 0, message: '12 of 12 units of 3 bedrooms are missing.' },
      { line: 2, message: 'Rent: $666.00 is above the approved $665.00.' },
      { line: 3, message: 'Unit: A-3 is already on line 2.' },
      { line: 11, message: 'Move-in: enter a date, or “vacant”.' },
    ],
  })
  expect((await loadDetail(id)).rentRollFaults).toHaveLength(5)
  const none = { today: '2026-11-16', units: new Map(), rents: new Map() }
  expect(
    findRollFaults([buildRow(2, 1, '600'), buildRow(3, 0, '600')], none).map(({ message }) => message),
  ).toEqual(['Bedrooms: the property has no units of 1 bedroom.', 'Bedrooms: the property has no studios.'])
  const facts = { today: '2026-11-16', units: new Map([[2, 2]]), rents: new Map() }
  const vacant = { line: 2, values: { ...buildRow(2, 2, '').values, 'Move-in': 'Vacant' } }
  expect(
    findRollFaults([vacant, buildRow(3, 2, '')], facts).map(({ line, message }) => [line, message]),
  ).toEqual([[3, 'Rent: missing.']])
  // TRUST-3.1: an unclear number such as 58,42, a day, or a fraction of a cent is refused instead of being
  // guessed or rounded.
  const faultyRows = ['58,42', '10/05/2026', '600.005'].map((rent, index) => buildRow(2 + index, 2, rent))
  expect(
    findRollFaults(faultyRows, { ...facts, units: new Map([[2, 3]]) }).map(({ message }) => message),
  ).toEqual([
    'Rent: “58,42” is not written as 1,234.56, so that it might mean several amounts.',
    'Rent: “10/05/2026” is a day, no amount.',
    'Rent: “600.005” is finer than a cent.',
  ])
  await portal.owner.query('update property_room_type set count = 24 where project_room_type_id = 2')
})

test('AIT domain 34: rents above the unit designations block the submission, and the checklist says when the average income test is not met', async () => {
  const { rentIncreaseRequestHeaderId: id } = await filled()
  const designate = (unitsAt20Percent: number) =>
    portal.owner.query(
      `truncate average_income_test, average_income_result;
      update property set average_income_test = true where property_id = 1;
      insert into average_income_test (property_id, unit, project_room_type_id, designated_percent, effective_date)
        select 1, r.project_room_type_id || '-' || n, r.project_room_type_id, case when r.project_room_type_id = 3 and n <= ${unitsAt20Percent} then 20 else 60 end, '2026-01-01'
        from property_room_type r cross join generate_series(1, r.count) n where r.property_id = 1;
      insert into average_income_result (property_id, units, average, holds, group_holds, over_income) values (1, 48, 60.21, false, true, 0)`,
    )
  await designate(1)
  expect(getFields(await post('company.writer', `Submit/${id}`))).toEqual({
    'lines.4.requestedRent': [
      'Three bedrooms, LIHTC 60%: 12 units of this type would rent at $908.00 gross or more, but only 11 are designated for that (average income).',
    ],
  })
  await designate(0)
  expect((await post('company.writer', `Submit/${id}`)).status).toBe(200)
  await designate(1)
  await post('agency.write', `StartReview/${id}`)
  await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
  expect(JSON.stringify(getFields(await post('agency.write', 'Review', { id })))).toContain(
    'only 11 are designated',
  )
  expect((await loadDetail(id)).known).toContainEqual({
    tick: 'sec42Requirements',
    value: false,
    fact: 'The test is not met: 60.21%.',
    source: 'Average income test',
  })
  await portal.owner.query(
    'truncate average_income_test, average_income_result; update property set average_income_test = false where property_id = 1',
  )
})

test("GetRentsOverYears gives the rents at each year's end with the limits of that year, and today's rents for this year", async () => {
  type Rent = { label: string; gross: number | null; limit: number | null; year: number }
  await portal.owner.query(`insert into property_rent (property_id, project_room_type_id, rent_type_id, existing_tenants, rent, utility_allowance, effective_date)
    select property_id, project_room_type_id, rent_type_id, existing_tenants, rent - 100, utility_allowance, '2021-07-01' from property_rent where property_id = 1 and rent = 612`)
  const loadRents = async (name: string) =>
    (await portal.ask('company.admin', 'GET', `${path}/${name}/1`)).body as Rent[]
  const years = await loadRents('GetRentsOverYears')
  const now = await loadRents('GetRentsAndLimits')
  expect(
    years.filter(({ year }) => year === 2026).map(({ label, gross, limit }) => ({ label, gross, limit })),
  ).toEqual(
    now.filter(({ gross }) => gross !== null).map(({ label, gross, limit }) => ({ label, gross, limit })),
  )
  const raised = now.find((rent) => (rent as unknown as { rent: number }).rent === 612)!
  const yearsOfRaisedRent = years.filter((year) => year.label === raised.label)
  expect(yearsOfRaisedRent.filter(({ year }) => year < 2021)).toEqual([])
  expect(yearsOfRaisedRent.find(({ year }) => year === 2023)?.gross).toBe(raised.gross! - 100)
  expect(yearsOfRaisedRent.find(({ year }) => year === 2025)?.gross).toBe(raised.gross)
})
