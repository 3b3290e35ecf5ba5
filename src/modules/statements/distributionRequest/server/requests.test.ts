import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { answers, content, distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, mapleGroveRights, standingStatement } from '#tests/surplusFiling.ts'
import { offeredOn } from '../model/offer.ts'
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
  await mapleGroveRights(portal.owner)
})

type Allowed = { allowed: boolean }
const paid = async (): Promise<number> =>
  (
    await portal.owner.query(
      'select coalesce(sum(paid), 0)::float as paid from distribution_payment where distribution_request_id is not null',
    )
  ).rows[0].paid

describe('DSR a distribution request', () => {
  test('CALL-DSR-01 to 09, domain 5.4, 6.4, 7: Maple Grove from its statement to the letter: 39,670 available, 39,670 approved, 7,758 left of its rights', async () => {
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
    expect(await paid()).toBe(39_670)
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
    // The year that follows begins with what is left of the rights.
    const next = await standingStatement(portal.owner, { year: 2026, statusId: 2 })
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
    expect([forced.statusId, await paid()]).toEqual([6, 0])
    expect(
      await readReply(ask('agency.admin', 'PUT', `Reopen/${id}`, { reason: 'Look again' })),
    ).toMatchObject({
      statusId: 3,
    })
  })

  test('domain 7.5: several requests until B4 is used up, one open at a time; a part is approved, and the rest may be asked for', async () => {
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
    // The same draft is found again, not a second one begun.
    const again = await fileRequest(afsId, 14_670)
    expect(again.distributionRequestId).toBe(over.distributionRequestId)
    await readReply(ask('company.writer', 'POST', `Submit/${again.distributionRequestId}`))
    expect(
      await refusal(
        ask('agency.admin', 'PUT', `Reopen/${first.distributionRequestId}`, { reason: 'Look again' }),
      ),
    ).toContain(`${again.requestNumber} on this statement is open`)
  })

  test('DSR-5, DSR-6: no more than asked for and available; a guard that fails needs its reason, and some no reason helps', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await fileRequest(afsId, 10_000)
    await readReply(ask('company.writer', 'POST', `Submit/${id}`))
    await readReply(ask('agency.write', 'PUT', `StartReview/${id}`))
    const finish = async (payload: object) => {
      await readReply(
        ask('agency.write', 'POST', 'SaveReview', { id, ...answers, approvedAmount: 10_000, ...payload }),
      )
      return refusal(ask('agency.write', 'POST', 'Review', { id }))
    }
    expect(await finish({ approvedAmount: 10_000.01 })).toContain('Only $10,000.00 is requested')
    expect(await finish({ waiver: '' })).toContain('Reserve deposits are current: A6: $1,200.00')
    expect(await finish({ offWatchList: null })).toContain('answer yes or no')
    expect(await finish({ freeOfDeficiencies: false })).toContain('200 ')
    await readReply(ask('agency.write', 'POST', 'ChangeStatus', { id, statusId: 3, reason: 'Once more' }))
    await portal.owner.query('update annual_statement set status_id = 6 where afs_id = $1', [afsId])
    expect(await finish({})).toContain('It cannot be waived')
    await portal.owner.query('update annual_statement set status_id = 4 where afs_id = $1', [afsId])
    await portal.owner.query(`update surplus_cash set review_amount = 40000 where afs_id = $1`, [afsId])
    // The reviewer’s own figures leave less: the company, which does not read them yet, was shown more.
    expect(await finish({})).toContain('Only $870.00 is available')
  })

  test('money needs two people, and the amount that was looked at', async () => {
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
    expect(await paid()).toBe(0)
    expect(await readReply(approve(id))).toMatchObject({ statusId: 5 })
  })

  test('domain 7.5: with the next statement a request that nobody reviews expires, and none is submitted any more', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await fileRequest(afsId, 10_000)
    await standingStatement(portal.owner, { year: 2026, statusId: 2 })
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

  test('none is begun on a draft, without surplus cash, or for a property of tax credits alone', async () => {
    const draft = await standingStatement(portal.owner)
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${draft}`))).toContain(
      'not submitted yet',
    )
    const poor = await standingStatement(portal.owner, {
      year: 2024,
      statusId: 4,
      sheet: { 1120: 100, 2110: 500 },
    })
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${poor}`))).toContain('no surplus cash')
    const credits = await standingStatement(portal.owner, { propertyId: 2, statusId: 4 })
    expect(await refusal(ask('company.writer', 'POST', `CreateByAfsId/${credits}`))).toContain(
      'tax credits alone',
    )
    expect(await refusal(ask('other.user', 'POST', `CreateByAfsId/${draft}`))).toMatch(/^40[34]/)
  })

  test('domain 4.13: a request is offered on a statement just submitted only where one would be begun, with what it begins with; else it is said why not', async () => {
    const getOffer = async (afsId: number, propertyId = 1) => {
      const get = async <T>(url: string) => (await portal.ask('company.writer', 'GET', url)).body as T
      return offeredOn({
        computation: await get(`/api/ComputationOfDistributions/vm/Get/${afsId}`),
        allowed: (
          await get<Allowed>(`/api/PropertyRequirement/AllowModuleRequestSubmitOrCreate/${propertyId}/44`)
        ).allowed,
        requests: await get(`/api/DistributionRequest/GetPropertyHistory/${propertyId}`),
      })
    }
    const begins = (afsId: number) => ask('company.writer', 'POST', `CreateByAfsId/${afsId}`)
    const poor = await standingStatement(portal.owner, {
      year: 2024,
      statusId: 2,
      sheet: { 1120: 100, 2110: 500 },
    })
    expect([await getOffer(poor), await refusal(begins(poor))]).toEqual([
      0,
      expect.stringContaining('no surplus cash'),
    ])
    const credits = await standingStatement(portal.owner, { propertyId: 2, statusId: 2 })
    expect([await getOffer(credits, 2), await refusal(begins(credits))]).toEqual([
      0,
      expect.stringContaining('tax credits alone'),
    ])
    const afsId = await reviewedStatement()
    expect(await getOffer(afsId)).toBe(39_670)
    const draft = await readReply(begins(afsId))
    expect([draft.amountRequested, await getOffer(afsId)]).toEqual([39_670, 39_670])
    // The one that is not submitted yet is led to; one that the agency has is decided first.
    const { distributionRequestId: id } = await fileRequest(afsId, 30_000)
    expect(id).toBe(draft.distributionRequestId)
    await readReply(ask('company.writer', 'POST', `Submit/${id}`))
    expect([await getOffer(afsId), await refusal(begins(afsId))]).toEqual([
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
    expect([await getOffer(afsId), (await readReply(begins(afsId))).amountRequested]).toEqual([0, null])
    await portal.owner.query('update property set total_units = 12 where property_id = 1')
    const small = await getOffer(afsId)
    await portal.owner.query('update property set total_units = 48 where property_id = 1')
    expect(small).toBe(0)
  })

  test('two decisions at once approve no more than there is', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: id } = await reviewed(afsId, 39_670)
    const replies = await Promise.all([approve(id), ask('agency.admin', 'PUT', `Approve/${id}`)])
    expect(replies.map((reply) => reply.status)).toContain(200)
    expect(await paid()).toBe(39_670)
  })

  test('never more is approved than B4, whatever is asked for, approved, forced and reopened', async () => {
    const amount = fc.integer({ min: 1, max: 30_000_00 }).map((cents) => cents / 100)
    const act = fc.record({
      kind: fc.constantFrom('ask', 'reopen', 'force', 'deny', 'approve'),
      amount,
      which: fc.nat(5),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 9 }), async (acts) => {
        await portal.owner.query(clearStatements)
        await mapleGroveRights(portal.owner)
        const afsId = await reviewedStatement()
        const ids: number[] = []
        for (const { kind, amount, which: index } of acts) {
          const id = ids[index % Math.max(1, ids.length)] ?? 0
          if (kind === 'ask') {
            const reply = await ask('company.writer', 'POST', `CreateByAfsId/${afsId}`)
            if (reply.status !== 200) continue
            const { distributionRequestId: fresh, version } = reply.body as Detail
            await ask('company.writer', 'POST', 'SaveAndSubmit', {
              request: { distributionRequestId: fresh, version, ...content, amountRequested: amount },
            })
            await ask('agency.write', 'PUT', `StartReview/${fresh}`)
            await ask('agency.write', 'POST', 'SaveReview', { id: fresh, approvedAmount: amount, ...answers })
            await ask('agency.write', 'POST', 'Review', { id: fresh })
            ids.push(fresh)
            await approve(fresh)
          } else if (kind === 'reopen') await ask('agency.admin', 'PUT', `Reopen/${id}`, { reason: 'Again' })
          else if (kind === 'approve') await approve(id)
          else if (kind === 'deny') await ask('agency.write', 'PUT', `Deny/${id}`, { reason: 'No' })
          else await ask('agency.admin', 'POST', `AdminChangeStatus/${id}/${1 + (index % 6)}?reason=Forced`)
          expect(await paid()).toBeLessThanOrEqual(39_670)
          const approved = await portal.owner.query(
            'select coalesce(sum(approved_amount), 0)::float as sum from distribution_request where status_id = 5',
          )
          expect(await paid()).toBe(approved.rows[0].sum)
        }
      }),
      { numRuns: 6 },
    )
  })
})
