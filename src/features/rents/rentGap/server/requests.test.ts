import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MASK } from '#core/portfolio/households/model/index.ts'
import { MARKED_BY_HAND } from '#core/portfolio/properties/model/index.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { rentFigures } from '#tests/rentFiling.ts'
import type { Detail, ItemDetail, Line } from '../model/applications.ts'
import { waitingListNight } from './night.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(rentFigures)
  await portal.owner.query(`
    delete from property_rent where property_id = 1;
    insert into property_rent (property_id, project_room_type_id, rent_type_id, units, rent, utility_allowance, existing_tenants, effective_date)
      values (1, 2, 5, 20, 688, 92, false, '2025-01-01'), (1, 2, 5, 4, 640, 92, true, '2025-01-01');
    insert into rent_increase_request_header (property_id, status_id, submitted, decided) values (1, 5, '2025-11-01', '2025-12-01');
    insert into holiday (holiday_date, name) values ('2026-11-26', 'Thanksgiving Day');
    insert into permission (user_id, property_id, key, read, write) values (5, 2, 'Rent_Increase', true, true)`)
})
beforeEach(() => portal.setNow(new Date('2026-11-20T15:00:00Z')))
afterEach(() => portal.owner.query('truncate rent_gap_application, rent_gap_item, outbox cascade'))
afterAll(() => portal.close())

const path = '/api/RentGap'
const ask = (persona: string, method: 'GET' | 'POST', tail: string, body?: object) =>
  portal.ask(persona, method, `${path}/${tail}`, body)
const post = (persona: string, tail: string, body: object = {}) => ask(persona, 'POST', tail, body)
const get = (persona: string, tail: string) => ask(persona, 'GET', tail)
const expectOk = <T>(reply: Reply): T => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
const loadDetail = async (id: number, persona = 'agency.write') =>
  expectOk<Detail>(await get(persona, `GetRequest/${id}`))
const findFaults = (reply: Reply) => (reply.body as { fields: Record<string, string[]> }).fields
const getMessage = (reply: Reply) => [reply.status, (reply.body as { message: string }).message]

const buildHousehold = (unit: string, more: object = {}) => ({
  unit,
  projectRoomTypeId: 2,
  rentTypeId: 5,
  moveInDate: '2020-05-01',
  tenantRent: 640,
  hasVoucher: false,
  headOfHousehold: `Invented Person ${unit}`,
  householdNumber: `H-${unit}-7731`,
  ...more,
})
const loadMails = async (event: string) =>
  (
    await portal.owner.query<{ body: string }>(
      `select body_text as body from outbox where event = $1 order by outbox_id`,
      [event],
    )
  ).rows

/** Creates an application with the required documents and these households. */
async function createApplication(items: object[]) {
  const { rentGapApplicationId: id, version } = expectOk<Detail>(
    await post('company.writer', 'CreateApplication/1'),
  )
  for (const documentType of ['Rent roll', 'Leases'])
    expectOk(
      await portal.upload('company.writer', `${path}/RentGapFileUpload/${id}`, { documentType }, [
        { name: 'paper.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') },
      ]),
    )
  const request = { rentGapApplicationId: id, version, payee: 'Maple Grove Partners', certified: true }
  return expectOk<Detail>(await post('company.writer', 'SaveProgress', { request, items }))
}

/** Creates such an application, submits it and reviews it with every amount approved in full. */
async function createReviewed(items: object[]) {
  const { rentGapApplicationId: id } = await createApplication(items)
  expectOk(await post('company.writer', `Submit/${id}`))
  const { items: reviewItems } = expectOk<Detail>(await post('agency.write', 'Review', { id }))
  const approvedAmounts = reviewItems.map((item) => ({
    itemId: item.rentGapItemId,
    amount: item.claimedAmount,
  }))
  expectOk(await post('agency.write', 'SaveReview', { id, approvedAmounts }))
  return expectOk<Detail>(await post('agency.write', 'Review', { id }))
}
const approve = (id: number) => post('agency.manager', 'ChangeStatus', { id, statusId: 5 })

