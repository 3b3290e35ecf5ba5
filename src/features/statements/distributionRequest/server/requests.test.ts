import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { answers, content, distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, insertMapleGroveRights, insertStatement } from '#tests/surplusFiling.ts'
import { computeOfferedAmount } from '../model/offer.ts'
import type { Detail } from '../model/requests.ts'
import { distributionNight } from './night.ts'

let portal: Portal
const {
  ask,
  of: readReply,
  refusal,
  reviewedStatement,
  asked: fileRequest,
  reviewed,
  approve,
} = distributionDesk(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-05-04T15:00:00Z'))
  await portal.owner.query(distributionStage)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(clearStatements)
  await insertMapleGroveRights(portal.owner)
})

type Allowed = { allowed: boolean }
const sumPaid = async (): Promise<number> =>
  (
    await portal.owner.query(
      'select coalesce(sum(paid), 0)::float as paid from distribution_payment where distribution_request_id is not null',
    )
  ).rows[0].paid

describe('DSR a distribution request', () => {
  test('CALL-DSR-01 to 09, domain 5.4, 6.4, 7: Maple Grove requests its 39,670 available, gets them approved by letter, and has 7,758 of its rights left', async () => {
    const afsId = await reviewedStatement()
    const draft = await fileRequest(afsId, 39_670)
    expect(draft).toMatchObject({
      year: 2025,
      facts: { surplus: 39_670, b4: 39_670, available: 39_670, reserve: 62_400, units: 48, deposits: 1200 },
      computation: { b1: 39_670, b2a: 40_928, b2b: 18_500, b2c: 12_000, b3: 47_428, b4: 39_670, b5: 0 },
    })
    expect(draft.guards.map((guard) => [guard.id, guard.passes])).toEqual([
      ...['DSR-G1', 'DSR-G2', 'DSR-G3', 'DSR-G4'].map((id) => [id, true]),
      ['DSR-G5', false],
      ...['DSR-G6', 'DSR-G7', 'DSR-G12', 'DSR-G13', 'DSR-G14', 'DSR-G15', 'DSR-G16'].map((id) => [id, true]),
      ...['DSR-G8', 'DSR-G9', 'DSR-G10'].map((id) => [id, null]),
    ])
    const id = draft.distributionRequestId
    expect(await readReply(ask('company.writer', 'POST', `Submit/${id}`))).toMatchObject({
      statusId: 2,
      surplusCash: 39_670,
      allowable: 39_670,
    })
    await readReply(ask('agency.write', 'PUT', `StartReview/${id}`))
    await readReply(ask('agency.write', 'POST', 'SaveReview', { id, approvedAmount: 39_670, ...answers }))
    await readReply(ask('agency.write', 'POST', 'Review', { id }))
    const approvedRequest = await readReply(approve(id))
    expect(approvedRequest).toMatchObject({
      statusId: 5,
      approvedAmount: 39_670,
      facts: { approved: 0 },
      computation: { approved: 39_670 },
    })
    expect(await sumPaid()).toBe(39_670)
    const [letter] = (await ask('company.writer', 'GET', `GetLetterData/${id}`)).body as {
      data: { body: unknown[]; values: object }
    }[]
    expect(letter?.data.values).toMatchObject({
      amountApproved: '$39,670.00',
      payee: 'Maple Grove Partners LP',
      year: '2025',
    })
    expect(JSON.stringify(letter?.data.body)).toContain('"Available for distribution","amount":"$39,670.00"')
    const rows = (
      await portal.owner.query(
        `select recipients, body_text from outbox where event = 'distribution.approved'`,
      )
    ).rows
    expect(JSON.stringify(rows)).toContain('$39,670.00 of $39,670.00')
    // The next year begins with the rights that are left.
    const next = await insertStatement(portal.owner, { year: 2026, statusId: 2 })
    const view = await portal.ask('agency.read', 'GET', `/api/ComputationOfDistributions/vm/Get/${next}`)
    expect(view.body).toMatchObject({ b2b: 47_428, b2c: 39_670 })
    expect((await ask('company.reader', 'GET', 'GetPropertyHistory/1')).body).toMatchObject([
      { amountRequested: 39_670, approvedAmount: 39_670, year: 2025 },
    ])
    expect((await ask('agency.read', 'GET', 'GetReviewListByYear/2025')).body).toHaveLength(1)
    expect((await ask('agency.read', 'GET', 'GetReviewListByYear/2024')).body).toHaveLength(0)
    expect((await ask('company.reader', 'GET', 'GetMultiNavList')).body).toMatchObject([
      { propertyId: 1, year: 2026, openRequests: 0 },
    ])
    const forced = await readReply(
      ask('agency.admin', 'GET', `AdminChangeStatus/${id}/6?reason=By%20mistake`),
    )
    expect([forced.statusId, await sumPaid()]).toEqual([6, 0])
    expect(
      await readReply(ask('agency.admin', 'PUT', `Reopen/${id}`, { reason: 'Look again' })),
    ).toMatchObject({
      statusId: 3,
    })
  })

  test('domain 7.5: several requests may use up B4 with one open at a time, and the unapproved rest may be requested again', async () => {
    const afsId = await reviewedStatement()
    const first = await reviewed(afsId, 30_000, 25_000)
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${afsId}`))).toContain(
      `${first.requestNumber} on this statement is still open`,
    )
    expect(await readReply(approve(first.distributionRequestId))).toMatchObject({ approvedAmount: 25_000 })
    const over = await fileRequest(afsId, 14_670.01)
    expect(over.facts).toMatchObject({ approved: 25_000, available: 14_670 })
    expect(await refusal(ask('company.writer', 'POST', `Submit/${over.distributionRequestId}`))).toContain(
      '$14,670.01 is more than the $14,670.00 that is available',
    )
    // The existing draft is returned; no second one is begun.
    const secondRequest = await fileRequest(afsId, 14_670)
    expect(secondRequest.distributionRequestId).toBe(over.distributionRequestId)
    await readReply(ask('company.writer', 'POST', `Submit/${secondRequest.distributionRequestId}`))
    expect(
      await refusal(
        ask('agency.admin', 'PUT', `Reopen/${first.distributionRequestId}`, { reason: 'Look again' }),
      ),
    ).toContain(`${secondRequest.requestNumber} on this statement is open`)
  })

  test('DSR-5, DSR-6: a review may not approve more than requested or available, and an unmet guard needs a reason if it can be waived', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await fileRequest(afsId, 10_000)
    await readReply(ask('company.writer', 'POST', `Submit/${id}`))
    await readReply(ask('agency.write', 'PUT', `StartReview/${id}`))
    const finishReview = async (payload: object) => {
      await readReply(
        ask('agency.write', 'POST', 'SaveReview', { id, ...answers, approvedAmount: 10_000, ...payload }),
      )
      return refusal(ask('agency.write', 'POST', 'Review', { id }))
    }
    expect(await finishReview({ approvedAmount: 10_000.01 })).toContain('Only $10,000.00 is requested')
    expect(await finishReview({ waiver: '' })).toContain('Reserve deposits are current: A6: $1,200.00')
    expect(await finishReview({ offWatchList: null })).toContain('answer yes or no')
    expect(await finishReview({ freeOfDeficiencies: false })).toContain('200 ')
    await readReply(ask('agency.write', 'POST', 'ChangeStatus', { id, statusId: 3, reason: 'Once more' }))
    await portal.owner.query('update annual_statement set status_id = 6 where afs_id = $1', [afsId])
    expect(await finishReview({})).toContain('It cannot be waived')
    await portal.owner.query('update annual_statement set status_id = 4 where afs_id = $1', [afsId])
    await portal.owner.query(`update surplus_cash set review_amount = 40000 where afs_id = $1`, [afsId])
    // The reviewer's own figures leave less. The company does not see them yet and was shown more.
    expect(await finishReview({})).toContain('Only $870.00 is available')
  })

  test('an approval needs a second person, and is refused if the figures changed since the preview', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await reviewed(afsId, 10_000)
    expect(await refusal(ask('agency.write', 'PUT', `Approve/${id}`))).toContain('403')
    const preview = (await ask('agency.manager', 'POST', 'Preview', { id, step: 'approve' })).body as {
      seen: string
      letter: object
    }
    expect(preview.seen).toBe('$39,670.00 is available on the statement of 2025, and $29,670.00 after it.')
    await portal.owner.query('update distribution_payment set amount = 20000 where year = 2025')
    expect(await refusal(approve(id, { seen: preview.seen }))).toContain('the figures have changed')
    expect(await sumPaid()).toBe(0)
    expect(await readReply(approve(id))).toMatchObject({ statusId: 5 })
  })

  test('domain 7.5: once the next statement is filed, a request not under review expires and none can be submitted', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await fileRequest(afsId, 10_000)
    await insertStatement(portal.owner, { year: 2026, statusId: 2 })
    expect(await refusal(ask('company.writer', 'POST', `Submit/${id}`))).toContain(
      'The statement of 2026 was filed',
    )
    portal.setNow(new Date('2026-05-05T10:30:00Z'))
    await runDue(portal.pool, portal.services, distributionNight)
    portal.setNow(new Date('2026-05-04T15:00:00Z'))
    const mails = await portal.owner.query(
      `select subject, body_text from outbox where event = 'distribution.expired'`,
    )
    expect(JSON.stringify(mails.rows)).toContain('The annual statement of 2026')
    const expired = await readReply(ask('company.writer', 'GET', `GetRequest/${id}`))
    expect([expired.statusId, expired.statusLabel, expired.actions]).toEqual([7, 'Expired', []])
  })

  test('a request cannot be begun on a draft statement, without surplus cash, or for a property with tax credits only', async () => {
    const draft = await insertStatement(portal.owner)
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${draft}`))).toContain(
      'not submitted yet',
    )
    const poor = await insertStatement(portal.owner, {
      year: 2024,
      statusId: 4,
      sheet: { 1120: 100, 2110: 500 },
    })
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${poor}`))).toContain('no surplus cash')
    const credits = await insertStatement(portal.owner, { propertyId: 2, statusId: 4 })
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${credits}`))).toContain(
      'tax credits alone',
    )
    expect(await refusal(ask('other.user', 'POST', `CreateByAfsId/${draft}`))).toMatch(/^40[34]/)
  })

  test('domain 4.13: after a statement is submitted, a request is offered only if one could be begun, with the same amount', async () => {
    const getOffer = async (afsId: number, propertyId = 1) => {
      const get = async <T>(url: string) => (await portal.ask('company.writer', 'GET', url)).body as T
      return computeOfferedAmount({
        computation: await get(`/api/ComputationOfDistributions/vm/Get/${afsId}`),
        allowed: (
          await get<Allowed>(`/api/PropertyRequirement/AllowModuleRequestSubmitOrCreate/${propertyId}/44`)
        ).allowed,
        requests: await get(`/api/DistributionRequest/GetPropertyHistory/${propertyId}`),
      })
    }
    const beginRequest = (afsId: number) => ask('company.writer', 'POST', `CreateByAfsId/${afsId}`)
    const poor = await insertStatement(portal.owner, {
      year: 2024,
      statusId: 2,
      sheet: { 1120: 100, 2110: 500 },
    })
    expect([await getOffer(poor), await refusal(beginRequest(poor))]).toEqual([
      0,
      expect.stringContaining('no surplus cash'),
    ])
    const credits = await insertStatement(portal.owner, { propertyId: 2, statusId: 2 })
    expect([await getOffer(credits, 2), await refusal(beginRequest(credits))]).toEqual([
      0,
      expect.stringContaining('tax credits alone'),
    ])
    const afsId = await reviewedStatement()
    expect(await getOffer(afsId)).toBe(39_670)
    const draft = await readReply(beginRequest(afsId))
    expect([draft.amountRequested, await getOffer(afsId)]).toEqual([39_670, 39_670])
    // A draft can be continued. One that the agency has must be decided first.
    const { distributionRequestId: id } = await fileRequest(afsId, 30_000)
    expect(id).toBe(draft.distributionRequestId)
    await readReply(ask('company.writer', 'POST', `Submit/${id}`))
    expect([await getOffer(afsId), await refusal(beginRequest(afsId))]).toEqual([
      0,
      expect.stringContaining('on this statement is still open; it is decided first'),
    ])
    await readReply(ask('agency.write', 'PUT', `StartReview/${id}`))
    await readReply(ask('agency.write', 'POST', 'SaveReview', { id, approvedAmount: 30_000, ...answers }))
    await readReply(ask('agency.write', 'POST', 'Review', { id }))
    await readReply(approve(id))
    expect(await getOffer(afsId)).toBe(9670)
    await portal.owner.query(
      'update distribution_payment set amount = 39670 where distribution_request_id = $1',
      [id],
    )
    expect([await getOffer(afsId), (await readReply(beginRequest(afsId))).amountRequested]).toEqual([0, null])
    await portal.owner.query('update property set total_units = 12 where property_id = 1')
    const small = await getOffer(afsId)
    await portal.owner.query('update property set total_units = 48 where property_id = 1')
    expect(small).toBe(0)
  })

  test('two concurrent approvals approve no more than is available', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await reviewed(afsId, 39_670)
    const replies = await Promise.all([approve(id), ask('agency.admin', 'PUT', `Approve/${id}`)])
    expect(replies.map((reply) => reply.status)).toContain(200)
    expect(await sumPaid()).toBe(39_670)
  })

  test('for any order of requests, approvals, forced steps and reopenings, no more than B4 is approved', async () => {
    const amount = fc.integer({ min: 1, max: 30_000_00 }).map((cents) => cents / 100)
    const anyAction = fc.record({
      kind: fc.constantFrom('ask', 'reopen', 'force', 'deny', 'approve'),
      amount,
      which: fc.nat(5),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { minLength: 4, maxLength: 9 }), async (acts) => {
        await portal.owner.query(clearStatements)
        await insertMapleGroveRights(portal.owner)
        const afsId = await reviewedStatement()
        const ids: number[] = []
        for (const { kind, amount, which: index } of acts) {
          const id = ids[index % Math.max(1, ids.length)] ?? 0
          if (kind === 'ask') {
            const reply = await ask('company.writer', 'POST', `CreateByAfsId/${afsId}`)
            if (reply.status !== 200) continue
            const { distributionRequestId: newId, version } = reply.body as Detail
            await ask('company.writer', 'POST', 'SaveAndSubmit', {
              request: { distributionRequestId: newId, version, ...content, amountRequested: amount },
            })
            await ask('agency.write', 'PUT', `StartReview/${newId}`)
            await ask('agency.write', 'POST', 'SaveReview', { id: newId, approvedAmount: amount, ...answers })
            await ask('agency.write', 'POST', 'Review', { id: newId })
            ids.push(newId)
            await approve(newId)
          } else if (kind === 'reopen') await ask('agency.admin', 'PUT', `Reopen/${id}`, { reason: 'Again' })
          else if (kind === 'approve') await approve(id)
          else if (kind === 'deny') await ask('agency.write', 'PUT', `Deny/${id}`, { reason: 'No' })
          else await ask('agency.admin', 'POST', `AdminChangeStatus/${id}/${1 + (index % 6)}?reason=Forced`)
          expect(await sumPaid()).toBeLessThanOrEqual(39_670)
          const approved = await portal.owner.query(
            'select coalesce(sum(approved_amount), 0)::float as sum from distribution_request where status_id = 5',
          )
          expect(await sumPaid()).toBe(approved.rows[0].sum)
        }
      }),
      { numRuns: 6 },
    )
  })
})
