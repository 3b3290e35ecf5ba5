import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { rentsTakeEffect } from './posting.ts'

let portal: Portal

const figures = `
  insert into income_limit (county_id, fiscal_year, percent, persons, amount)
    select 1, 2026, 50, n, (array[30800, 35200, 39600, 44000, 47520, 51040, 54560, 58080])[n] from generate_series(1, 8) n;
  insert into fair_market_rent (county_id, fiscal_year, bedrooms, amount)
    select 1, 2026, n, (array[700, 800, 950, 1200, 1400])[n + 1] from generate_series(0, 4) n;
  insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Rent_Increase', true, true), (6, 1, 'Rent_Increase', true, false)
    on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write`

beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(figures)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setNow(new Date('2026-11-10T15:00:00Z'))
  await portal.owner.query(`truncate rent_increase_request_header, room_rent_increase_request, outbox cascade;
    delete from property_rent where property_id = 1;
    insert into property_rent (property_id, project_room_type_id, rent_type_id, units, rent, utility_allowance, effective_date) values
      (1, 1, 8, 7, 560, 71, '2025-01-01'), (1, 1, 5, null, 612, 71, '2025-01-01'), (1, 2, 8, 4, 600, 92, '2025-01-01'),
      (1, 2, 5, null, 665, 92, '2025-01-01'), (1, 3, 5, null, 760, 118, '2025-01-01')`)
})

