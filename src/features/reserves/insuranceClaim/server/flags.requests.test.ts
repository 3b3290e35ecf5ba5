import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectSuccess, InsuranceDesk } from '#tests/insuranceDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { ClaimListLine } from '../model/claims.ts'

let portal: Portal
let desk: InsuranceDesk
beforeAll(async () => {
  portal = await openPortal()
  desk = new InsuranceDesk(portal)
})
beforeEach(() => desk.clear())
afterEach(() => portal.setNow(null))
afterAll(() => portal.close())

describe('duplicate invoices', () => {
  test('DUP-02, DUP-03, DUP-05, CALL-INS-09: an invoice claimed elsewhere needs a comment', async () => {
    await portal.owner.query(`insert into invoice (module_name, request_id, item_id, property_id, vendor_id, invoice_number,
      normalised_number, invoice_date, amount, claimed) values ('OperatingReserve', 1, 11, 1, 1, 'R-9', 'R9', '2026-11-15', 100, true)`)
    const query = { invoiceNumber: 'r 09', vendorId: 1, invoiceDate: '11/15/2026' }
    const reply = await desk.post('company.writer', 'CheckForDuplicates', { ...query, invoiceNumber: 'r 9' })
    expect(reply.body).toMatchObject([{ exact: true, moduleName: 'OperatingReserve' }])
    const id = await desk.submitted()
    const draft = await desk.draft(id, 100, { invoiceNumber: 'R9' })
    const refused = await desk.submitRequest(draft.insuranceRequestId)
    expect((refused.body as { fields: object }).fields).toEqual({
      'items.0.duplicateInvoiceComment': [expect.stringContaining('claimed before')],
    })
  })

  test('DUP-04, CALL-INS-10: a duplicate within the claim is found for any vendor', async () => {
    const id = await desk.submitted()
    const first = await desk.draft(id, 250, { invoiceNumber: 'X-1' })
    expectSuccess(await desk.submitRequest(first.insuranceRequestId))
    const item = { insuranceClaimId: id, invoiceNumber: 'x1', amount: 250 }
    expect((await desk.post('company.writer', 'CheckForDuplicateRequestItems', item)).body).toMatchObject([
      { requestId: first.insuranceRequestId, kind: 'hard' },
    ])
    expect(
      (await desk.post('company.writer', 'CheckForDuplicateRequestItems', { ...item, amount: 250.01 })).body,
    ).toEqual([])
    const second = await desk.draft(id, 250, { invoiceNumber: 'X 1', vendorId: 2 })
    expect(second.items[0]?.duplicates).toMatchObject([{ requestId: first.insuranceRequestId }])
    expect(JSON.stringify((await desk.submitRequest(second.insuranceRequestId)).body)).toContain(
      'duplicateInvoiceComment',
    )
  })
})

describe('notice within 24 hours', () => {
  const isNoticeLate = async (now: string, changed: object = {}, review: object = {}) => {
    portal.setNow(new Date(now))
    const id = await desk.submitted(changed)
    if (Object.keys(review).length > 0)
      await portal.owner.query(
        'update insurance_claim set date_reported_to_co = $2 where insurance_claim_id = $1',
        [id, (review as { dateReportedToCo: string }).dateReportedToCo],
      )
    const { noticeLate } = await desk.claim(id)
    const lines = (await desk.get('agency.read', 'GetQueue')).body as ClaimListLine[]
    expect(lines.find((line) => line.requestNumber === `IC-${id}`)?.notice).toBe(noticeLate ? 'Late' : null)
    return noticeLate
  }

  test('hours run from the end of the day of loss in the agency’s zone, also over a clock change', async () => {
    // November 14 ends at 06:00Z in winter time.
    expect(await isNoticeLate('2026-11-16T05:59:00Z')).toBe(false)
    await desk.clear()
    expect(await isNoticeLate('2026-11-16T06:01:00Z')).toBe(true)
    await desk.clear()
    // October 31 ends at 05:00Z; the night of November 1 has an hour more, and 24 hours are over at 11 in the
    // evening.
    expect(await isNoticeLate('2026-11-02T04:59:00Z', { dateOfLoss: '2026-10-31' })).toBe(false)
    await desk.clear()
    expect(await isNoticeLate('2026-11-02T05:01:00Z', { dateOfLoss: '2026-10-31' })).toBe(true)
  })

  test('a report to the central office counts as notice, and the hours come from a setting', async () => {
    expect(await isNoticeLate('2026-11-18T15:00:00Z', {}, { dateReportedToCo: '2026-11-15' })).toBe(false)
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('insurance_notify_hours', '72', '2026-01-01')`,
    )
    await desk.clear()
    expect(await isNoticeLate('2026-11-17T15:00:00Z')).toBe(false)
    await portal.owner.query(`delete from setting where key = 'insurance_notify_hours'`)
  })
})
