import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { readPdf } from '#tests/pdf.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type Detail, rentFigures, rentFiling } from '#tests/rentFiling.ts'
import { type ChecklistItem, notInPortal } from '../model/entities.ts'
import { approvedRentsJob } from './posting.ts'

let portal: Portal
const {
  answers,
  clear,
  detailOf: loadDetail,
  fieldsOf: getFields,
  filled,
  get,
  path,
  post,
  reviewed,
  submitted,
} = rentFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(rentFigures)
})
afterAll(() => portal.close())
beforeEach(clear)

describe('RIN the review', () => {
  test('CALL-RIN-08 to 14, 20 to 22: the agency fills in three pages and a checklist with sources, which the company cannot see', async () => {
    const id = await submitted()
    expect((await post('agency.write', `StartReview/${id}`)).status).toBe(200)
    const faults = getFields(await post('agency.write', 'Review', { id }))
    expect(Object.keys(faults)).toEqual([
      ...Object.keys(answers)
        .slice(1, 5)
        .filter((tick) => tick !== 'findingsInNonComplianceLog'),
      'rentRollRevied',
      'sec42Requirements',
    ])
    const { known: checklistFacts, lines } = await loadDetail(id)
    // The answers come in the order of the checklist, regardless of the module that gives them.
    expect(checklistFacts.map((item) => [item.tick, item.value])).toEqual([
      ['budgetApproved', true],
      ['r4rBalanceTooLow', false],
      ['findingsInNonComplianceLog', false],
      ['afsReviewed', true],
      ['extendedUsePeriod', true],
    ])
    // Questions about records outside the portal have no answer yet: only the reviewer can answer them.
    const ticksOutsidePortal = Object.keys(notInPortal) as ChecklistItem[]
    const untouched = (await loadDetail(id)) as unknown as Record<ChecklistItem, boolean | null>
    expect(ticksOutsidePortal.map((tick) => untouched[tick])).toEqual([null])
    const answeredTicks = modules
      .flatMap((module) => module.rentIncreaseAnswers ?? [])
      .map(({ tick }) => tick)
    expect(answeredTicks.filter((tick) => tick in notInPortal)).toEqual([])
    expect(Object.keys(faults)).toEqual(expect.arrayContaining(ticksOutsidePortal))
    expect(lines.map((line) => line.approvedRent)).toEqual([633, 579, 691, 621, 790])
    const [first] = lines
    const lower = { roomRentIncreaseRequestId: first!.roomRentIncreaseRequestId, approvedRent: 620 }
    await post('agency.write', 'SaveWorksheet', { id, ...answers, extendedUsePeriod: false, lines: [lower] })
    await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
    const open = getFields(await post('agency.write', 'Review', { id }))
    expect(open).toEqual({
      'lines.0.lowerReason': [expect.anything()],
      comments: [expect.stringMatching(/^[A-Z].*: the answer differs from what the portal knows/)],
    })
    await post('agency.write', 'SaveWorksheet', {
      id,
      comments: 'Extended use ended.',
      lines: [{ ...lower, lowerReason: 'Comparable rents are lower.' }],
    })
    expect((await post('agency.write', 'Review', { id })).status).toBe(200)
    expect((await loadDetail(id, 'company.writer')).lines[0]).toMatchObject({
      approvedRent: null,
      lowerReason: null,
    })
    expect((await get('agency.read', `GetWorksheet/${id}`)).body).toMatchObject({
      budgetApproved: true,
      comments: 'Extended use ended.',
    })
    expect(Object.keys((await get('agency.read', `GetTaxCredit/${id}`)).body as object)).toContain('figures')
    expect((await get('company.writer', `GetCashFlow/${id}`)).status).toBe(403)
  })

  test('RIN-6: a review with a rent or an allowance below 0, or an expiry before the rents begin, is refused', async () => {
    const id = await submitted()
    await post('agency.write', `StartReview/${id}`)
    const { roomRentIncreaseRequestId } = (await loadDetail(id)).lines[0]!
    const below = {
      roomRentIncreaseRequestId,
      approvedRent: -5,
      lowerReason: 'Typed wrong.',
      utilityAllowance: -100,
    }
    await post('agency.write', 'SaveWorksheet', { id, ...answers, expiresOn: '2026-12-31', lines: [below] })
    await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
    expect(getFields(await post('agency.write', 'Review', { id }))).toEqual({
      'lines.0.approvedRent': [expect.stringContaining('0 or more')],
      'lines.0.utilityAllowance': [expect.stringContaining('0 or more')],
      expiresOn: [expect.stringContaining('01/01/2027')],
    })
  })

  test('RIN-9: cash flow figures outside their ranges are refused, each at its field', async () => {
    const id = await submitted()
    await post('agency.write', `StartReview/${id}`)
    const wrong = { operatingExpenses: -1, targetCoverage: 1e9, vacancyPercent: 100 }
    const fields = getFields(await post('agency.write', 'SaveCashFlow', { id, ...wrong }))
    expect(Object.keys(fields)).toEqual(Object.keys(wrong))
  })

  test('a row listed twice in one call is refused', async () => {
    const id = await submitted()
    await post('agency.write', `StartReview/${id}`)
    const { roomRentIncreaseRequestId } = (await loadDetail(id)).lines[0]!
    const lines = [600, 610].map((approvedRent) => ({ roomRentIncreaseRequestId, approvedRent }))
    expect(getFields(await post('agency.write', 'SaveTaxCredit', { id, lines }))).toEqual({
      'lines.1.roomRentIncreaseRequestId': [expect.stringContaining('twice')],
    })
  })

  test('CALL-RIN-11, domain 14.6: a budget increase cannot be reviewed without its cash flow, and only a manager approves it', async () => {
    const { rentIncreaseRequestHeaderId: id, version } = await filled()
    await post('company.writer', 'saveRentIncreaseProgress', {
      request: { rentIncreaseRequestHeaderId: id, version, rentIncreaseTypeId: 2 },
    })
    await post('company.writer', `Submit/${id}`)
    await post('agency.write', `StartReview/${id}`)
    await post('agency.write', 'SaveWorksheet', { id, ...answers })
    await post('agency.write', 'SaveTaxCredit', { id, lines: [] })
    expect(JSON.stringify((await post('agency.write', 'Review', { id })).body)).toContain(
      'Cash flow: Operating expenses',
    )
    const cashFlow = {
      operatingExpenses: 275_000,
      debtService: 75_600,
      targetCoverage: 1.2,
      reserveDeposits: 14_400,
      otherIncome: 9_200,
      vacancyPercent: 7,
    }
    expect((await post('agency.write', 'SaveCashFlow', { id, ...cashFlow })).body).toMatchObject(cashFlow)
    expect((await post('agency.write', 'Review', { id })).status).toBe(200)
    expect((await post('agency.write', `ApproveRequest/${id}`)).status).toBe(403)
    expect((await post('agency.manager', `ApproveRequest/${id}`)).body).toMatchObject({ statusId: 5 })
  })

  test('a hold blocks the approval with its reason, and hold and release are mailed', async () => {
    const id = await reviewed()
    const reply = await post('agency.write', 'Hold', { id, onHold: true, reason: 'Two findings are open.' })
    expect(reply.body).toMatchObject({ statusLabel: 'On hold', holdReason: 'Two findings are open.' })
    expect(JSON.stringify((await post('agency.manager', `ApproveRequest/${id}`)).body)).toContain(
      'Two findings are open.',
    )
    await post('agency.write', 'Hold', { id, onHold: false, reason: 'Corrected.' })
    expect((await post('agency.manager', `ApproveRequest/${id}`)).status).toBe(200)
    const mails = await portal.owner.query('select event from outbox order by outbox_id')
    expect(mails.rows.map((mail) => mail.event)).toEqual([
      'rentIncrease.submitted',
      'rentIncrease.held',
      'rentIncrease.released',
      'rentIncrease.approved',
    ])
  })

  test('CALL-RIN-12 a denial can be appealed until its last day, if no other request is open', async () => {
    const id = await reviewed()
    const denied = await post('agency.manager', `DenyRequest/${id}`, {
      reason: 'Rents are above comparables.',
    })
    expect(denied.body).toMatchObject({ statusId: 6, appealUntil: '2026-12-10' })
    const [letter] = (await get('company.writer', `GetLetterData/${id}`)).body as {
      data: { values: object }
    }[]
    expect(letter?.data.values).toMatchObject({ appealUntil: '12/10/2026' })
    const appeal = () => post('agency.write', 'ChangeStatus', { id, statusId: 3, reason: 'Letter of 12/09' })
    portal.setNow(new Date('2026-12-11T15:00:00Z'))
    const late = await appeal()
    expect(JSON.stringify(late.body)).toContain('ended on 12/10/2026')
    portal.setNow(new Date('2026-12-10T15:00:00Z'))
    // A property has one open request, so the new one must be deleted before the appeal.
    const { rentIncreaseRequestHeaderId: other } = await filled()
    expect(JSON.stringify((await appeal()).body)).toContain(`RI-${other} of this property is still open`)
    await portal.ask('company.writer', 'DELETE', `${path}/${other}`)
    expect((await appeal()).body).toMatchObject({
      statusId: 3,
      denialAppealed: true,
      denialAppealedOn: '2026-12-10',
    })
  })
})