type Line = Record<string, unknown> & { roomRentIncreaseRequestId: number; currentRent: number; units: number }
type Detail = Record<string, unknown> & {
  rentIncreaseRequestHeaderId: number
  version: number
  lines: Line[]
  known: { tick: string; value: boolean }[]
}
type Refused = { message: string; fields: Record<string, string[]> }
const path = '/api/RentIncrease'
const post = (persona: string, tail: string, body: object = {}) => portal.ask(persona, 'POST', `${path}/${tail}`, body)
const get = (persona: string, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const detailOf = async (id: number, persona = 'agency.write') =>
  (await get(persona, `GetRentIncrease/${id}`)).body as Detail
const fieldsOf = (reply: { body: unknown }) => (reply.body as Refused).fields
const begin = async () => {
  const made = await post('company.writer', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body as Detail
}

/** What the pictures of the worksheet type: 577, 631, 621, 690, 790. */
const typed: Record<number, [number, number]> = {
  560: [577, 579],
  612: [631, 633],
  600: [621, 621],
  665: [690, 691],
  760: [790, 790],
}
const content = {
  tenantsNotified: true,
  tenantsNotifiedOn: '2026-11-01',
  certified: true,
  managementCompanyComments: 'Insurance has doubled.',
}
const fill = (detail: Detail, confirm = true) => ({
  request: { rentIncreaseRequestHeaderId: detail.rentIncreaseRequestHeaderId, version: detail.version, ...content },
  lines: detail.lines.map((line) => ({
    roomRentIncreaseRequestId: line.roomRentIncreaseRequestId,
    requestedRent: typed[line.currentRent]?.[0],
    confirmedRent: confirm ? typed[line.currentRent]?.[1] : null,
  })),
})
const documents = (id: number, kinds = ['Current rent roll', 'Tenant notice, Exhibit A-21']) =>
  portal.owner.query(
    `insert into file (property_id, module_name, module_id, document_type, file_name, content_type, size_bytes, content_hash, created_at)
      select 1, 'Rent_Increase', $1, kind, 'a.pdf', 'application/pdf', 1, 'x', '2026-11-05' from unnest($2::text[]) kind`,
    [id, kinds],
  )
const filled = async () => {
  const detail = await begin()
  await documents(detail.rentIncreaseRequestHeaderId)
  const saved = await post('company.writer', 'saveRentIncreaseProgress', fill(detail))
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return saved.body as Detail
}
const submitted = async () => {
  const { rentIncreaseRequestHeaderId: id } = await filled()
  const reply = await post('company.writer', `Submit/${id}`)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return id
}
const answers = {
  budgetApproved: true,
  openInspection: false,
  aodNonComplianceIssues: false,
  mitasOpenIssues: false,
  findingsInNonComplianceLog: false,
  afsReviewed: true,
  rentRollRevied: true,
  sec42Requirements: true,
}
const reviewed = async () => {
  const id = await submitted()
  expect((await post('agency.write', `StartReview/${id}`)).status).toBe(200)
  await post('agency.write', 'SaveWorksheet', { id, ...answers, conditions: 'Post the new rents.' })
  const credit = await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
  expect(credit.status, JSON.stringify(credit.body)).toBe(200)
  const done = await post('agency.write', 'Review', { id })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  return id
}

describe('RIN a request', () => {
  test('CALL-RIN-01, 07 begins with a row for each rent, and is reckoned by the rounding rule row by row', async () => {
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
    expect((second.body as Refused).message).toContain('is still open.')
  })

  test('every fault at once: rows, confirmations, notice, documents, certification', async () => {
    const detail = await begin()
    const { request, lines } = fill(detail, false)
    lines[0] = { ...lines[0]!, requestedRent: 700 }
    await post('company.writer', 'saveRentIncreaseProgress', {
      request: { ...request, certified: false, tenantsNotifiedOn: '2026-12-05' },
      lines,
    })
    const faults = fieldsOf(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
    expect(faults).toEqual({
      'lines.0.requestedRent': [
        expect.stringContaining('14.3791 % is more than the 7 % allowed. The most you may ask is $654.00.'),
      ],
      'lines.1.confirmedRent': [expect.stringContaining('confirm the new rent of $579.00')],
      'lines.2.confirmedRent': [expect.stringContaining('$691.00')],
      files: [expect.stringContaining('Current rent roll'), expect.stringContaining('A-21')],
      tenantsNotifiedOn: ['This day is still to come.'],
      certified: [expect.anything()],
    })
  })

  test('domain 41: current 0, a decrease, a new row, and 600 at 3.5 percent', async () => {
    await portal.owner.query('update property_rent set rent = 0 where rent = 760 and property_id = 1')
    const detail = await begin()
    await documents(detail.rentIncreaseRequestHeaderId)
    const requested = { 612: 600, 560: 560, 665: 665, 600: 621, 0: 500 } as Record<number, number>
    const lines = detail.lines.map((line) => ({
      roomRentIncreaseRequestId: line.roomRentIncreaseRequestId,
      requestedRent: requested[line.currentRent]!,
    }))
    const fresh = { projectRoomTypeId: 3, rentTypeId: 11, units: 2, requestedRent: 990, utilityAllowance: 118 }
    const { request } = fill(detail)
    const saved = await post('company.writer', 'saveRentIncreaseProgress', { request, lines: [...lines, fresh, fresh] })
    expect((saved.body as Detail).lines.map((line) => line.currentRent)).toEqual([612, 560, 665, 600, 0, null, null])
    const faults = fieldsOf(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
    // -1.96 percent rounds up to -1.5: 612 becomes 602.
    expect(faults).toEqual({
      'lines.0.confirmedRent': [expect.stringContaining('$602.00')],
      'lines.4.requestedRent': [expect.stringContaining('the current rent is 0')],
      'lines.6.rentTypeId': [expect.stringContaining('stands in the worksheet already')],
    })
  })

  test('domain 14.5: over the limit blocks, and so does a missing utility allowance', async () => {
    await portal.owner.query(`update property_rent set utility_allowance = 0 where rent = 760 and property_id = 1;
      update property_rent set utility_allowance = 510 where rent = 665 and property_id = 1`)
    const detail = await begin()
    await post('company.writer', 'saveRentIncreaseProgress', fill(detail))
    const faults = fieldsOf(await post('company.writer', `Submit/${detail.rentIncreaseRequestHeaderId}`))
    // 3 persons at 60 percent: 47,520 × 0.3 / 12 = 1,188.
    expect(faults['lines.2.requestedRent']).toEqual([expect.stringContaining('$13.00 over the limit of $1,188.00')])
    expect(faults['lines.4.utilityAllowance']).toEqual([expect.stringContaining('is missing')])
  })

  test('outside the window a company begins none; the agency may, as an exception', async () => {
    portal.setNow(new Date('2026-03-10T15:00:00Z'))
    const refused = await post('company.writer', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
    expect((refused.body as Refused).message).toContain('from 10/01/2026 to 12/31/2026')
    const made = await post('agency.write', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })
    expect(made.body).toMatchObject({ submittedAsException: true, rentEffectiveDate: '2027-01-01' })
  })

  test('CALL-RIN-16 the agency asks for a budget; CALL-RIN-23, 24 rows are added and removed', async () => {
    const { rentIncreaseRequestHeaderId: id } = await filled()
    await post('agency.write', `ForceRequireBudget/${id}`)
    expect(fieldsOf(await post('company.writer', `Submit/${id}`))).toMatchObject({
      rentIncreaseTypeId: [expect.stringContaining('budget')],
    })
    const { lines } = (await post('company.writer', `CreateNewRentRow/${id}`)).body as Detail
    expect(lines).toHaveLength(6)
    const remove = (row: Line) =>
      portal.ask('company.writer', 'DELETE', `${path}/DeleteRow/${row.roomRentIncreaseRequestId}`)
    expect((await remove(lines[0]!)).status).toBe(422)
    expect((await remove(lines[5]!)).body).toBe(true)
    expect((await detailOf(id)).lines).toHaveLength(5)
  })
})

describe('RIN the review', () => {
  test('CALL-RIN-08 to 14, 20 to 22: three pages, a checklist with its sources, withheld from the company', async () => {
    const id = await submitted()
    expect((await post('agency.write', `StartReview/${id}`)).status).toBe(200)
    const faults = fieldsOf(await post('agency.write', 'Review', { id }))
    expect(Object.keys(faults)).toEqual([
      'lines',
      ...Object.keys(answers).slice(0, 6),
      'rentRollRevied',
      'sec42Requirements',
    ])
    const { known, lines } = await detailOf(id)
    expect(known.map((one) => [one.tick, one.value])).toEqual([
      ['r4rBalanceTooLow', false],
      ['extendedUsePeriod', true],
    ])
    expect(lines.map((line) => line.approvedRent)).toEqual([633, 579, 691, 621, 790])
    const [first] = lines
    const lower = { roomRentIncreaseRequestId: first!.roomRentIncreaseRequestId, approvedRent: 620 }
    await post('agency.write', 'SaveWorksheet', { id, ...answers, extendedUsePeriod: false, lines: [lower] })
    await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
    const open = fieldsOf(await post('agency.write', 'Review', { id }))
    expect(open).toEqual({
      'lines.0.lowerReason': [expect.anything()],
      comments: [expect.stringContaining('otherwise than the portal')],
    })
    await post('agency.write', 'SaveWorksheet', {
      id,
      comments: 'Extended use ended.',
      lines: [{ ...lower, lowerReason: 'Comparable rents are lower.' }],
    })
    expect((await post('agency.write', 'Review', { id })).status).toBe(200)
    expect((await detailOf(id, 'company.writer')).lines[0]).toMatchObject({ approvedRent: null, lowerReason: null })
    expect((await get('agency.read', `GetWorksheet/${id}`)).body).toMatchObject({
      budgetApproved: true,
      comments: 'Extended use ended.',
    })
    expect(Object.keys((await get('agency.read', `GetTaxCredit/${id}`)).body as object)).toContain('figures')
    expect((await get('company.writer', `GetCashFlow/${id}`)).status).toBe(403)
  })

  test('CALL-RIN-11, domain 14.6: a budget increase needs its cash flow; a manager approves', async () => {
    const { rentIncreaseRequestHeaderId: id, version } = await filled()
    await post('company.writer', 'saveRentIncreaseProgress', {
      request: { rentIncreaseRequestHeaderId: id, version, rentIncreaseTypeId: 2 },
    })
    await post('company.writer', `Submit/${id}`)
    await post('agency.write', `StartReview/${id}`)
    await post('agency.write', 'SaveWorksheet', { id, ...answers })
    await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
    expect(JSON.stringify((await post('agency.write', 'Review', { id })).body)).toContain('Cash-flow review')
    const flow = {
      operatingExpenses: 275_000,
      debtService: 75_600,
      targetCoverage: 1.2,
      reserveDeposits: 14_400,
      otherIncome: 9_200,
      vacancyPercent: 7,
    }
    expect((await post('agency.write', 'SaveCashFlow', { id, ...flow })).body).toMatchObject(flow)
    expect((await post('agency.write', 'Review', { id })).status).toBe(200)
    expect((await post('agency.write', `ApproveRequest/${id}`)).status).toBe(403)
    expect((await post('agency.manager', `ApproveRequest/${id}`)).body).toMatchObject({ statusId: 5 })
  })

  test('a hold keeps Schedule II back, says why, and is mailed', async () => {
    const id = await reviewed()
    const held = await post('agency.write', 'Hold', { id, onHold: true, reason: 'Two findings are open.' })
    expect(held.body).toMatchObject({ statusLabel: 'On hold', holdReason: 'Two findings are open.' })
    expect(JSON.stringify((await post('agency.manager', `ApproveRequest/${id}`)).body)).toContain(
      'Two findings are open.',
    )
    await post('agency.write', 'Hold', { id, onHold: false, reason: 'Corrected.' })
    expect((await post('agency.manager', `ApproveRequest/${id}`)).status).toBe(200)
    const mails = await portal.owner.query('select event from outbox order by outbox_id')
    expect(mails.rows.map((mail) => mail.event)).toEqual([
      'rentIncrease.submitted',
      'rentIncrease.held',
      'rentIncrease.released',
      'rentIncrease.approved',
    ])
  })

  test('CALL-RIN-12 a denial is appealed in writing within its days', async () => {
    const id = await reviewed()
    const denied = await post('agency.manager', `DenyRequest/${id}`, { reason: 'Rents are above comparables.' })
    expect(denied.body).toMatchObject({ statusId: 6, appealUntil: '2026-12-10' })
    const [letter] = (await get('company.writer', `GetLetterData/${id}`)).body as { data: { values: object } }[]
    expect(letter?.data.values).toMatchObject({ appealUntil: '12/10/2026' })
    const appeal = () => post('agency.write', 'ChangeStatus', { id, statusId: 3, reason: 'Letter of 12/09' })
    portal.setNow(new Date('2026-12-11T15:00:00Z'))
    const late = await appeal()
    expect(JSON.stringify(late.body)).toContain('ended on 12/10/2026')
    portal.setNow(new Date('2026-12-10T15:00:00Z'))
    expect((await appeal()).body).toMatchObject({ statusId: 3, denialAppealed: true, denialAppealedOn: '2026-12-10' })
  })
})

describe('RIN approved rents', () => {
  const potential = async () =>
    (await portal.ask('agency.read', 'GET', '/api/projects/GetCurrentGrossPotentialRent/1')).body

  test('hold from midnight of the agency’s zone on, on the night of a time change; gross potential rent follows', async () => {
    const id = await reviewed()
    await portal.owner.query("update rent_increase_request_header set rent_effective_date = '2027-03-14'")
    expect((await post('agency.manager', `ApproveRequest/${id}`)).status).toBe(200)
    const night = async (moment: string) => {
      portal.setNow(new Date(moment))
      await runDue(portal.pool, portal.services, rentsTakeEffect)
      return potential()
    }
    expect(await night('2027-03-14T05:59:00Z')).toBe(31_800 * 12)
    expect(await night('2027-03-14T06:01:00Z')).toBe(33_002 * 12)
    // The night on which the clocks are set forward is shorter; nothing is posted twice.
    expect(await night('2027-03-15T05:01:00Z')).toBe(396_024)
    const rows = await portal.owner.query(
      "select rent, units from property_rent where property_id = 1 and effective_date = '2027-03-14' order by rent",
    )
    expect(rows.rows.map((row) => [Number(row.rent), row.units])).toEqual([
      [579, 7],
      [621, 4],
      [633, null],
      [691, null],
      [790, null],
    ])
    const reopened = await post('agency.admin', 'ChangeStatus', { id, statusId: 3, reason: 'Mistake' })
    expect(JSON.stringify(reopened.body)).toContain('hold since 03/14/2027')
  })

  test('may be reopened before their day; CALL-RIN-06 Schedule II, and its signed copy is filed', async () => {
    const id = await reviewed()
    await post('agency.manager', `ApproveRequest/${id}`)
    const schedule = (await get('company.reader', 'GetScheduleIIData/1')).body as { lines: object[] }
    expect(schedule).toMatchObject({
      requestNumber: `RI-${id}`,
      effectiveDate: '2027-01-01',
      expiresOn: '2027-12-31',
      conditions: 'Post the new rents.',
    })
    expect(schedule.lines[0]).toEqual({
      label: 'One bedroom, LIHTC 60 %',
      units: 5,
      current: 612,
      approved: 633,
      utilityAllowance: 71,
      gross: 704,
    })
    const upload = await portal.upload(
      'company.writer',
      `${path}/RentIncreaseFileUpload`,
      { moduleId: String(id), documentType: 'Signed Schedule II' },
      [{ name: 'signed.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') }],
    )
    expect(upload.status, JSON.stringify(upload.body)).toBe(200)
    expect((await detailOf(id)).signedFiled).not.toBeNull()
    expect((await get('company.reader', `GetFiles/${id}`)).body).toHaveLength(3)
    expect((await post('agency.admin', 'ChangeStatus', { id, statusId: 3, reason: 'Mistake' })).body).toMatchObject({
      statusId: 3,
    })
    expect(await potential()).toBe(381_600)
  })

  test('CALL-RIN-17 the right to file is taken away after the approval', async () => {
    expect((await post('agency.write', 'RemoveRiPermissions/1')).status).toBe(403)
    expect((await post('agency.admin', 'RemoveRiPermissions/1')).body).toBe(1)
    expect((await post('company.writer', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })).status).toBe(403)
    await portal.owner.query(figures.slice(figures.indexOf('insert into permission')))
  })
})

test('CALL-RIN-02 to 05, 19: lists, dropdowns, and the percents of a year from the settings', async () => {
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
  })
})

