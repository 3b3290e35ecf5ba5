import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { statementPeople as filers, statementFiling } from '#tests/statementFiling.ts'
import {
  clearStatements,
  delinquentDeposits,
  insertMapleGroveRights,
  insertStatement,
  statementPeople,
} from '#tests/surplusFiling.ts'
import type { ComputationView, SurplusView } from '../model/views.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // Pending changes for a second person have their own tests.
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('pending_change_two_person', 'false', '2000-01-01')`,
  )
  await portal.owner.query(statementPeople)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query(clearStatements))

const surplus = '/api/SurplusCash'
const computation = '/api/ComputationOfDistributions'
const yearly = '/api/YearlyDistributionsAccrued'
const payments = '/api/DistributionPayment'
const getBody = async <T>(reply: Promise<Reply>): Promise<T> => {
  const { status: setStatus, body } = await reply
  expect(setStatus, JSON.stringify(body)).toBe(200)
  return body as T
}
const getSurplus = (persona: string, id: number) =>
  getBody<SurplusView>(portal.ask(persona, 'GET', `${surplus}/vm/Get/${id}`))
const loadComputation = (persona: string, id: number) =>
  getBody<ComputationView>(portal.ask(persona, 'GET', `${computation}/vm/Get/${id}`))
const save = (persona: string, id: number, rows: object[]) =>
  portal.ask(persona, 'POST', `${surplus}/Save/${id}`, rows)
const setStatus = (id: number, statusId: number) =>
  portal.owner.query(
    'update annual_statement set status_id = $2, decided = case when $2 > 4 then now() end where afs_id = $1',
    [id, statusId],
  )
const getYearRows = (view: ComputationView) =>
  view.years.map(({ year, earned, paid, balance }) => [year, earned, paid, balance])
const basis = {
  propertyId: 1,
  fromYear: 2025,
  method: 'Percent of equity',
  rate: 8,
  developmentCost: 2_900_000,
  mortgagePrincipal: 2_450_000,
  improvements: 0,
  firstYearMonths: 12,
  rateApproval: null,
  source: 'Cost certification',
}

test('CALL-SUR-01, 02, CALL-AFX-07, domain 5.4: Maple Grove has cash of 77,500, obligations of 37,830 and 39,670 left, prefilled from its balance sheet', async () => {
  const id = await insertStatement(portal.owner)
  const before = await getSurplus('company.writer', id)
  expect(before).toMatchObject({
    canEdit: true,
    canReview: false,
    required: true,
    submitted: { c: 40_870 },
    reviewed: null,
  })
  expect(before.lines[0]).toMatchObject({
    lineCode: 'A1',
    carried: 75_520,
    submitted: 75_520,
    submittedAmount: null,
    surplusCashId: 0,
  })
  const saved = await getBody<SurplusView>(save('company.writer', id, [delinquentDeposits]))
  expect(saved.submitted).toEqual({ a: 77_500, b: 37_830, c: 39_670 })
  expect(saved.lines[5]).toMatchObject({ submittedAmount: 1200, origins: { submittedAmount: { by: 5 } } })
  expect(saved.people[5]).toBeTruthy()
  expect(await getBody(portal.ask('company.reader', 'GET', `${surplus}/GetSurplusAmount/${id}`))).toBe(39_670)
  expect(await getBody(portal.ask('company.reader', 'GET', `${surplus}/GetByAFSId/${id}`))).toHaveLength(13)
})

test('SUR-1: a negative amount is refused with its field, an emptied line is carried again, and only a draft can be edited', async () => {
  const id = await insertStatement(portal.owner)
  const refused = await save('company.writer', id, [{ lineCode: 'A5', submittedAmount: -5 }])
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('lines.4.submittedAmount'),
  ])
  await getBody(save('company.writer', id, [{ lineCode: 'A7', submittedAmount: 12_000 }]))
  const reloadedView = await getBody<SurplusView>(
    save('company.writer', id, [{ lineCode: 'A7', submittedAmount: null }]),
  )
  expect(reloadedView.lines[6]).toMatchObject({ submittedAmount: null, submitted: 11_860 })
  await setStatus(id, 2)
  expect((await save('company.writer', id, [delinquentDeposits])).status).toBe(409)
  expect((await save('agency.write', id, [delinquentDeposits])).status).toBe(409)
})

test('CALL-SUR-03: the reviewer’s figure replaces the submitted one, and the company sees it after the decision', async () => {
  const id = await insertStatement(portal.owner)
  const { lines } = await getBody<SurplusView>(save('company.writer', id, [delinquentDeposits]))
  const row = lines[5]!.surplusCashId
  const url = `${surplus}/UpdateReviewRow/${row}?reviewAmount=2200&reviewerComment=Two%20months`
  expect((await portal.ask('agency.write', 'GET', url)).status).toBe(409)
  await setStatus(id, 3)
  expect((await portal.ask('company.writer', 'GET', url)).status).toBe(403)
  expect(await getBody(portal.ask('agency.write', 'GET', url))).toMatchObject({
    reviewAmount: 2200,
    submittedAmount: 1200,
  })
  expect((await getSurplus('agency.read', id)).reviewed).toEqual({ a: 77_500, b: 38_830, c: 38_670 })
  expect((await getSurplus('company.writer', id)).reviewed).toBeNull()
  expect((await getSurplus('company.writer', id)).lines[5]).toMatchObject({
    reviewAmount: null,
    reviewerComment: null,
  })
  expect(await getBody(portal.ask('company.writer', 'GET', `${surplus}/${row}`))).toMatchObject({
    reviewAmount: null,
  })
  expect(await getBody(portal.ask('agency.read', 'GET', `${surplus}/GetSurplusAmount/${id}`))).toBe(38_670)
  expect(await getBody(portal.ask('company.writer', 'GET', `${surplus}/GetSurplusAmount/${id}`))).toBe(39_670)
  await setStatus(id, 5)
  expect((await getSurplus('company.writer', id)).lines[5]).toMatchObject({
    reviewAmount: 2200,
    reviewerComment: 'Two months',
  })
  await setStatus(id, 3)
  // An emptied amount no longer counts.
  expect(
    await getBody(portal.ask('agency.write', 'POST', `${surplus}/UpdateReviewRow/${row}?reviewAmount=`)),
  ).toMatchObject({ reviewAmount: null })
})

test('if two people edit the same cell, the second is refused with name and amount, while other cells are stored', async () => {
  const id = await insertStatement(portal.owner)
  const saveAsCompany = (more: object) => save('company.writer', id, [{ ...delinquentDeposits, ...more }])
  expect((await getBody<SurplusView>(saveAsCompany({ version: 0 }))).lines[5]).toMatchObject({ version: 1 })
  // Another user enters it at the same time, having seen an empty line.
  const second = await save('company.admin', id, [{ lineCode: 'A6', submittedAmount: 1300, version: 0 }])
  expect([second.status, JSON.stringify(second.body)]).toEqual([
    409,
    expect.stringMatching(
      /A6 Submitted: Company Writer changed it to \$1,200\.00 at \d+:\d\d [AP]M\. What you typed is not saved\./,
    ),
  ])
  await setStatus(id, 3)
  const review = (persona: string, more: object) =>
    save(persona, id, [{ lineCode: 'A6', version: 1, ...more }])
  await getBody(review('agency.write', { reviewAmount: 2200 }))
  const other = await getBody<SurplusView>(review('agency.admin', { reviewerComment: 'Two months' }))
  expect(other.lines[5]).toMatchObject({ reviewAmount: 2200, reviewerComment: 'Two months', version: 3 })
  const overtaken = await review('agency.admin', { reviewAmount: 2300 })
  expect([overtaken.status, JSON.stringify(overtaken.body)]).toEqual([
    409,
    expect.stringContaining('A6 Reviewed: Agency Write changed it to $2,200.00'),
  ])
  // The other calls refuse it too. The same value is not a conflict.
  const row = other.lines[5]!.surplusCashId
  const byRow = (amount: number) =>
    portal.ask('agency.admin', 'GET', `${surplus}/UpdateReviewRow/${row}?reviewAmount=${amount}&version=1`)
  expect([(await byRow(2300)).status, (await byRow(2200)).status]).toEqual([409, 200])
  const reviewRow = { surplusCashId: row, reviewAmount: 2300, version: 1 }
  expect((await portal.ask('agency.admin', 'PUT', surplus, reviewRow)).status).toBe(409)
})

test('if two people of a company edit the same field, the second is refused with name and amount, while other fields are stored', async () => {
  const id = await insertStatement(portal.owner)
  const saveEntries = (persona: string, payload: object) =>
    portal.ask(persona, 'POST', `${computation}/Save/${id}`, payload)
  const { version } = await loadComputation('company.writer', id)
  expect(version).toBe(0)
  const first = await getBody<ComputationView>(
    saveEntries('company.writer', { paidDeclared: 12_000, version }),
  )
  const second = await saveEntries('company.admin', {
    paidDeclared: 13_000,
    comments: 'Paid in July',
    version,
  })
  expect([second.status, JSON.stringify(second.body)]).toEqual([
    409,
    expect.stringMatching(
      /Distributions paid in the year, by the books: Company Writer changed it to \$12,000\.00 at \d+:\d\d [AP]M\. What you typed is not saved\./,
    ),
  ])
  // Another field is stored, the same value is not a conflict, and a person who has seen the current
  // version may change it.
  const other = await getBody<ComputationView>(
    saveEntries('company.admin', { paidDeclared: 12_000, comments: 'Paid in July', version }),
  )
  expect(other).toMatchObject({ paidDeclared: 12_000, comments: 'Paid in July' })
  const refusal = await saveEntries('company.writer', { comments: 'Paid in June', version: first.version })
  expect(JSON.stringify(refusal.body)).toContain('Comments: Company Admin changed it to “Paid in July”')
  await getBody(saveEntries('company.writer', { comments: 'Paid in June', version: other.version }))
  const computationOfDistributionsId = other.computationOfDistributionsId
  const genericBody = { computationOfDistributionsId, comments: 'Paid', version: first.version }
  expect((await portal.ask('company.admin', 'PUT', computation, genericBody)).status).toBe(409)
})

test('CALL-CDS-01 to 04, CALL-SUR-04, domain 6.4: equity of 511,600 earns 40,928; rights of 47,428 are open and 39,670 is available', async () => {
  const id = await insertStatement(portal.owner)
  await getBody(save('company.writer', id, [delinquentDeposits]))
  expect(await loadComputation('company.writer', id)).toMatchObject({
    basis: null,
    b2a: 0,
    b4: 0,
    b5: 39_670,
  })
  expect(
    (await portal.ask('company.writer', 'POST', `${computation}/UpdateAFSFromPropertyDashBoard`, basis))
      .status,
  ).toBe(403)
  expect(
    await getBody(portal.ask('agency.write', 'POST', `${computation}/UpdateAFSFromPropertyDashBoard`, basis)),
  ).toBe(true)
  await getBody(
    portal.ask('agency.write', 'POST', yearly, {
      propertyId: 1,
      year: 2024,
      earned: 18_500,
      months: 12,
      note: 'From before the portal',
    }),
  )
  const entries = { principalPaid: null, paidDeclared: 12_000, comments: 'Paid in June' }
  const draft = await getBody<ComputationView>(
    portal.ask('company.writer', 'POST', `${computation}/Save/${id}`, entries),
  )
  const computationId = draft.computationOfDistributionsId!
  const created = await getBody<
    { year: number; earned: number; balance: number; yearlyDistributionsAccruedId: number }[]
  >(
    portal.ask(
      'agency.write',
      'GET',
      `${yearly}/GetByComputationOfDistributionIdAllowCreate/${computationId}`,
    ),
  )
  expect(created.map(({ year, earned, balance }) => [year, earned, balance])).toEqual([
    [2024, 18_500, 18_500],
    [2025, 40_928, 59_428],
  ])
  const payment = {
    propertyId: 1,
    year: 2025,
    paidOn: '2025-06-30',
    source: 'Outside the portal',
    amount: 12_000,
  }
  await getBody(portal.ask('agency.write', 'POST', payments, payment))
  const view = await loadComputation('company.writer', id)
  expect(view).toMatchObject({
    principal: 61_600,
    equity: 511_600,
    rate: 8,
    b1: 39_670,
    b2a: 40_928,
    b2b: 18_500,
    b2c: 12_000,
    b3: 47_428,
    b4: 39_670,
    b5: 0,
    overpaid: 0,
    approved: 0,
    paidDeclared: 12_000,
    residualDue: '2026-03-31',
    canSetBasis: false,
    basis: { setByName: expect.any(String), source: 'Cost certification' },
  })
  expect(getYearRows(view)).toEqual([
    [2024, 18_500, 0, 18_500],
    [2025, 40_928, 12_000, 47_428],
  ])
  expect(await getBody(portal.ask('company.reader', 'GET', `${surplus}/AvaliableDistribution/1/2025`))).toBe(
    39_670,
  )
  expect(await getBody(portal.ask('company.reader', 'GET', `${surplus}/AvaliableDistribution/1/2020`))).toBe(
    0,
  )
  expect(await getBody(portal.ask('company.reader', 'GET', `${computation}/GetByAFSId/${id}`))).toMatchObject(
    {
      paidDeclared: 12_000,
    },
  )
  const alias = `${yearly}/GetByComputationOfDistributionId/${computationId}/AllowCreate`
  expect(await getBody(portal.ask('agency.write', 'POST', alias))).toHaveLength(2)
  expect(
    await getBody(
      portal.ask('company.reader', 'GET', `${yearly}/GetByComputationOfDistributionId/${computationId}`),
    ),
  ).toMatchObject([{ balance: 18_500 }, { balance: 47_428, paid: 12_000, paidDate: '2025-06-30' }])
})

test('CDS-B4, domain 6.4: of surplus cash of 55,000, 47,428 is available and 7,572 goes to residual receipts', async () => {
  const id = await insertStatement(portal.owner)
  await insertMapleGroveRights(portal.owner)
  const more = [delinquentDeposits, { lineCode: 'A3', submittedAmount: 15_330, description: 'Refund due' }]
  await getBody(save('company.writer', id, more))
  expect(await loadComputation('agency.read', id)).toMatchObject({ surplus: 55_000, b4: 47_428, b5: 7572 })
})

test('CDS-1: a rate above eight percent needs an approval, an accepted year retains its basis, and payments of requests cannot be edited', async () => {
  const setBasis = (more: object) =>
    portal.ask('agency.write', 'POST', `${computation}/UpdateAFSFromPropertyDashBoard`, { ...basis, ...more })
  const refused = await setBasis({ rate: 9 })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('9 percent is above the greatest rate of 8'),
  ])
  await getBody(setBasis({ rate: 9, rateApproval: 'Commission, 05/14/2025' }))
  expect((await setBasis({ propertyId: 4_000 })).status).toBe(404)
  await insertStatement(portal.owner, { statusId: 5 })
  expect(JSON.stringify((await setBasis({})).body)).toContain('Choose 2026 or later')
  const { rows } = await portal.owner.query(
    `with request as (insert into distribution_request (property_id, afs_id, year) select 1, afs_id, year from annual_statement returning *)
    insert into distribution_payment (property_id, year, paid_on, source, amount, distribution_request_id) select 1, 2026, '2026-03-01', 'Request', 5, distribution_request_id from request
    returning distribution_payment_id as id`,
  )
  const changed = await portal.ask('agency.write', 'PUT', payments, {
    distributionPaymentId: rows[0].id,
    amount: 1,
  })
  expect([changed.status, JSON.stringify(changed.body)]).toEqual([
    422,
    expect.stringContaining('reopen the request'),
  ])
})

test('SUR-2: a statement cannot be submitted while other obligations have no description', async () => {
  await portal.owner.query(filers)
  const { complete, certify } = statementFiling(() => portal)
  const { afsId } = await complete(2024)
  await getBody(save('company.writer', afsId, [{ lineCode: 'A13', submittedAmount: 50 }]))
  await getBody(certify('company.writer', afsId, 'Managing agent'))
  const refused = await certify('company.admin', afsId, 'Owner')
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('Surplus cash, A13 Other current obligations: say what it is.'),
  ])
  // The change withdraws the certification, and both certify again.
  await getBody(save('company.writer', afsId, [{ lineCode: 'A13', description: 'Next month’s principal' }]))
  await getBody(certify('company.writer', afsId, 'Managing agent'))
  expect(await getBody(certify('company.admin', afsId, 'Owner'))).toMatchObject({ statusId: 2 })
})
