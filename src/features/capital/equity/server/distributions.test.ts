import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeCardSql } from '#tests/matrix/cardWays.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { insertMapleGroveRights, insertStatement, statementPeople } from '#tests/surplusFiling.ts'

let portal: Portal
let afsId: number
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(statementPeople)
  afsId = await insertStatement(portal.owner, { statusId: 4 })
  await insertMapleGroveRights(portal.owner)
  await portal.owner.query(completeCardSql, [afsId])
  await portal.owner.query(`with made as (
      insert into loan (property_id, name, lender, loan_type, original_amount, interest_rate, start_date, amortization_months)
      values (1, 'First mortgage', 'Demo Bank', 'FHA', 2450000, 6, '2010-06-01', 480) returning *)
    insert into loan_number (property_id, loan_id, number, system) select 1, loan_id, '4711', 'MITAS' from made`)
})
afterAll(() => portal.close())

const expectOk = <T>({ status, body }: Reply): T => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
const post = async (persona: string, tail: string, body: unknown) =>
  expectOk<object>(await portal.ask(persona, 'POST', `/api/${tail}`, body))
type DistributionView = {
  equity: number
  b2a: number
  b4: number
  figure: { equity: number; stored: boolean } | null
}
const loadDistribution = async () => {
  const view = expectOk<DistributionView>(
    await portal.ask('agency.read', 'GET', `/api/ComputationOfDistributions/vm/Get/${afsId}`),
  )
  return [view.equity, view.b2a, view.figure && [view.figure.equity, view.figure.stored]]
}
const uploadLoanYear = (principalPaid: number) =>
  post('agency.write', 'EquityFigure/UploadLoans/2025', [
    { Number: '4711', 'Principal paid': principalPaid, 'Ending balance': 2_450_000 - principalPaid },
  ])
const updateEquity = () =>
  post('agency.write', 'EquityFigure/UpdateEquityFigures', [{ propertyId: 1, year: 2025 }])
const setStatementStatus = (persona: string, status: number, reason: string) =>
  portal.ask(persona, 'POST', `/api/AFS/UpdateStatus/${afsId}/${status}`, { reason })

test('domain 31, 6.4: a loan upload changes equity and so the allowed distribution, to the cent', async () => {
  // Without an equity figure the allowed distribution is computed from the basis and the balance sheet.
  expect(await loadDistribution()).toEqual([511_600, 40_928, null])
  const initial = { developmentCost: 2_900_000, originalMortgages: 2_450_000 }
  await post('agency.write', 'EquityFigure/OneTimeUploadInitialEquity/1/2024', initial)
  await uploadLoanYear(61_600)
  expect(await loadDistribution()).toEqual([511_600, 40_928, null])
  await updateEquity()
  expect(await loadDistribution()).toEqual([511_600, 40_928, [511_600, false]])
  await uploadLoanYear(71_606.25)
  await updateEquity()
  // 8 percent of 521,606.25 is 41,728.50, which rounds up to the whole dollar.
  expect(await loadDistribution()).toEqual([521_606.25, 41_729, [521_606.25, false]])
})

test('an accepted statement retains its equity figure; a reopened one shows the present figure', async () => {
  expectOk(await setStatementStatus('agency.admin', 5, 'Accepted'))
  expect(await loadDistribution()).toEqual([521_606.25, 41_729, [521_606.25, true]])
  await uploadLoanYear(61_600)
  await updateEquity()
  expect(await loadDistribution()).toEqual([521_606.25, 41_729, [521_606.25, true]])
  expectOk(await setStatementStatus('agency.admin', 3, 'To be looked at again'))
  expect(await loadDistribution()).toEqual([511_600, 40_928, [511_600, false]])
})

test('a statement accepted without an equity figure does not change when one is added later', async () => {
  await portal.owner.query('update annual_statement set status_id = 5, decided = now() where afs_id = $1', [
    afsId,
  ])
  await uploadLoanYear(90_000)
  await updateEquity()
  expect(await loadDistribution()).toEqual([511_600, 40_928, null])
})
