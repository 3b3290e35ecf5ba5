import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import {
  clearStatements,
  delinquentDeposits,
  mapleGroveRights,
  standingStatement,
  statementPeople,
} from '#tests/surplusFiling.ts'
import type { ComputationView } from '../model/views.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // What waits for a second person is tested by itself.
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
const computed = (persona: string, id: number) =>
  getBody<ComputationView>(portal.ask(persona, 'GET', `/api/ComputationOfDistributions/vm/Get/${id}`))
const save = (persona: string, id: number, rows: object[]) =>
  portal.ask(persona, 'POST', `/api/SurplusCash/Save/${id}`, rows)

test('domain 47.3: a payment entered, a repayment and one deleted leave the year reckoned: 40,928 earned, 47,428 open', async () => {
  const id = await standingStatement(portal.owner)
  await mapleGroveRights(portal.owner)
  await getBody(save('company.writer', id, [delinquentDeposits]))
  expect(await computed('company.writer', id)).toMatchObject({ b2a: 40_928, b2c: 12_000, b3: 47_428, b5: 0 })
  const enter = (more: object) =>
    portal.ask('agency.write', 'POST', payments, {
      propertyId: 1,
      year: 2025,
      paidOn: '2025-07-01',
      source: 'Outside the portal',
      amount: 5000,
      ...more,
    })
  const { distributionPaymentId } = await getBody<{ distributionPaymentId: number }>(enter({}))
  expect(await getBody(enter({ source: 'Repayment', amount: 2000 }))).toMatchObject({ paid: -2000 })
  const view = await computed('company.writer', id)
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
  expect(await computed('company.writer', id)).toMatchObject({ b2a: 40_928, b2c: 10_000, b3: 49_428 })
  const refused = await enter({ source: 'Request', amount: -5, paidOn: '2199-01-01' })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringMatching(/Source: one of Outside.*Amount: enter it above 0.*Paid on: this day is to come/),
  ])
  expect((await portal.ask('company.writer', 'POST', payments, { propertyId: 1 })).status).toBe(403)
})

test('domain 47.3: a year set by hand says why and may be reckoned again', async () => {
  const id = await standingStatement(portal.owner)
  await mapleGroveRights(portal.owner)
  const year = { propertyId: 1, year: 2025, earned: 30_000 }
  const refused = await portal.ask('agency.write', 'POST', yearly, year)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('say why this year'),
  ])
  const { yearlyDistributionsAccruedId: rowId } = await getBody<{ yearlyDistributionsAccruedId: number }>(
    portal.ask('agency.write', 'POST', yearly, { ...year, note: 'Board of 2025' }),
  )
  expect(await computed('agency.read', id)).toMatchObject({
    b2a: 30_000,
    years: [{}, { typed: true, earned: 30_000 }],
  })
  const set = (persona: string) =>
    portal.ask(persona, 'PUT', `${yearly}/SetByHand/${rowId}`, { earned: 31_000, note: 'Board of 2026' })
  expect((await set('agency.write')).status).toBe(403)
  expect((await set('agency.manager')).body).toMatchObject({
    earned: 31_000,
    typed: true,
    note: 'Board of 2026',
  })
  expect((await portal.ask('agency.write', 'DELETE', `${yearly}/${rowId}`)).status).toBe(422)
  expect((await portal.ask('company.writer', 'PUT', `${yearly}/ReckonAgain/${rowId}`)).status).toBe(403)
  await getBody(portal.ask('agency.write', 'PUT', `${yearly}/ReckonAgain/${rowId}`))
  expect(await computed('agency.read', id)).toMatchObject({
    b2a: 40_928,
    years: [{}, { typed: false, note: null }],
  })
})
