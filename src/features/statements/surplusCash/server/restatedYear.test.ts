import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import {
  clearStatements,
  delinquentDeposits,
  insertMapleGroveRights,
  insertStatement,
  statementPeople,
} from '#tests/surplusFiling.ts'
import type { RestatedYear } from '../model/views.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(statementPeople)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query(clearStatements))

const askRestatedYear = (persona: string, afsId: number) =>
  portal.ask(persona, 'GET', `/api/ComputationOfDistributions/GetRestatedYear/${afsId}`)

/**
 * Creates Maple Grove's 2025 statement with an approved distribution of 39,670, and that of 2026, which
 * restates cash by this many dollars. Returns the id of the latter.
 */
async function createRestatingStatement(adjustment: number): Promise<number> {
  const prior = await insertStatement(portal.owner)
  await insertMapleGroveRights(portal.owner)
  const { lineCode, submittedAmount, description } = delinquentDeposits
  await portal.owner.query(
    `insert into surplus_cash (afs_id, property_id, line_code, submitted_amount, description) values ($1, 1, $2, $3, $4)`,
    [prior, lineCode, submittedAmount, description],
  )
  await portal.owner.query(
    `insert into distribution_request (afs_id, property_id, year, status_id, approved_amount, submitted, decided) values ($1, 1, 2025, 5, 39670, now(), now())`,
    [prior],
  )
  const next = await insertStatement(portal.owner, { year: 2026 })
  await portal.owner.query('update annual_statement set prior_period_adjustment = true where afs_id = $1', [
    next,
  ])
  await portal.owner.query(
    `insert into afs_restatement (afs_id, property_id, position, account_code, filed, adjustment, reason)
     values ($1, 1, 1, '1120', 58420, $2, 'A check was recorded twice'), ($1, 1, 2, '3130', 0, $2, 'The same')`,
    [next, adjustment],
  )
  return next
}

test('TRUST-2.4, domain 47.4: distributions decided on a restated year are listed with what they would have been', async () => {
  const next = await createRestatingStatement(-10_000)
  const answer = (await askRestatedYear('company.reader', next)).body as RestatedYear
  expect(answer).toMatchObject({
    year: 2025,
    filed: { surplus: 39_670, available: 39_670 },
    restated: { surplus: 29_670, available: 29_670 },
    decisions: [{ amount: 39_670, label: expect.stringMatching(/^DR-\d+ approved$/) }],
    beyond: 10_000,
  })
  expect((await askRestatedYear('other.user', next)).status).toBe(403)
})

test('an entered line changes with its accounts, a higher limit leaves no excess, and without the flag nothing is restated', async () => {
  const next = await createRestatingStatement(5000)
  await portal.owner.query(
    `insert into surplus_cash (afs_id, property_id, line_code, submitted_amount) select afs_id, 1, 'A1', 70000 from annual_statement where year = 2025`,
  )
  const payload = (await askRestatedYear('agency.read', next)).body as RestatedYear
  expect(payload.restated.surplus - payload.filed.surplus).toBe(5000)
  expect(payload.filed.surplus).toBe(39_670 - (75_520 - 70_000))
  await portal.owner.query('update annual_statement set prior_period_adjustment = false where afs_id = $1', [
    next,
  ])
  expect((await askRestatedYear('agency.read', next)).body).toBeNull()
})
