import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, mapleGroveRights } from '#tests/surplusFiling.ts'

let portal: Portal
const { reviewedStatement, reviewed, approve, of } = distributionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-05-04T15:00:00Z'))
  await portal.owner.query(distributionStage)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(clearStatements)
  await mapleGroveRights(portal.owner)
})

const toDos = async () => {
  const { body } = await portal.ask('agency.manager', 'GET', '/api/tasks/GetToDo')
  return (body as { title: string; kind?: string }[]).map((one) => one.title).filter((one) => one.startsWith('DR-'))
}
const force = (afsId: number, statusId: number) =>
  portal.ask('agency.admin', 'POST', '/api/AFS/ForceStatus', { id: afsId, statusId, reason: 'Figures' })

test('domain 47.5: what was decided on a statement is told before it is changed, waits for the agency, and its difference is to be repaid', async () => {
  const afsId = await reviewedStatement()
  const { distributionRequestId: id } = await reviewed(afsId, 39_670)
  await of(approve(id))
  const { body } = await portal.ask('agency.write', 'GET', `/api/AFS/GetRequest/${afsId}`)
  expect(body).toMatchObject({
    standing: [{ label: `DR-${id} approved`, amount: 39_670, to: `/DistributionRequest/view/${id}` }],
  })
  expect(await toDos()).toEqual([])
  const opened = await force(afsId, 3)
  expect([opened.status, JSON.stringify(opened.body)]).toEqual([200, expect.any(String)])
  expect(await toDos()).toEqual([`DR-${id}: FS-${afsId} is open again; $39,670.00 was approved on it`])
  // The deposits that were not made are 5,000 more: 34,670 are available.
  await portal.owner.query('update surplus_cash set review_amount = 6200 where afs_id = $1', [afsId])
  const accepted = await force(afsId, 6)
  expect([accepted.status, JSON.stringify(accepted.body)]).toEqual([200, expect.any(String)])
  expect(await toDos()).toEqual([`DR-${id}: $5,000.00 to repay, FS-${afsId} allows less than was approved`])
  const repayment = { propertyId: 1, year: 2026, paidOn: '2026-05-01', source: 'Repayment', amount: 5000 }
  expect((await portal.ask('agency.write', 'POST', '/api/DistributionPayment', repayment)).status).toBe(200)
  expect(await toDos()).toEqual([])
})