describe('qualification of a property', () => {
  test('CALL-RGP-01, CALL-RGP-03, CALL-RGP-04: an unqualified property gets every reason with a link, and only the agency may begin an application as an exception', async () => {
    await portal.owner.query(`update property set non_compliant = true where property_id = 2;
      insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year) overriding system value values (901, 2, 1, 2, 2025);
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
        values (2, 901, 1, '2025-01-01', '2025-12-31', '2026-01-01', '2026-03-31', '2026-03-31')`)
    const reasons = [
      'No rent increase of the property is approved.',
      MARKED_BY_HAND,
      'AFS was due on 03/31/2026.',
    ]
    type Found = { qualifies: boolean; conditions: { met: boolean; words: string; path: string }[] }
    const result = expectOk<Found>(await get('company.writer', 'GetQualification/2'))
    const unmet = result.conditions.filter((condition) => !condition.met)
    expect([result.qualifies, unmet.map((item) => item.words)]).toEqual([false, reasons])
    expect(unmet.map((item) => item.path)).toEqual([
      '/rentIncrease/RentIncreaseList/2',
      '/EditProject/2',
      '/todolist/property/2',
    ])
    expect(expectOk(await get('company.writer', 'GetRelatedNonCompliance/2'))).toHaveLength(2)
    expect(expectOk(await get('company.writer', 'GetPropertyList'))).toMatchObject([
      { propertyId: 2, qualifies: false, reasons },
      { propertyId: 1, qualifies: true, reasons: [], openApplications: 0 },
    ])
    expect((await get('company.writer', 'GetQualification/4')).status).toBe(404)
    expect(getMessage(await post('company.writer', 'CreateApplication/2'))).toEqual([422, reasons.join(' ')])
    const application = expectOk<Detail>(await post('agency.write', 'CreateApplication/2'))
    expect(application).toMatchObject({
      submittedAsException: true,
      assistanceYear: 2026,
      periodEnd: '2026-12-31',
    })
  })

  test('a company cannot submit once its property no longer qualifies; the agency may submit it as an exception', async () => {
    const { rentGapApplicationId: id } = await createApplication([buildHousehold('1')])
    const setNonCompliant = (nonCompliant: boolean) =>
      portal.owner.query('update property set non_compliant = $1 where property_id = 1', [nonCompliant])
    await setNonCompliant(true)
    const refused = await post('company.writer', `Submit/${id}`)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain(MARKED_BY_HAND)
    const submitted = expectOk<Detail>(await post('agency.write', `Submit/${id}`))
    expect(submitted).toMatchObject({ statusId: 2, submittedAsException: true })
    expect(submitted.qualificationAtSubmit?.nonCompliance).toHaveLength(1)
    await setNonCompliant(false)
  })
})

