import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MASK } from '#core/portfolio/households/model/index.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { RequestDetail } from '../model/operating.ts'
import { FINANCIALS } from '../model/rules.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  await portal.owner.query(`
    with account as (insert into reserve_account (property_id, name, kind, opened_on) values (1, 'Operating reserve', 'Operating reserve', '2020-01-01') returning *)
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) select property_id, reserve_account_id, '2020-01-01', 'Opening balance', 54000 from account;
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'OperatingReserve', true, true), (5, 2, 'OperatingReserve', true, true), (6, 1, 'OperatingReserve', true, false)`)
})
afterAll(() => portal.close())

const API_PATH = '/api/OperatingReserve'
const ask = (persona: string, method: 'GET' | 'POST', tail: string, body?: object) =>
  portal.ask(persona, method, `${API_PATH}/${tail}`, body)
const post = (persona: string, tail: string, body: object = {}) => ask(persona, 'POST', tail, body)
const expectDetail = (reply: Reply): RequestDetail => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as RequestDetail
}
const loadBalance = async () =>
  (
    await portal.owner.query(`select sum(amount)::float as balance from reserve_entry e join reserve_account a using (reserve_account_id)
    where a.property_id = 1 and a.kind = 'Operating reserve'`)
  ).rows[0].balance

const repair = {
  operatingReserveRequestTypeId: 1,
  description: 'Boiler service',
  vendorId: 1,
  invoiceNumber: 'B-20',
  invoiceDate: '2026-10-20',
  checkNumber: '880',
  claimedAmount: 12_000,
}
/** The id of the kind of cost that needs photos. */
const REPAIR = 9
const subsidy = {
  operatingReserveRequestTypeId: 6,
  description: 'Rental subsidy, November',
  vendorId: 2,
  claimedAmount: 3000,
  headOfHousehold: 'Invented Person',
  income: '21450',
  numInHousehold: 3,
  effectiveDate: '2026-11-01',
  serviceRequested: 'Subsidy of the rent',
}
const request = {
  propertyId: 1,
  reserveTypeId: 1,
  description: 'The property is short of cash until the spring.',
  figuresAsOf: '2026-10-31',
  currentPayables: 22_400,
  dueWithinMonth: 9_100,
  cashAvailable: 18_600,
  certified: true,
}
const save = async (items: object[], more: object = {}) =>
  expectDetail(
    await post('company.writer', 'saveOperatingProgress', { request: { ...request, ...more }, items }),
  )

async function attach(id: number, kinds: readonly (readonly [string, number?])[]) {
  for (const [documentType, item] of kinds) {
    const fields = { moduleId: String(id), documentType, ...(item ? { subModuleId: String(item) } : {}) }
    const content = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
    const reply = await portal.upload('company.writer', `${API_PATH}/OperatingReserveFileUpload`, fields, [
      { name: `${documentType}.pdf`, content },
    ])
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
}

async function submitRequest() {
  const draft = await save([repair, subsidy])
  const id = draft.operatingReserveRequestId
  const item = draft.items[0]!.operatingReserveRequestItemId
  await attach(id, [[FINANCIALS], ['Invoice', item], ['Check', item]])
  expectDetail(await post('company.writer', `Submit/${id}`))
  return draft
}

test('the agency grants the exception for an old invoice on the draft, and the company can then submit it', async () => {
  const old = await save([{ ...repair, invoiceNumber: 'OLD-1', invoiceDate: '2025-10-01' }])
  const requestId = old.operatingReserveRequestId
  const item = old.items[0]!.operatingReserveRequestItemId
  await attach(requestId, [[FINANCIALS], ['Invoice', item], ['Check', item]])
  const submit = () => post('company.writer', `Submit/${requestId}`)
  expect((await submit()).body).toMatchObject({
    fields: { 'items.0.invoiceDate': [expect.stringContaining('exception')] },
  })
  const grant = { requestId, granted: true, reason: 'The invoice was in dispute.' }
  expect((await post('company.admin', 'GrantException', grant)).status).toBe(403)
  expect(expectDetail(await post('agency.write', 'GrantException', grant))).toMatchObject({
    submittedAsException: true,
    exceptionReason: grant.reason,
  })
  const loadMails = async () =>
    (
      await portal.owner.query(
        `select event, subject, recipients::text as recipients, body_text as text from outbox
          where event like '%.exception%' order by outbox_id`,
      )
    ).rows
  expect(await loadMails()).toEqual([
    {
      event: 'operating.exceptionGranted',
      subject: `OR-${requestId}, Maple Grove Apartments: exception for old invoices granted`,
      recipients: expect.stringContaining('company.writer@one.example'),
      text: expect.stringMatching(
        /older than 365 days with OR-\d+ for Maple Grove.*The invoice was in dispute\..*submit it.*#\/OperatingReserve\//s,
      ),
    },
  ])
  expectDetail(await post('agency.write', 'GrantException', { ...grant, reason: 'Settled since.' }))
  expect(await loadMails()).toHaveLength(1)
  expectDetail(
    await post('agency.write', 'GrantException', { ...grant, granted: false, reason: 'By mistake' }),
  )
  expect((await loadMails())[1]).toMatchObject({
    event: 'operating.exceptionWithdrawn',
    text: expect.stringMatching(/has withdrawn the exception.*By mistake.*Remove the old invoices/s),
  })
  expectDetail(await post('agency.write', 'GrantException', grant))
  expect(expectDetail(await submit())).toMatchObject({ exceptionReason: grant.reason })
  const { operatingReserveRequestId: recent } = await save([{ ...repair, invoiceNumber: 'NEW-1' }])
  expect((await post('agency.write', 'GrantException', { ...grant, requestId: recent })).status).toBe(422)
  await portal.owner.query('delete from operating_reserve_request')
})

describe('faults that keep a request from being submitted', () => {
  test('all faults of the request and its items are reported at once, each at its field', async () => {
    const draft = await save(
      [
        { operatingReserveRequestTypeId: 1 },
        { operatingReserveRequestTypeId: 6 },
        { operatingReserveRequestTypeId: 8 },
        { operatingReserveRequestTypeId: REPAIR },
      ],
      { reserveTypeId: 2, cashAvailable: null, figuresAsOf: '2026-12-31', certified: false },
    )
    const refused = await post('company.writer', `Submit/${draft.operatingReserveRequestId}`)
    expect(refused.status).toBe(422)
    const { fields } = refused.body as { fields: Record<string, string[]> }
    expect(fields).toMatchObject({
      reserveTypeId: ['The agency holds no such reserve for the property.'],
      figuresAsOf: ['This day is in the future.'],
      cashAvailable: [expect.anything()],
      documents: ['Attach the balance sheet and income statement of the year to date.'],
      'items.0.documents': ['Attach the invoice and the check.'],
      'items.0.invoiceNumber': [expect.anything()],
      'items.1.headOfHousehold': [expect.anything()],
      'items.1.serviceRequested': [expect.anything()],
      'items.2.otherDescription': [expect.anything()],
      // Domain 13.2: this kind of cost needs photos of before and after.
      'items.3.documents': ['Attach the invoice, the check, and the photo.'],
      certified: ['Please certify the request.'],
    })
    expect(fields).not.toHaveProperty('items.1.invoiceNumber')
    expect(fields).not.toHaveProperty('items.0.headOfHousehold')
    expect(
      (await portal.ask('company.writer', 'DELETE', `${API_PATH}/${draft.operatingReserveRequestId}`)).body,
    ).toBe(true)
  })

  test('a request cannot be begun for a property without an operating reserve', async () => {
    const refused = await post('company.writer', 'saveOperatingProgress', { request: { propertyId: 2 } })
    expect([refused.status, refused.body]).toEqual([
      422,
      expect.objectContaining({ message: expect.stringContaining('holds no operating reserve') }),
    ])
  })
})

test('CALL-ORR-01 to CALL-ORR-13, domain 13.3: a draw is approved; no household data leaks', async () => {
  const draft = await submitRequest()
  const id = draft.operatingReserveRequestId
  expectDetail(await post('agency.write', 'Review', { id }))
  const items = draft.items.map((item) => item.operatingReserveRequestItemId)
  const approvedAmounts = [
    { itemId: items[0], amount: 12_000 },
    { itemId: items[1], amount: 900, denialReason: 'The figures support no more.' },
  ]
  const reviewed = expectDetail(
    await post('agency.write', 'saveOperatingReview', {
      id,
      vacancy: 5,
      netIncomeOrLoss: -8000,
      approvedAmounts,
    }),
  )
  expect(reviewed.items.map((item) => item.reviewType)).toEqual([1, 3])
  // More vacant units than the property has can be saved, but the review cannot be finished with them.
  expectDetail(await post('agency.write', 'saveOperatingReview', { id, vacancy: 5000 }))
  const refused = await post('agency.write', 'ChangeOperatingStatus', { requestId: id, statusId: 4 })
  expect(refused).toMatchObject({ status: 422, body: { faults: [{ field: 'vacancy' }] } })
  expectDetail(await post('agency.write', 'saveOperatingReview', { id, vacancy: 5 }))
  expectDetail(await post('agency.write', 'ChangeOperatingStatus', { requestId: id, statusId: 4 }))
  const approved = expectDetail(
    await post('agency.manager', 'ChangeOperatingStatus', { requestId: id, statusId: 5 }),
  )
  expect(approved).toMatchObject({ approved: 12_900, claimed: 15_000, balanceAtSubmit: 54_000 })
  expect(await loadBalance()).toBe(41_100)
  expect((await ask('agency.read', 'GET', 'GetPropertyList')).body).toMatchObject([
    { propertyId: 1, balance: 41_100 },
  ])
  expect((await ask('company.reader', 'GET', 'GetOperatingList/1')).body).toMatchObject([
    { approved: 12_900 },
  ])
  expect((await ask('company.reader', 'GET', 'GetTypes')).body).toHaveLength(9)
  expect((await ask('company.reader', 'GET', 'GetReviewTypes')).body).toMatchObject([
    { name: 'Approve' },
    {},
    {},
  ])
  const duplicate = { invoiceNumber: 'b 20', vendorId: 1, invoiceDate: '2026-10-20' }
  expect((await post('company.writer', 'CheckForOperatingDuplicates', duplicate)).body).toMatchObject([
    { exact: true },
  ])

  const loadItem = async (persona: string) =>
    expectDetail(await ask(persona, 'GET', `GetOperatingRequest/${id}`)).items[1]
  for (const persona of ['company.writer', 'agency.write'])
    expect(await loadItem(persona)).toMatchObject({ headOfHousehold: 'Invented Person', income: '21450' })
  for (const persona of ['company.reader', 'agency.read'])
    expect(await loadItem(persona)).toMatchObject({ headOfHousehold: MASK, income: MASK })
  for (const tail of [`GetHistory/${id}`, `GetLetterData/${id}`, `OperatingDownload/${id}`, 'GetQueue'])
    expect(JSON.stringify((await ask('agency.admin', 'GET', tail)).body)).not.toMatch(/Invented Person|21450/)
  const rows =
    await portal.owner.query(`select row_to_json(t)::text as row from operating_reserve_request_item t
    union all select changes::text from audit_log union all select row_to_json(o)::text from outbox o`)
  expect(JSON.stringify(rows.rows)).not.toMatch(/Invented Person|21450/)

  const reopened = expectDetail(
    await post('agency.admin', 'ChangeOperatingStatus', { id, statusId: 3, reason: 'By mistake' }),
  )
  expect(reopened.statusId).toBe(3)
  expect(await loadBalance()).toBe(54_000)
})

test('point 7: only the agency receives the year to date of the last submitted budget', async () => {
  await portal.owner.query(`with made as (insert into budget (property_id, budget_year, status_id, submitted, created_by)
      values (1, 2026, 5, '2025-11-01', 5), (1, 2027, 2, '2026-11-01', 5), (1, 2028, 1, null, 5) returning *)
    insert into budget_line (budget_id, property_id, code, position, year_to_date, proposed)
      select budget_id, 1, code, code::integer, amount * (budget_year - 2025), 1 from made, (values ('5120', 50000.5), ('6450', 60000)) l (code, amount)`)
  const { operatingReserveRequestId: id } = expectDetail(
    await post('company.writer', 'saveOperatingProgress', { request }),
  )
  const loadYearToDate = async (persona: string) =>
    expectDetail(await ask(persona, 'GET', `GetOperatingRequest/${id}`)).yearToDate
  expect(await loadYearToDate('agency.write')).toMatchObject({
    netIncome: -19_999,
    year: 2026,
    to: '/budget/view/1/2027',
  })
  expect(await loadYearToDate('company.writer')).toBeNull()
  await portal.owner.query('delete from budget')
  expect(await loadYearToDate('agency.write')).toBeNull()
})

test('a save that sends the masked name back does not change the stored name', async () => {
  const draft = await save([{ ...subsidy, invoiceNumber: null }])
  const { operatingReserveRequestItemId } = draft.items[0]!
  const secondSave = await save([{ operatingReserveRequestItemId, headOfHousehold: MASK, income: '22000' }], {
    operatingReserveRequestId: draft.operatingReserveRequestId,
    version: draft.version,
  })
  expect(secondSave.items[0]).toMatchObject({ headOfHousehold: 'Invented Person', income: '22000' })
})

test('domain 13.3: the average rent of the vacancy loss includes the rents of all units', async () => {
  await portal.owner.query(`begin; delete from property_rent where property_id = 1;
    insert into property_rent (property_id, project_room_type_id, rent_type_id, units, rent, effective_date) values
      (1, 1, 8, 7, 560, '2025-01-01'), (1, 1, 5, null, 612, '2026-01-01'), (1, 2, 8, 4, 600, '2025-01-01'),
      (1, 2, 5, null, 665, '2025-01-01'), (1, 3, 5, null, 760, '2025-01-01'); commit`)
  const { operatingReserveRequestId } = await save([])
  // 5 × 612 + 7 × 560 + 20 × 665 + 4 × 600 + 12 × 760 = 31,800 for 48 units.
  expect(
    expectDetail(await ask('agency.write', 'GET', `GetOperatingRequest/${operatingReserveRequestId}`))
      .averageRent,
  ).toBe(662.5)
})

test('waiting on the property stops the clock, shows as status, and blocks the end of review', async () => {
  portal.setNow(new Date('2026-11-02T15:00:00Z'))
  const id = (await save([{ ...repair, invoiceNumber: 'C-1' }])).operatingReserveRequestId
  await portal.owner.query(
    `update operating_reserve_request set status_id = 3, submitted = '2026-11-02T15:00Z', reviewer_id = 1 where operating_reserve_request_id = $1`,
    [id],
  )
  const saveWaiting = (waitingOnProject: boolean) =>
    post('agency.write', 'saveOperatingReview', { id, waitingOnProject })
  const loadQueueLine = async () =>
    ((await ask('agency.read', 'GET', 'GetQueue')).body as RequestDetail[]).find(
      (item) => item.operatingReserveRequestId === id,
    )
  portal.setNow(new Date('2026-11-06T15:00:00Z'))
  expect(expectDetail(await saveWaiting(true))).toMatchObject({
    statusLabel: 'Waiting on the property',
    ageDays: 4,
    promisedBy: '2026-12-02',
  })
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
  expect(await loadQueueLine()).toMatchObject({
    statusLabel: 'Waiting on the property',
    ageDays: 4,
    promisedBy: '2026-12-14',
  })
  const refused = await post('agency.write', 'Review', { id })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('waits on the property'),
  ])
  expect(expectDetail(await saveWaiting(false))).toMatchObject({
    statusLabel: 'Under Review',
    ageDays: 4,
    promisedBy: '2026-12-14',
  })
  portal.setNow(new Date('2026-11-18T15:00:00Z'))
  expect(await loadQueueLine()).toMatchObject({ ageDays: 6, promisedBy: '2026-12-14' })
})
