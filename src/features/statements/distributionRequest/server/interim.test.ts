import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answers, content, distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, insertMapleGroveRights } from '#tests/surplusFiling.ts'
import { getRequestedBasis } from '../model/basis.ts'
import { getGuards } from '../model/guards.ts'
import type { Detail } from '../model/requests.ts'

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
  await portal.owner.query(distributionStage)
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('distribution_interim', 'true', '2026-01-01')`,
  )
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setNow(new Date('2026-05-04T15:00:00Z'))
  await portal.owner.query(clearStatements)
  await insertMapleGroveRights(portal.owner)
})

const buildLine = (lineCode: string, amount: number | null, description: string | null = null) => ({
  lineCode,
  amount,
  description,
})
/** Maple Grove's books as of 06/30/2026: 63,230.75 of cash and receivables, 34,182.55 of obligations. */
const june = [
  ...[
    buildLine('A1', 61_250.75),
    buildLine('A2', 1980),
    buildLine('A4', 3410.2),
    buildLine('A7', 9872.35),
    buildLine('A10', 4100),
  ],
  ...[buildLine('A11', 900), buildLine('A12', 15_900)],
]

async function submitSemiAnnual(afsId: number, amountRequested: number, more: object = {}) {
  const { distributionRequestId, version } = await fileRequest(afsId, amountRequested)
  const period = { periodType: 'Semi-annual', interimDate: '2026-06-30', interimLines: june }
  const request = { distributionRequestId, version, ...content, amountRequested, ...period, ...more }
  return ask('company.writer', 'POST', 'SaveAndSubmit', { request })
}

describe('a distribution as of an interim day', () => {
  test('SUR-A, CDS-I, domain 5.2, 6.2: as of 06/30/2026 surplus cash is 29,048.20, a half year earns 20,464, and 57,892 of rights are unpaid', async () => {
    const afsId = await reviewedStatement()
    const { distributionRequestId: yearly } = await reviewed(afsId, 10_000)
    await readReply(approve(yearly))
    portal.setNow(new Date('2026-07-20T15:00:00Z'))
    // A request approved after that day still reduces that day's cash.
    const { distributionRequestId: later } = await reviewed(afsId, 5_000)
    await readReply(approve(later))
    expect(await refusal(submitSemiAnnual(afsId, 24_048.21))).toContain(
      '$24,048.21 is more than the $24,048.20 that is available.',
    )
    const filed = await readReply(submitSemiAnnual(afsId, 24_048.2))
    expect(filed).toMatchObject({
      statusId: 2,
      surplusCash: 29_048.2,
      allowable: 29_048.2,
      interimDate: '2026-06-30',
    })
    const { computation, facts } = getRequestedBasis(filed, filed)
    expect(computation).toMatchObject({
      year: 2026,
      months: 6,
      surplus: 29_048.2,
      equity: 511_600,
      rate: 8,
      b1: 29_048.2,
      b2a: 20_464,
      b2b: 47_428,
      b2c: 10_000,
      b3: 57_892,
      b4: 29_048.2,
    })
    expect(facts).toMatchObject({ approved: 5000, available: 24_048.2, deposits: 0 })
    // The computation of the annual statement is returned too, unchanged.
    expect(filed.computation).toMatchObject({ year: 2025, surplus: 39_670, b4: 39_670, approved: 15_000 })
    const proof = Object.fromEntries(filed.guards.map((guard) => [guard.id, guard]))
    const here = `/DistributionRequest/view/${filed.distributionRequestId}`
    expect([proof['DSR-G3'], proof['DSR-G5']]).toMatchObject([
      {
        passes: true,
        proof: expect.stringContaining('As of 06/30/2026: $24,048.20 of $24,048.20'),
        to: here,
      },
      { passes: true, proof: expect.stringContaining('As of 06/30/2026: A6: nothing') },
    ])
    const id = filed.distributionRequestId
    await readReply(ask('agency.write', 'PUT', `StartReview/${id}`))
    await readReply(
      ask('agency.write', 'POST', 'SaveReview', {
        id,
        ...answers,
        approvedAmount: 24_048.2,
        meetsInterimRule: true,
      }),
    )
    await readReply(ask('agency.write', 'POST', 'Review', { id }))
    const { seen: previewStamp, letter } = (
      await ask('agency.manager', 'POST', 'Preview', { id, step: 'approve' })
    ).body as {
      seen: string
      letter: object
    }
    expect(previewStamp).toBe('$24,048.20 is available as of 06/30/2026, and $0.00 after it.')
    const text = JSON.stringify(letter)
    for (const phrase of [
      'as of 06/30/2026',
      '$29,048.20',
      '$20,464.00',
      '$47,428.00',
      '$57,892.00',
      'Approved after that day',
    ])
      expect(text).toContain(phrase)
    expect((await readReply(approve(id))).statusId).toBe(5)
  })

  test('DSR-8, SUR-1 to SUR-3: interim figures must be as of an interim day, not empty, not below zero, and described if other', async () => {
    portal.setNow(new Date('2026-07-20T15:00:00Z'))
    const afsId = await reviewedStatement()
    const getRefusal = async (more: object) => refusal(submitSemiAnnual(afsId, 1_000, more))
    expect(await getRefusal({ interimDate: '2026-03-31' })).toContain('Choose one of 06/30/2026, or none')
    expect(await getRefusal({ interimLines: [] })).toContain('Enter the figures of 06/30/2026.')
    const wrongLines = [...june, buildLine('A5', -1), buildLine('A13', 5)]
    const refusalText = await getRefusal({ interimLines: wrongLines })
    expect(refusalText).toContain('interimLines.7.amount')
    expect(refusalText).toContain('interimLines.8.description')
    expect(await getRefusal({ interimLines: [...june, buildLine('A1', 1)] })).toContain(
      'A1: it is here twice.',
    )
    const owed = [...june, buildLine('A6', 2400)]
    const filed = await readReply(
      submitSemiAnnual(afsId, 1_000, { interimLines: owed, interimDate: '2026-06-30' }),
    )
    expect(filed.guards.find((guard) => guard.id === 'DSR-G5')).toMatchObject({ passes: false })
    expect(filed.guards.find((guard) => guard.id === 'DSR-G5')?.proof).toContain(
      '$2,400.00 of reserve deposits',
    )
  })

  test('a yearly request ignores interim figures, and an interim one never has more available than its cash and rights', async () => {
    const afsId = await reviewedStatement()
    const detail: Detail = await fileRequest(afsId, 10_000)
    const amount = fc.integer({ min: -500_000_00, max: 500_000_00 }).map((cents) => cents / 100)
    const arbitrary = fc.array(
      fc.record({ lineCode: fc.constantFrom(...june.map((item) => item.lineCode)), amount }),
      {
        maxLength: 13,
      },
    )
    fc.assert(
      fc.property(
        arbitrary,
        fc.constantFrom('2026-03-31', '2026-06-30', '2026-09-30', '2026-07-04'),
        (lines, day) => {
          const interimLines = lines.map((line) => ({ ...line, description: null })) as Detail['interimLines']
          const yearly = getRequestedBasis({ periodType: 'Annual', interimDate: day, interimLines }, detail)
          expect(yearly).toEqual({ computation: detail.computation, facts: detail.facts })
          expect(getGuards(detail, yearly.facts!)).toEqual(detail.guards)
          expect(
            getRequestedBasis({ periodType: 'Quarterly', interimDate: null, interimLines }, detail),
          ).toEqual(yearly)
          const { computation, facts } = getRequestedBasis(
            { periodType: 'Quarterly', interimDate: day, interimLines },
            detail,
          )
          const cash = day === '2026-07-04' ? 0 : Math.max(0, computation!.surplus)
          expect(facts!.available).toBeLessThanOrEqual(cash)
          expect(facts!.available).toBeLessThanOrEqual(Math.max(0, computation!.b3))
        },
      ),
    )
  })
})