describe('an application from its beginning to the letter', () => {
  test("CALL-RGP-05 to CALL-RGP-07: households are computed with the property's rents, unsent ones are removed, and one application is open at a time", async () => {
    const draft = await createApplication([
      buildHousehold('1'),
      buildHousehold('2', { moveOutDate: '2026-09-10' }),
      buildHousehold('3'),
    ])
    const id = draft.rentGapApplicationId
    expect(
      draft.items.map(({ monthlyGap, months, claimedAmount }) => [monthlyGap, months, claimedAmount]),
    ).toEqual([
      [48, 12, 576],
      [48, 8.3333, 400],
      [48, 12, 576],
    ])
    expect(draft.items[0]).toMatchObject({ approvedRent: 688, utilityAllowance: 92, programMax: 1188 })
    expect(getMessage(await post('company.writer', 'CreateApplication/1'))[1]).toContain(
      `RG-${id} of this property is`,
    )
    const [first] = draft.items
    const payload = [{ rentGapItemId: first!.rentGapItemId, tenantRent: 600.5, headOfHousehold: MASK }]
    const saved = expectOk<ItemDetail[]>(await post('company.writer', `SaveRequestItems/${id}`, payload))
    expect(saved).toMatchObject([
      { headOfHousehold: 'Invented Person 1', monthlyGap: 87.5, claimedAmount: 1050 },
    ])
    expect(expectOk(await get('company.writer', `GetRequestItems/${id}`))).toEqual(saved)
    expect(expectOk<Line[]>(await get('company.writer', 'GetByPropertyId/1'))).toMatchObject([
      { households: 1, claimed: 1050 },
    ])
  })

  test('domain 41: a voucher household and a negative gap are refused at their fields, and the entries are preserved', async () => {
    const draft = await createApplication([
      buildHousehold('1', { hasVoucher: true }),
      buildHousehold('2', { tenantRent: 700 }),
    ])
    const id = draft.rentGapApplicationId
    expect(draft.items.map((item) => item.claimedAmount)).toEqual([0, 0])
    const refused = await post('company.writer', `Submit/${id}`)
    expect(refused.status).toBe(422)
    expect(findFaults(refused)).toEqual({
      'items.0.hasVoucher': [expect.stringContaining('voucher')],
      'items.1.tenantRent': [expect.stringContaining('There is no gap: $688.00')],
    })
    expect((await loadDetail(id, 'company.writer')).items).toMatchObject([
      { hasVoucher: true },
      { tenantRent: 700 },
    ])
  })

  test('CALL-RGP-08 to CALL-RGP-12: households are approved, reduced or denied, the letter names only units, and only people who edit applications see names', async () => {
    const draft = await createApplication([buildHousehold('1'), buildHousehold('2'), buildHousehold('3')])
    const id = draft.rentGapApplicationId
    expectOk(await post('company.writer', `Submit/${id}`))
    expect(await loadMails('rentGap.submitted')).toHaveLength(1)
    expect(expectOk(await post('agency.write', `SendSubmittedEmail/${id}`))).toBe(true)
    expect(await loadMails('rentGap.submitted')).toHaveLength(2)
    expectOk(await post('agency.write', 'Review', { id }))
    const [firstId, two, three] = draft.items.map((item) => item.rentGapItemId)
    const approvedAmounts = [
      { itemId: firstId, amount: 576 },
      { itemId: two, amount: 288, denialReason: 'The lease ends in June.' },
      { itemId: three, amount: 0, denialReason: 'No lease was sent.' },
    ]
    const tooMuch = await post('agency.write', 'SaveReview', {
      id,
      approvedAmounts: [{ itemId: firstId, amount: 577 }],
    })
    expect(findFaults(tooMuch)).toEqual({
      'items.0.approvedAmount': ['Enter an amount from $0.00 to $576.00.'],
    })
    const saved = expectOk<Detail>(await post('agency.write', 'SaveReview', { id, approvedAmounts }))
    expect(saved.items.map((item) => item.reviewType)).toEqual([1, 3, 2])
    const review = expectOk<Detail>(await get('agency.read', `GetReview/${id}`))
    expect(review).toMatchObject({ approved: 864, funds: { year: 2026, total: 250_000, left: 250_000 } })
    expect(review.qualificationAtSubmit?.conditions.every((condition) => condition.met)).toBe(true)
    expect((await loadDetail(id, 'company.writer')).items.map((item) => item.approvedAmount)).toEqual([
      null,
      null,
      null,
    ])
    expectOk(await post('agency.write', 'Review', { id }))
    expect((await post('agency.write', 'ChangeStatus', { id, statusId: 5 })).status).toBe(403)
    expect(expectOk<Detail>(await approve(id))).toMatchObject({
      statusId: 5,
      approved: 864,
      funds: { left: 249_136 },
    })
    expect((await loadDetail(id, 'company.writer')).funds).toBeNull()
    expect((await loadMails('rentGap.approved'))[0]?.body).toContain(
      'Approved: $864.00 of $1,728.00 asked for.',
    )
    const letter = JSON.stringify((await get('company.writer', `GetLetterData/${id}`)).body)
    for (const text of ['"unit":"2"', '$288.00', 'The lease ends in June.', 'Unit 3: No lease was sent.'])
      expect(letter).toContain(text)

    const loadFirstItem = async (persona: string) => (await loadDetail(id, persona)).items[0]
    for (const persona of ['company.writer', 'agency.write'])
      expect(await loadFirstItem(persona)).toMatchObject({
        headOfHousehold: 'Invented Person 1',
        householdNumber: 'H-1-7731',
      })
    for (const persona of ['company.reader', 'agency.read'])
      expect(await loadFirstItem(persona)).toMatchObject({
        headOfHousehold: MASK,
        householdNumber: MASK,
        unit: '1',
      })
    const tails = [
      `GetHistory/${id}`,
      `GetLetterData/${id}`,
      'GetQueue',
      'GetPage',
      'GetListByYearAndStatus/2026/-1',
    ]
    for (const tail of tails)
      expect(JSON.stringify((await get('agency.admin', tail)).body)).not.toMatch(/Invented Person|\D7731\D/)
    const rows = await portal.owner.query(`select row_to_json(t)::text as row from rent_gap_item t
      union all select changes::text from audit_log union all select row_to_json(o)::text from outbox o`)
    expect(JSON.stringify(rows.rows)).not.toMatch(/Invented Person|\D7731\D/)

    for (const [filter, count] of Object.entries({ '2026/5': 1, '2026/2': 0, '2025/-1': 0, '2026/-1': 1 }))
      expect(expectOk(await get('agency.read', `GetListByYearAndStatus/${filter}`)), filter).toHaveLength(
        count,
      )
    expect(expectOk(await get('agency.read', 'GetFunds/2026'))).toMatchObject({
      approved: 864,
      left: 249_136,
    })
    // Another application of the year must ask for other units or other days.
    const secondApplication = await createApplication([buildHousehold(' 1 ')])
    const refused = await post('company.writer', `Submit/${secondApplication.rentGapApplicationId}`)
    expect(findFaults(refused)['items.0.unit']?.[0]).toContain(`RG-${id} asks already`)
  })

  test('CALL-RGP-11, CALL-RGP-13: a returned application is due again within ten business days, and the agency may set another business day', async () => {
    const { rentGapApplicationId: id } = await createApplication([buildHousehold('1')])
    expect((await post('agency.write', `SendSendBackEmail/${id}`)).status).toBe(409)
    const setResubmitDate = (adjustedResubmitDate: string | null) =>
      post('agency.write', `UpdateAdjustedResubmitDate/${id}`, { adjustedResubmitDate })
    expect((await setResubmitDate('2026-12-01')).status).toBe(409)
    expectOk(await post('company.writer', `Submit/${id}`))
    const returned = expectOk<Detail>(
      await post('agency.write', `UnSubmit/${id}`, { reason: 'Name the leases.' }),
    )
    // Ten business days from Friday, November 20, past Thanksgiving Day.
    expect(returned).toMatchObject({ statusId: 1, adjustedResubmitDate: '2026-12-07' })
    expect((await loadMails('rentGap.returned'))[0]?.body).toMatch(
      /Name the leases\.\s+Please submit it again by 12\/07\/2026/,
    )
    expectOk(await post('agency.write', `SendSendBackEmail/${id}`))
    expect(await loadMails('rentGap.returned')).toHaveLength(2)
    for (const [day, text] of [
      ['2026-12-25', 'is no business day; the next is 12/28/2026'],
      ['2026-11-28', 'is no business day; the next is 11/30/2026'],
      ['2026-11-19', 'is over'],
      [null, 'required'],
    ] as const)
      expect(JSON.stringify(findFaults(await setResubmitDate(day)))).toContain(text)
    const toDo = await portal.ask('company.writer', 'GET', '/api/tasks/GetToDo')
    expect(JSON.stringify(toDo.body)).toContain('2026-12-07')
    expect(expectOk<Detail>(await setResubmitDate('2026-11-23')).adjustedResubmitDate).toBe('2026-11-23')

    portal.setNow(new Date('2026-11-24T15:00:00Z'))
    const late = await post('company.writer', `Submit/${id}`)
    expect([late.status, JSON.stringify(late.body)]).toEqual([
      422,
      expect.stringContaining('Ask the agency for a later'),
    ])
    expectOk(await setResubmitDate('2026-11-24'))
    expect(expectOk<Detail>(await post('company.writer', `Submit/${id}`))).toMatchObject({
      statusId: 2,
      adjustedResubmitDate: null,
    })
  })
})

