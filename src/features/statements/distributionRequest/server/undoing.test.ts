import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ComputationView } from '#features/statements/surplusCash/model/index.ts'
import { distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, insertMapleGroveRights, insertStatement } from '#tests/surplusFiling.ts'

let portal: Portal
const { reviewedStatement, reviewed, approve, of: readReply } = distributionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2029-05-04T15:00:00Z'))
  await portal.owner.query(distributionStage)
  // Pending changes for a second person have their own tests.
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('pending_change_two_person', 'false', '2000-01-01')`,
  )
})
afterAll(() => portal.close())

const YEARS = [2025, 2026, 2027] as const
const REVIEWED = 4
const reviewedBy = `(select user_id from app_user where user_name = 'agency.write')`

/** The state that the test expects: payments by year, the request, and part B of each accepted year. */
type PropertyState = {
  statements: Map<number, number>
  paid: { id: number; year: number; amount: number }[]
  request: { id: number; amount: number; isApproved: boolean }
  accepted: Map<number, string>
}

const loadComputation = async (afsId: number): Promise<ComputationView> =>
  (await portal.ask('agency.write', 'GET', `/api/ComputationOfDistributions/vm/Get/${afsId}`))
    .body as ComputationView
const getParts = ({ b1, b2a, b2b, b2c, b3, b4, b5, years }: ComputationView): string =>
  JSON.stringify([
    b1,
    b2a,
    b2b,
    b2c,
    b3,
    b4,
    b5,
    years.map(({ earned, paid, balance }) => [earned, paid, balance]),
  ])
const expectSuccess = async (reply: ReturnType<Portal['ask']>): Promise<unknown> => {
  const { status, body } = await reply
  expect([status, JSON.stringify(body)]).toEqual([200, expect.any(String)])
  return body
}
const forceStatus = (path: string, id: number, statusId: number) =>
  expectSuccess(
    portal.ask('agency.admin', 'POST', `/api/${path}/ForceStatus`, { id, statusId, reason: 'Figures' }),
  )

/** Creates three reviewed statements, and a request approved on the first of them. */
async function createState(): Promise<PropertyState> {
  await portal.owner.query(`${clearStatements}; delete from undone_ground`)
  await insertMapleGroveRights(portal.owner)
  const first = await reviewedStatement(YEARS[0])
  const { distributionRequestId: id } = await reviewed(first, 5000)
  await readReply(approve(id))
  const statements = new Map([[YEARS[0] as number, first]])
  for (const year of YEARS.slice(1))
    statements.set(year, await insertStatement(portal.owner, { year, statusId: REVIEWED }))
  await portal.owner.query(`update annual_statement set reviewed_by_id = ${reviewedBy}`)
  return { statements, paid: [], request: { id, amount: 5000, isApproved: true }, accepted: new Map() }
}

type Step = { name: string; run: (world: PropertyState) => Promise<void> }

const acceptOrReopen = (year: number): Step => ({
  name: `accept ${year}, or open it again`,
  run: async (world) => {
    const afsId = world.statements.get(year)!
    if (world.accepted.delete(year)) {
      await forceStatus('AFS', afsId, 3)
      await portal.owner.query(
        `update annual_statement set status_id = ${REVIEWED}, reviewed_by_id = ${reviewedBy} where afs_id = $1`,
        [afsId],
      )
    } else {
      const before = getParts(await loadComputation(afsId))
      await forceStatus('AFS', afsId, 5)
      world.accepted.set(year, before)
    }
  },
})
const addPayment = (year: number, amount: number): Step => ({
  name: `pay ${amount} in ${year}`,
  run: async ({ paid }) => {
    const body = { propertyId: 1, year, paidOn: `${year}-05-01`, source: 'Outside the portal', amount }
    const created = (await expectSuccess(
      portal.ask('agency.write', 'POST', '/api/DistributionPayment', body),
    )) as {
      distributionPaymentId: number
    }
    paid.push({ id: created.distributionPaymentId, year, amount })
  },
})
/** Takes a payment back: by deleting it, or by a repayment where a decision rests on it. */
const removeLastPayment: Step = {
  name: 'take the last payment back',
  run: async ({ paid, accepted, request }) => {
    const last = paid.pop()
    if (!last) return
    const isDecided = [...accepted.keys(), ...(request.isApproved ? [YEARS[0]] : [])].some(
      (year) => year >= last.year,
    )
    const removed = portal.ask('agency.write', 'DELETE', `/api/DistributionPayment/${last.id}`)
    if (!isDecided) return void (await expectSuccess(removed))
    expect((await removed).status).toBe(422)
    const { year, amount } = last
    const repayment = {
      propertyId: 1,
      year,
      paidOn: `${year}-06-01`,
      source: 'Repayment',
      amount,
      note: 'Repaid',
    }
    await expectSuccess(portal.ask('agency.write', 'POST', '/api/DistributionPayment', repayment))
  },
}
const toggleRequest: Step = {
  name: 'reopen the request, or approve it again',
  run: async ({ request }) => {
    if (request.isApproved) await forceStatus('DistributionRequest', request.id, 3)
    else {
      await portal.owner.query(
        `update distribution_request set status_id = ${REVIEWED}, reviewed_by_id = ${reviewedBy} where distribution_request_id = $1`,
        [request.id],
      )
      await readReply(approve(request.id))
    }
    request.isApproved = !request.isApproved
  },
}

/**
 * Checks that every accepted year shows the figures it was accepted with, and that its to-do appears if
 * payments differ.
 */
async function checkState({ statements, paid, request, accepted }: PropertyState): Promise<void> {
  const { body } = await portal.ask('agency.manager', 'GET', '/api/tasks/GetToDo')
  const titles = (body as { title: string }[]).map(({ title }) => title)
  for (const [year, parts] of accepted) {
    const afsId = statements.get(year)!
    const accrualView = await loadComputation(afsId)
    expect(getParts(accrualView), `${year} as it was accepted`).toBe(parts)
    const inYear = paid.filter((item) => item.year === year).map(({ amount }) => amount)
    if (year === YEARS[0]) inYear.push(12_000)
    if (year === YEARS[1] && request.isApproved) inYear.push(request.amount)
    const sum = inYear.reduce((total, amount) => total + amount, 0)
    expect((accrualView.since ?? accrualView).b2c, `paid in ${year}`).toBe(sum)
    expect(titles.some((title) => title.startsWith(`FS-${afsId} of ${year} was accepted`))).toBe(
      accrualView.since !== null,
    )
  }
}

test('domain 47.5: for any order of undone steps, an accepted year shows its original figures, and each difference is a to-do', async () => {
  const steps = fc.oneof(
    fc.constantFrom(...YEARS).map(acceptOrReopen),
    fc
      .tuple(fc.constantFrom(...YEARS), fc.integer({ min: 1, max: 900 }))
      .map(([year, amount]) => addPayment(year, amount)),
    fc.constant(removeLastPayment),
    fc.constant(toggleRequest),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 12 }), async (steps) => {
      const world = await createState()
      for (const step of steps) {
        await step.run(world)
        await checkState(world)
      }
    }),
    { numRuns: 12 },
  )
})
