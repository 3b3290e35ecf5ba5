import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import {
  clearStatements,
  delinquentDeposits,
  insertMapleGroveRights,
  insertStatement,
  statementPeople,
} from '#tests/surplusFiling.ts'
import type { ComputationView } from '../model/views.ts'

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

const [yearly, payments] = ['/api/YearlyDistributionsAccrued', '/api/DistributionPayment']
const getBody = async <T>(reply: Promise<Reply>): Promise<T> => {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}
const loadComputation = (persona: string, id: number) =>
  getBody<ComputationView>(portal.ask(persona, 'GET', `/api/ComputationOfDistributions/vm/Get/${id}`))
const save = (persona: string, id: number, rows: object[]) =>
  portal.ask(persona, 'POST', `/api/SurplusCash/Save/${id}`, rows)

test('domain 47.3: payments, repayments and deletions change the balance but not the 40,928 earned', async () => {
  const id = await insertStatement(portal.owner)
  await insertMapleGroveRights(portal.owner)
  await getBody(save('company.writer', id, [delinquentDeposits]))
  expect(await loadComputation('company.writer', id)).toMatchObject({
    b2a: 40_928,
    b2c: 12_000,
    b3: 47_428,
    b5: 0,
  })
  const enterPayment = (more: object) =>
    portal.ask('agency.write', 'POST', payments, {
      propertyId: 1,
      year: 2025,
      paidOn: '2025-07-01',
      source: 'Outside the portal',
      amount: 5000,
      ...more,
    })
  const { distributionPaymentId } = await getBody<{ distributionPaymentId: number }>(enterPayment({}))
  expect(await getBody(enterPayment({ source: 'Repayment', amount: 2000, note: 'Repaid' }))).toMatchObject({
    paid: -2000,
  })
  const view = await loadComputation('company.writer', id)
  expect(view).toMatchObject({ b2a: 40_928, b2c: 15_000, b3: 44_428, b4: 39_670 })
  expect(view.years.at(-1)).toMatchObject({ typed: false })
  expect(view.paidRows.map((paidRow) => [paidRow.source, paidRow.paid])).toEqual([
    ['Outside the portal', 12_000],
    ['Outside the portal', 5000],
    ['Repayment', -2000],
  ])
  const loadWriters = async () =>
    (
      await portal.owner.query(
        `select user_name from kernel.record_writer join app_user using (user_id)
          where record_table = 'distribution_payment' and record_id = 1 order by 1`,
      )
    ).rows.map((row) => row.user_name)
  expect(await loadWriters()).toEqual(['agency.write'])
  await portal.owner.query(`delete from kernel.record_writer where record_table = 'distribution_payment'`)
  await getBody(portal.ask('agency.write', 'DELETE', `${payments}/${distributionPaymentId}`))
  // A person who deletes a payment is not the second person who approves a distribution from it.
  expect(await loadWriters()).toEqual(['agency.write'])
  expect(await loadComputation('company.writer', id)).toMatchObject({ b2a: 40_928, b2c: 10_000, b3: 49_428 })
  const refused = await enterPayment({ source: 'Request', amount: -5, paidOn: '2199-01-01' })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringMatching(/Source: one of Outside.*Amount: enter it above 0.*Paid on: this day is to come/),
  ])
  expect((await portal.ask('company.writer', 'POST', payments, { propertyId: 1 })).status).toBe(403)
})

test('a payment that an accepted statement or an approved distribution rests on is corrected by another entry', async () => {
  const id = await insertStatement(portal.owner)
  await insertMapleGroveRights(portal.owner)
  const body = { propertyId: 1, year: 2025, paidOn: '2025-07-01', source: 'Outside the portal', amount: 5000 }
  const { distributionPaymentId } = await getBody<{ distributionPaymentId: number }>(
    portal.ask('agency.write', 'POST', payments, body),
  )
  const update = (values: object) =>
    portal.ask('agency.write', 'PUT', payments, { distributionPaymentId, ...values })
  const remove = () => portal.ask('agency.write', 'DELETE', `${payments}/${distributionPaymentId}`)
  const loadLastDecidedYear = async () => (await loadComputation('agency.write', id)).lastDecidedYear
  expect(await loadLastDecidedYear()).toBe(null)
  await getBody(update({ amount: 4900, note: 'Fee' }))
  await portal.owner.query('update annual_statement set status_id = 5, decided = now() where afs_id = $1', [
    id,
  ])
  const reason = `It stays, because the accepted statement FS-${id} of 2025 rests on it. Enter a repayment instead.`
  expect(await loadLastDecidedYear()).toBe(2025)
  for (const reply of [
    await remove(),
    await update({ amount: 1, note: 'Less' }),
    await update({ year: 2026, note: 'Later' }),
    await update({ source: 'Repayment', note: 'Repaid' }),
  ])
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([422, expect.stringContaining(reason)])
  await getBody(update({ amount: 5000, note: 'As the bank says' }))
  await getBody(
    portal.ask('agency.write', 'POST', payments, {
      ...body,
      source: 'Repayment',
      amount: 2000,
      note: 'Repaid',
    }),
  )
  await portal.owner.query('update annual_statement set status_id = 3 where afs_id = $1', [id])
  await portal.owner.query(
    'insert into distribution_request (property_id, afs_id, year, status_id) values (1, $1, 2025, 5)',
    [id],
  )
  expect(JSON.stringify((await remove()).body)).toContain('the approved distribution DR-')
  await portal.owner.query('delete from distribution_request')
  await getBody(remove())
})

test('domain 47.3: a year set by hand needs a reason and can be computed again', async () => {
  const id = await insertStatement(portal.owner)
  await insertMapleGroveRights(portal.owner)
  const year = { propertyId: 1, year: 2025, earned: 30_000 }
  const refused = await portal.ask('agency.write', 'POST', yearly, year)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('say why this year'),
  ])
  const { yearlyDistributionsAccruedId: rowId } = await getBody<{ yearlyDistributionsAccruedId: number }>(
    portal.ask('agency.write', 'POST', yearly, { ...year, note: 'Board of 2025' }),
  )
  expect(await loadComputation('agency.read', id)).toMatchObject({
    b2a: 30_000,
    years: [{}, { typed: true, earned: 30_000 }],
  })
  const setByHand = (persona: string) =>
    portal.ask(persona, 'PUT', `${yearly}/SetByHand/${rowId}`, { earned: 31_000, note: 'Board of 2026' })
  expect((await setByHand('agency.write')).status).toBe(403)
  expect((await setByHand('agency.manager')).body).toMatchObject({
    earned: 31_000,
    typed: true,
    note: 'Board of 2026',
  })
  expect((await portal.ask('agency.write', 'DELETE', `${yearly}/${rowId}`)).status).toBe(422)
  expect((await portal.ask('company.writer', 'PUT', `${yearly}/ReckonAgain/${rowId}`)).status).toBe(403)
  await getBody(portal.ask('agency.write', 'PUT', `${yearly}/ReckonAgain/${rowId}`))
  expect(await loadComputation('agency.read', id)).toMatchObject({
    b2a: 40_928,
    years: [{}, { typed: false, note: null }],
  })
})