describe('the funds of a year', () => {
  const setFunds = (amount: number) =>
    portal.owner.query(
      `insert into setting (key, value, effective_from) values ('rent_gap_funds', $1, '2026-01-01')
        on conflict (key, effective_from) do update set value = excluded.value`,
      [amount],
    )
  const loadStatus = async (id: number, persona = 'company.writer') =>
    (await loadDetail(id, persona)).statusLabel

  test('once funds are spent, a reviewed application waits, is mailed once, and can be approved when funds are free', async () => {
    await setFunds(1000)
    const { rentGapApplicationId: first } = await createReviewed([buildHousehold('1')])
    expectOk(await approve(first))
    const { rentGapApplicationId: second } = await createReviewed([buildHousehold('2')])
    expect(await loadStatus(second)).toBe('Waiting list')
    expect((await loadDetail(second)).funds).toMatchObject({ left: 424, waitingBefore: 0 })
    expect(expectOk<Line[]>(await get('agency.read', 'GetQueue'))).toMatchObject([
      { statusLabel: 'Waiting list' },
      { statusLabel: 'Approved' },
    ])
    expect(getMessage(await approve(second))).toEqual([422, expect.stringContaining('$152.00 is missing')])
    expect(
      (await post('agency.admin', 'ForceStatus', { id: second, statusId: 5, reason: 'Now' })).status,
    ).toBe(422)
    const runNight = () => runDue(portal.pool, portal.services, waitingListNight)
    await Promise.all([runNight(), runNight()])
    portal.setNow(new Date('2026-11-21T15:00:00Z'))
    await runNight()
    expect(await loadMails('rentGap.waiting')).toMatchObject([
      { body: expect.stringContaining('the funds of 2026 are not enough') },
    ])

    await setFunds(2000)
    portal.setNow(new Date('2026-11-22T15:00:00Z'))
    await runNight()
    expect(await loadMails('rentGap.funded')).toHaveLength(1)
    expect(await loadStatus(second)).toBe('Reviewed')
    expect(expectOk<Detail>(await approve(second)).funds).toMatchObject({ approved: 1152, left: 848 })
  })

  test('reopening an application frees its funds, and concurrent approvals cannot exceed them', async () => {
    await setFunds(600)
    const { rentGapApplicationId: first } = await createReviewed([buildHousehold('1')])
    expectOk(await approve(first))
    const { rentGapApplicationId: second } = await createReviewed([buildHousehold('2')])
    expectOk(await post('agency.admin', 'ChangeStatus', { id: first, statusId: 3, reason: 'By mistake' }))
    expect((await loadDetail(second)).funds?.left).toBe(600)
    expectOk(await post('agency.write', 'Review', { id: first }))
    const both = await Promise.all([approve(first), approve(second)])
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 422])
  })
})
