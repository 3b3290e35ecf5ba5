import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromCents } from '#kernel/model/money.ts'
import { expectSuccess, InsuranceDesk } from '#tests/insuranceDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { getInsuranceClaimBalance } from '../model/balance.ts'
import type { ClaimDetail as Claim } from '../model/claims.ts'

let portal: Portal
let desk: InsuranceDesk
beforeAll(async () => {
  portal = await openPortal()
  desk = new InsuranceDesk(portal)
  await desk.clear()
})
afterAll(() => portal.close())

/** The checks, requests and payments that must exist, in cents, computed independently of the portal. */
class Expected {
  checks: { id: number; cents: number; forwarded: boolean }[] = []
  requests: { id: number; cents: number; approved: boolean; payments: { id: number; cents: number }[] }[] = []

  readonly #sum = (amounts: number[]) => amounts.reduce((sum, number) => sum + number, 0)
  sumPaid = ({ payments }: Expected['requests'][number]) =>
    this.#sum(payments.map((payment) => payment.cents))

  sums() {
    const received = this.#sum(this.checks.map((check) => check.cents))
    const forwarded = this.#sum(this.checks.map((check) => (check.forwarded ? check.cents : 0)))
    const approved = this.#sum(this.requests.map((request) => (request.approved ? request.cents : 0)))
    const paid = this.#sum(this.requests.map(this.sumPaid))
    return { received, forwarded, approved, paid, available: received - forwarded - approved }
  }
}

type RowAction = { what: number; which: number; cents: number }
const action = fc.record({ what: fc.nat(8), which: fc.nat(5), cents: fc.integer({ min: 1, max: 100_000 }) })
const pickItem = <T>(items: readonly T[], index: number): T | undefined =>
  items[index % Math.max(1, items.length)]

/** Inserts a reviewed payment request, which waits for the manager’s approval. Returns its id. */
async function insertReviewedRequest(claimId: number, cents: number): Promise<number> {
  const { rows } = await portal.owner.query<{ id: number }>(
    `with request as (insert into insurance_request (property_id, insurance_claim_id, status_id, submitted, reviewed_by_id, created_by)
      values (1, $1, 4, now(), 2, 5) returning *)
    insert into insurance_request_item (property_id, insurance_request_id, description, claimed_amount, approved_amount)
      select 1, insurance_request_id, 'Repair', $2, $2 from request returning insurance_request_id as id`,
    [claimId, fromCents(cents)],
  )
  return rows[0]!.id
}

/**
 * Tries an action, checks that the portal allows it exactly if it should, and records the result in
 * `expected`.
 */
async function tryAction(
  claimId: number,
  expected: Expected,
  { what, which, cents }: RowAction,
): Promise<void> {
  const check = pickItem(expected.checks, which)
  const request = pickItem(expected.requests, which)
  const { available } = expected.sums()
  const expectAllowed = (status: number, may: boolean) => expect(status === 200).toBe(may)
  if (what === 0) {
    const { checks } = expectSuccess<Claim>(await desk.check(claimId, crypto.randomUUID(), fromCents(cents)))
    const previousIds = new Set(expected.checks.map(({ id }) => id))
    const added = checks.find(({ insuranceCheckId }) => !previousIds.has(insuranceCheckId))
    expected.checks.push({ id: added!.insuranceCheckId, cents, forwarded: false })
  } else if (what === 1 && check && !check.forwarded) {
    const more = { insuranceCheckId: check.id, forwardedOn: '2026-11-16' }
    const reply = await desk.check(claimId, `forwarded ${check.id}`, fromCents(check.cents), more)
    expectAllowed(reply.status, available >= check.cents)
    check.forwarded = reply.status === 200
  } else if (what === 2 && check) {
    const reply = await desk.post('agency.write', `RemoveCheck/${check.id}`)
    expectAllowed(reply.status, check.forwarded || available >= check.cents)
    if (reply.status === 200) expected.checks = expected.checks.filter((other) => other !== check)
  } else if (what === 3) {
    expected.requests.push({
      id: await insertReviewedRequest(claimId, cents),
      cents,
      approved: false,
      payments: [],
    })
  } else if (request && (what === 4 || what === 5)) {
    const reply = await desk.requestStep('agency.manager', request.id, 5)
    if (!request.approved) expectAllowed(reply.status, available >= request.cents)
    request.approved ||= reply.status === 200
  } else if (request?.approved && what === 6) {
    const reply = await desk.requestStep('agency.admin', request.id, 3)
    expectAllowed(reply.status, request.payments.length === 0)
    if (reply.status === 200) {
      request.approved = false
      await portal.owner.query(
        'update insurance_request set status_id = 4, reviewed_by_id = 2 where insurance_request_id = $1',
        [request.id],
      )
    }
  } else if (request && what === 7) {
    const reply = await desk.pay(request.id, fromCents(cents), crypto.randomUUID())
    expectAllowed(reply.status, request.approved && cents <= request.cents - expected.sumPaid(request))
    if (reply.status === 200) {
      const [payment] = (reply.body as { payments: { paymentId: number }[] }).payments
      request.payments.push({ id: payment!.paymentId, cents })
    }
  } else if (request?.payments[0] && what === 8) {
    const body = { paymentId: request.payments.shift()!.id, reason: 'Because of the test' }
    expectSuccess(await portal.ask('agency.write', 'POST', '/api/Payment/Void', body))
  }
}

test('no payment ever exceeds its approved request, and no approval the money received', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 24 }), async (actions) => {
      const claimId = await desk.underReview({ sameLossComment: 'One more of the test' })
      const expected = new Expected()
      for (const next of actions) {
        await tryAction(claimId, expected, next)
        const { received, forwarded, approved, paid, available } = expected.sums()
        const amounts = { received, forwarded, approved, paid }
        const dollars = Object.fromEntries(
          Object.entries(amounts).map(([name, cents]) => [name, fromCents(cents)]),
        )
        expect((await desk.claim(claimId)).balance).toEqual(
          getInsuranceClaimBalance(dollars as typeof amounts),
        )
        expect(Math.min(available, approved - paid)).toBeGreaterThanOrEqual(0)
        for (const request of expected.requests)
          expect(expected.sumPaid(request)).toBeLessThanOrEqual(request.approved ? request.cents : 0)
      }
    }),
    { numRuns: 20, endOnFailure: true },
  )
}, 120_000)
