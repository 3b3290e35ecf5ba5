import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ComputationView } from '#features/statements/surplusCash/model/index.ts'
import { distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, insertMapleGroveRights } from '#tests/surplusFiling.ts'

let portal: Portal
const { reviewedStatement, reviewed, approve, of: readReply } = distributionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-05-04T15:00:00Z'))
  await portal.owner.query(distributionStage)
  // Pending changes for a second person have their own tests.
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('pending_change_two_person', 'false', '2000-01-01')`,
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(clearStatements)
  await insertMapleGroveRights(portal.owner)
})

const loadToDoTitles = async (prefix = 'DR-') => {
  const { body } = await portal.ask('agency.manager', 'GET', '/api/tasks/GetToDo')
  return (body as { title: string; kind?: string }[])
    .map((item) => item.title)
    .filter((text) => text.startsWith(prefix))
}
const forceStatus = (afsId: number, statusId: number) =>
  portal.ask('agency.admin', 'POST', '/api/AFS/ForceStatus', { id: afsId, statusId, reason: 'Figures' })

test('domain 47.5: a statement shows the decisions based on it, reopening it creates a to-do, and a lower result must be repaid', async () => {
  const afsId = await reviewedStatement()
  const { distributionRequestId: id } = await reviewed(afsId, 39_670)
  await readReply(approve(id))
  const { body } = await portal.ask('agency.write', 'GET', `/api/AFS/GetRequest/${afsId}`)
  expect(body).toMatchObject({
    standing: [{ label: `DR-${id} approved`, amount: 39_670, to: `/DistributionRequest/view/${id}` }],
  })
  expect(await loadToDoTitles()).toEqual([])
  const reply = await forceStatus(afsId, 3)
  expect([reply.status, JSON.stringify(reply.body)]).toEqual([200, expect.any(String)])
  expect(await loadToDoTitles()).toEqual([`DR-${id} approved, $39,670.00: FS-${afsId} is open again`])
  // The delinquent deposits are 5,000 more, so 34,670 is available.
  await portal.owner.query('update surplus_cash set review_amount = 6200 where afs_id = $1', [afsId])
  const accepted = await forceStatus(afsId, 6)
  expect([accepted.status, JSON.stringify(accepted.body)]).toEqual([200, expect.any(String)])
  expect(await loadToDoTitles()).toEqual([
    `DR-${id}: $5,000.00 to repay, FS-${afsId} allows less than was approved`,
  ])
  const repayment = {
    propertyId: 1,
    year: 2026,
    paidOn: '2026-05-01',
    source: 'Repayment',
    amount: 5000,
    note: 'Repaid',
  }
  expect((await portal.ask('agency.write', 'POST', '/api/DistributionPayment', repayment)).status).toBe(200)
  expect(await loadToDoTitles()).toEqual([])
})

/** Loads part B of a statement as its screen shows it, and as it would be computed today. */
async function loadPartB(afsId: number) {
  const { body } = await portal.ask('agency.write', 'GET', `/api/ComputationOfDistributions/vm/Get/${afsId}`)
  const { b2b, b2c, b3, b4, since } = body as ComputationView
  return { parts: { b2b, b2c, b3, b4 }, since: since && { b2c: since.b2c, b3: since.b3 } }
}

test('domain 47.4, 47.5: reopening an old request lists the years based on it, changes none of their figures, and reports the difference', async () => {
  const old = await reviewedStatement()
  const { distributionRequestId: first } = await reviewed(old, 39_670)
  await readReply(approve(first))
  await portal.owner.query('update annual_statement set status_id = 5, decided = now() where afs_id = $1', [
    old,
  ])
  // The approved amount is paid in 2026. The 2026 statement is accepted on that basis, and a later request
  // on that of 2026.
  const later = await reviewedStatement(2026)
  const originalPartB = await loadPartB(later)
  expect(originalPartB.parts.b2c).toBe(39_670)
  const { distributionRequestId: second } = await reviewed(later, 1000)
  await readReply(approve(second))
  await portal.owner.query('update annual_statement set status_id = 5, decided = now() where afs_id = $1', [
    later,
  ])

  const { body: followUps } = await portal.ask(
    'agency.read',
    'GET',
    `/api/Work/GetStanding/distribution/${first}`,
  )
  expect(followUps).toEqual([
    { label: `DR-${second} approved`, amount: 1000, to: `/DistributionRequest/view/${second}` },
    { label: `FS-${later} of 2026 accepted`, amount: null, to: `/afs/view/2026/1` },
  ])
  expect(await loadToDoTitles('FS-')).toEqual([])
  const reopened = await portal.ask('agency.admin', 'POST', '/api/DistributionRequest/ForceStatus', {
    id: first,
    statusId: 3,
    reason: 'Figures',
  })
  expect([reopened.status, JSON.stringify(reopened.body)]).toEqual([200, expect.any(String)])
  expect(await loadPartB(later)).toEqual({
    parts: originalPartB.parts,
    since: { b2c: 0, b3: originalPartB.parts.b3 + 39_670 },
  })
  const difference = (await loadToDoTitles('FS-')).find((title) => title.startsWith(`FS-${later} of 2026`))
  expect(difference).toContain('B2C $39,670.00, today $0.00')
  expect(difference).toContain(`DR-${second} approved, $1,000.00`)
  expect(await loadToDoTitles()).toContain(`DR-${second} approved, $1,000.00: DR-${first} is open again`)

  // Approved again with the same amount, nothing differs any more.
  await portal.owner.query(
    `update distribution_request set status_id = 4, reviewed_by_id = (select user_id from app_user where user_name = 'agency.write') where distribution_request_id = $1`,
    [first],
  )
  await readReply(approve(first))
  expect(await loadPartB(later)).toEqual({ parts: originalPartB.parts, since: null })
  expect([await loadToDoTitles('FS-'), await loadToDoTitles()]).toEqual([[], []])
})