test('a rent roll of 500 rows is checked row by row, quickly; the checklist knows what was found', async () => {
  await portal.owner.query('update property_room_type set count = 488 where project_room_type_id = 2')
  const { rentIncreaseRequestHeaderId: id } = await filled()
  const row = (line: number, bedrooms: number, rent: string) => ({
    line,
    values: {
      Unit: `A-${line}`,
      Bedrooms: String(bedrooms),
      Rent: rent,
      'Move-in': '05/01/2024',
      'Rent type': 'LIHTC 60 %',
    },
  })
  const rows = [
    ...Array.from({ length: 488 }, (_, n) => row(n + 2, 2, '$665.00')),
    ...Array.from({ length: 12 }, (_, n) => row(n + 490, 1, '612')),
  ]
  rows[0] = { line: 2, values: { ...rows[0]!.values, Rent: '666', Unit: 'A-3' } }
  rows[9] = { line: 11, values: { ...rows[9]!.values, 'Move-in': 'soon' } }
  const begun = performance.now()
  const reply = await post('company.writer', `CheckRentRoll/${id}`, { rows })
  expect(performance.now() - begun).toBeLessThan(1000)
  expect(reply.body).toEqual({
    units: 500,
    faults: [
      // Of two lines for one unit the first counts: another is missing.
      { line: 0, message: '1 of 488 units of 2 bedrooms are missing.' },
      { line: 0, message: '12 of 12 units of 3 bedrooms are missing.' },
      { line: 2, message: 'Rent: $666.00 is above the approved $665.00.' },
      { line: 3, message: 'Unit: A-3 stands on line 2 already.' },
      { line: 11, message: 'Move-in: enter a date, or “vacant”.' },
    ],
  })
  expect((await detailOf(id)).rentRollFaults).toHaveLength(4)
  await portal.owner.query('update property_room_type set count = 24 where project_room_type_id = 2')
})

test('two analysts on one review: the second is told that it changed, and nothing is lost', async () => {
  const id = await submitted()
  const { version } = (await post('agency.write', `StartReview/${id}`)).body as Detail
  const save = (persona: string, conditions: string) => post(persona, 'SaveWorksheet', { id, version, conditions })
  expect((await save('agency.write', 'First')).status).toBe(200)
  expect((await save('agency.second', 'Second')).status).toBe(409)
  expect((await detailOf(id)).conditions).toBe('First')
})