describe('RIN approved rents', () => {
  const loadGrossPotentialRent = async () =>
    (await portal.ask('agency.read', 'GET', '/api/projects/GetCurrentGrossPotentialRent/1')).body

  test('approved rents take effect at midnight in the agency’s time zone, also when the clocks change, and change the gross potential rent', async () => {
    const id = await reviewed()
    await portal.owner.query("update rent_increase_request_header set rent_effective_date = '2027-03-14'")
    expect((await post('agency.manager', `ApproveRequest/${id}`)).status).toBe(200)
    const runNightAt = async (moment: string) => {
      portal.setNow(new Date(moment))
      await runDue(portal.pool, portal.services, approvedRentsJob)
      return loadGrossPotentialRent()
    }
    expect(await runNightAt('2027-03-14T05:59:00Z')).toBe(31_800 * 12)
    expect(await runNightAt('2027-03-14T06:01:00Z')).toBe(33_002 * 12)
    // The night on which clocks go forward is shorter. Nothing is posted twice.
    expect(await runNightAt('2027-03-15T05:01:00Z')).toBe(396_024)
    const rows = await portal.owner.query(
      "select rent, units from property_rent where property_id = 1 and effective_date = '2027-03-14' order by rent",
    )
    expect(rows.rows.map((row) => [Number(row.rent), row.units])).toEqual([
      [579, 7],
      [621, 4],
      [633, null],
      [691, null],
      [790, null],
    ])
    const reopened = await post('agency.admin', 'ChangeStatus', { id, statusId: 3, reason: 'Mistake' })
    expect(JSON.stringify(reopened.body)).toContain('in force since 03/14/2027')
  })

  test('CALL-RIN-06 approved rents can be reopened before their day, Schedule II lists them, and its signed copy can be filed', async () => {
    const id = await reviewed()
    await portal.owner.query('insert into letterhead (attached) values (true)')
    await post('agency.manager', `ApproveRequest/${id}`)
    const { rows } = await portal.owner.query(
      "select attachments from outbox where event = 'rentIncrease.approved'",
    )
    const pdf = readPdf(await portal.services.files.get(rows[0].attachments[0].contentHash)).text
    for (const text of [
      'Schedule II: approved rents',
      '$633.00',
      'Conditions: Post the new rents.',
      'expires on 12/31/2027',
      'Accepted for the owner',
    ])
      expect(pdf).toContain(text)
    const schedule = (await get('company.reader', 'GetScheduleIIData/1')).body as { lines: object[] }
    expect(schedule).toMatchObject({
      requestNumber: `RI-${id}`,
      effectiveDate: '2027-01-01',
      expiresOn: '2027-12-31',
      conditions: 'Post the new rents.',
    })
    expect(schedule.lines[0]).toEqual({
      label: 'One bedroom, LIHTC 60%',
      units: 5,
      current: 612,
      approved: 633,
      utilityAllowance: 71,
      gross: 704,
    })
    const upload = await portal.upload(
      'company.writer',
      `${path}/RentIncreaseFileUpload`,
      { moduleId: String(id), documentType: 'Signed Schedule II' },
      [{ name: 'signed.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF') }],
    )
    expect(upload.status, JSON.stringify(upload.body)).toBe(200)
    expect((await loadDetail(id)).signedFiled).not.toBeNull()
    expect((await get('company.reader', `GetFiles/${id}`)).body).toHaveLength(3)
    // An approval that was stored later but whose rents began earlier is not the latest.
    await portal.owner.query(`insert into rent_increase_request_header (property_id, filed_company_id, status_id, rent_effective_date, submitted, decided, rents_posted)
      values (1, 1, 5, '2025-01-01', '2024-11-01', '2024-12-01', '2025-01-01')`)
    expect((await get('company.reader', 'GetScheduleIIData/1')).body).toMatchObject({
      requestNumber: `RI-${id}`,
    })
    expect(
      (await post('agency.admin', 'ChangeStatus', { id, statusId: 3, reason: 'Mistake' })).body,
    ).toMatchObject({
      statusId: 3,
    })
    expect(await loadGrossPotentialRent()).toBe(381_600)
  })

  test('approved rents replace a rent of the same day, with their share of the median income', async () => {
    const id = await reviewed()
    await portal.owner.query(`insert into property_rent
        (property_id, project_room_type_id, rent_type_id, existing_tenants, units, rent, effective_date)
      select property_id, project_room_type_id, rent_type_id, existing_tenants, units, 1, '2027-01-01' from property_rent
      where property_id = 1 and rent = 612;
      update room_rent_increase_request set median_percent = 60 where current_rent = 612`)
    expect((await post('agency.manager', `ApproveRequest/${id}`)).status).toBe(200)
    portal.setNow(new Date('2027-01-01T07:00:00Z'))
    await runDue(portal.pool, portal.services, approvedRentsJob)
    const { rows } = await portal.owner.query(`select h.rent::float, h.income_limit_percent as percent
      from property_rent h join room_rent_increase_request l using (property_id, project_room_type_id, rent_type_id)
      where h.property_id = 1 and h.effective_date = '2027-01-01' and l.approved_rent = 633`)
    expect(rows).toEqual([{ rent: 633, percent: 60 }])
    const posted = await portal.owner.query<{ id: number }>(
      `select property_rent_id as id from property_rent where property_id = 1 and effective_date = '2027-01-01' and rent = 633`,
    )
    const propertyRentId = posted.rows[0]!.id
    const refusedRemoval = await portal.ask('agency.write', 'DELETE', `/api/PropertyRent/${propertyRentId}`)
    expect([refusedRemoval.status, JSON.stringify(refusedRemoval.body)]).toEqual([
      422,
      expect.stringContaining(`The approved rent increase RI-${id} set this rent`),
    ])
    const change = (values: object) =>
      portal.ask('agency.write', 'PUT', '/api/PropertyRent', { propertyRentId, ...values })
    expect((await change({ rent: 700 })).status).toBe(422)
    expect((await change({ rent: 633 })).status).toBe(200)
  })

  test('RIN-2: twelve months are counted from an approved increase that is not in force yet, but not from rents that another agency sets', async () => {
    await portal.owner.query(`insert into property_rent (property_id, project_room_type_id, rent_type_id, units, rent, effective_date)
      values (1, 3, 14, 4, 900, '2026-09-01')`)
    const id = await reviewed()
    expect((await post('agency.manager', `ApproveRequest/${id}`)).status).toBe(200)
    const { rentIncreaseRequestHeaderId: second, version } = await filled()
    const request = { rentIncreaseRequestHeaderId: second, version, rentEffectiveDate: '2027-02-01' }
    await post('company.writer', 'saveRentIncreaseProgress', { request })
    expect(getFields(await post('company.writer', `Submit/${second}`))).toEqual({
      rentEffectiveDate: [
        expect.stringContaining('changed on 01/01/2027; the next change can take effect on 01/01/2028'),
      ],
    })
  })

  test('CALL-RIN-17 an administrator can revoke the right to file rent increases', async () => {
    expect((await post('agency.write', 'RemoveRiPermissions/1')).status).toBe(403)
    expect((await post('agency.admin', 'RemoveRiPermissions/1')).body).toBe(1)
    expect(
      (await post('company.writer', 'saveRentIncreaseProgress', { request: { propertyId: 1 } })).status,
    ).toBe(403)
    await portal.owner.query(rentFigures.slice(rentFigures.indexOf('insert into permission')))
  })
})

test('if two analysts save the same review, the second is refused, and the input of the first is preserved', async () => {
  const id = await submitted()
  const { version } = (await post('agency.write', `StartReview/${id}`)).body as Detail
  const save = (persona: string, conditions: string) =>
    post(persona, 'SaveWorksheet', { id, version, conditions })
  expect((await save('agency.write', 'First')).status).toBe(200)
  expect((await save('agency.second', 'Second')).status).toBe(409)
  expect((await loadDetail(id)).conditions).toBe('First')
})
