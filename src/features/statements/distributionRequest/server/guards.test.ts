import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MARKED_BY_HAND } from '#core/portfolio/properties/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { content, distributionDesk, distributionStage } from '#tests/distributionDesk.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { clearStatements, insertMapleGroveRights, insertStatement } from '#tests/surplusFiling.ts'
import { describeUnmetGuards } from '../model/guards.ts'

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

describe('guards that the portal answers itself', () => {
  test('DSR-G12 to G15: the portal itself answers guards about other statements, findings, overdue statements and open requests, with proof and path', async () => {
    const afsId = await reviewedStatement()
    const older = await insertStatement(portal.owner, { year: 2023, statusId: 6 })
    await portal.owner.query(
      `with card as (insert into afs_report_card (afs_id, property_id, year, template_version, inspection_score) values ($1, 1, 2023, 1990, 55) returning *)
      insert into afs_report_card_finding (afs_report_card_id, afs_id, property_id, origin, kind, sent_title, sent_on)
        select afs_report_card_id, afs_id, 1, o, 'cure', 'Late', '2024-05-01' from card, (values ('RPC-C1'), ('RPC-C2')) v (o)`,
      [older],
    )
    await portal.owner.query(
      `insert into distribution_request (property_id, afs_id, year, status_id, submitted) values (1, $1, 2023, 2, now())`,
      [older],
    )
    await portal.owner.query(`with s as (insert into task_schedule (property_id, task_type_id, frequency, start_year) values (1, ${TaskType.AFS}, 2, 2024) returning *)
      insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      select 1, task_schedule_id, task_type_id, '2024-01-01', '2024-12-31', '2025-01-01', '2025-03-31', '2025-03-31' from s`)
    const draft = await fileRequest(afsId, 10_000)
    const { guards } = await readReply(
      ask('agency.write', 'GET', `GetRequest/${draft.distributionRequestId}`),
    )
    const labels = describeUnmetGuards(guards, 'The owner pays it back.')
    expect(labels).toHaveLength(guards.filter(({ passes }) => passes === false).length)
    expect(labels.find((line) => line.includes('No annual statement is overdue'))).toBe(
      'Not met: No annual statement is overdue. 2024, due 03/31/2025. Waived: The owner pays it back.',
    )
    const guardsById = Object.fromEntries(guards.map(({ id, ...one }) => [id, one]))
    expect(guardsById).toMatchObject({
      'DSR-G12': { passes: false, proof: '2023.', field: null, to: '/afs/list/single/1' },
      'DSR-G13': { passes: false, proof: '2023: 2 findings to cure.', to: `/afs/review/reportcard/${older}` },
      'DSR-G14': { passes: false, proof: '2024, due 03/31/2025.', to: '/afs/view/2024/1' },
      'DSR-G15': { passes: false, proof: expect.stringContaining('on the statement of 2023'), field: null },
      'DSR-G8': { passes: null, field: 'freeOfNonCompliance' },
    })
    await portal.owner.query('delete from task_schedule where property_id = 1')
  })

  test('DSR-G16: active loans are listed, and the guard is unmet until the year is booked', async () => {
    const afsId = await reviewedStatement()
    await portal.owner.query(
      `insert into loan (loan_id, property_id, name, lender, loan_type, original_amount, start_date, amortization_months, status, paid_off_date) overriding system value values
        (901, 1, 'First mortgage', 'Test Bank', 'Other', 1850000, '2008-01-01', 420, 'Active', null),
        (902, 1, 'Old note', 'Test Bank', 'Other', 100000, '2008-01-01', 420, 'Paid off', '2020-01-01')`,
    )
    const draft = await fileRequest(afsId, 10_000)
    const loadGuard = async () => {
      const { guards } = await readReply(
        ask('agency.write', 'GET', `GetRequest/${draft.distributionRequestId}`),
      )
      return guards.find(({ id }) => id === 'DSR-G16')
    }
    expect(await loadGuard()).toMatchObject({ passes: false, waivable: true, to: '/EditProject/1?tab=Loans' })
    expect((await loadGuard())?.proof).toContain('First mortgage, Test Bank, $1,850,000.00 left')
    expect((await loadGuard())?.proof).not.toContain('Old note')
    await portal.owner.query(
      `insert into loan_year (property_id, loan_id, year, principal_paid, ending_balance, source)
        values (1, 901, $1, 50000, 1800000, 'Upload')`,
      [draft.year],
    )
    expect(await loadGuard()).toMatchObject({
      passes: true,
      proof: 'First mortgage, Test Bank, $1,800,000.00 left.',
    })
    await portal.owner.query('delete from loan_year where loan_id = 901')
    await portal.owner.query('delete from loan where loan_id in (901, 902)')
  })

  test('DSR-G9, DSR-G10: an open inspection finding or a watch list entry makes the guard unmet without the reviewer', async () => {
    const { distributionRequestId } = await fileRequest(await reviewedStatement(), 10_000)
    const loadGuards = async (persona = 'agency.write') => {
      const { guards } = await readReply(ask(persona, 'GET', `GetRequest/${distributionRequestId}`))
      return Object.fromEntries(guards.map(({ id, ...rest }) => [id, rest]))
    }
    expect(await loadGuards()).toMatchObject({
      'DSR-G9': {
        passes: null,
        field: 'freeOfDeficiencies',
        proof: 'No reported finding is open.',
        to: '/inspection/list/1',
      },
      'DSR-G10': {
        passes: null,
        field: 'offWatchList',
        proof: 'No current entry for its finances.',
      },
    })
    expect(await loadGuards('company.writer')).toMatchObject({
      'DSR-G9': {
        passes: null,
        proof: 'No inspection shown to you has an open finding. The agency’s reviewer answers this.',
      },
      'DSR-G10': { passes: null, proof: 'The agency’s reviewer answers this.' },
    })
    await portal.owner.query(`with made as (insert into compliance_inspection (compliance_inspection_id, property_id, status_id, visited_on, reported_on)
        overriding system value values (900, 1, 4, '2026-04-01', '2026-04-10') returning compliance_inspection_id)
      insert into inspection_finding (compliance_inspection_id, property_id, number, severity, description, found_on)
        select compliance_inspection_id, 1, 1, 3, 'Ceiling stained', '2026-04-01' from made;
      insert into watch_list (watch_list_id, property_id, year, month, watch_list_type_id, watch_list_weakness_type_id, entry_date)
        overriding system value values (900, 1, 2026, 5, 1, 2, '2026-05-02')`)
    expect(await loadGuards()).toMatchObject({
      'DSR-G9': {
        passes: false,
        field: null,
        proof: 'IN-900: 1 finding not closed',
        to: '/inspection/view/edit/900',
      },
      'DSR-G10': {
        passes: false,
        field: null,
        proof: 'Watch list of 05/2026: Cash flow',
        to: '/WatchList/900',
      },
    })
    await portal.owner.query('delete from compliance_inspection; delete from watch_list')
  })

  test('DSR-G8: a property marked non-compliant by hand fails the guard', async () => {
    const { distributionRequestId } = await fileRequest(await reviewedStatement(), 10_000)
    await portal.owner.query('update property set non_compliant = true where property_id = 1')
    const { guards } = await readReply(ask('agency.write', 'GET', `GetRequest/${distributionRequestId}`))
    expect(guards.find(({ id }) => id === 'DSR-G8')).toMatchObject({
      passes: false,
      field: null,
      to: '/EditProject/1',
      proof: MARKED_BY_HAND,
    })
    await portal.owner.query('update property set non_compliant = false where property_id = 1')
  })

  test('DSR-7, DSR-G11: a semi-annual request is filed once per half-year, and a low report card score fails its guard', async () => {
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('distribution_interim', 'true', '2026-01-01')`,
    )
    const afsId = await reviewedStatement()
    await portal.owner.query(
      `insert into afs_report_card (afs_id, property_id, year, template_version, inspection_score) values ($1, 1, 2025, 2024, 75)`,
      [afsId],
    )
    const submitSemiAnnual = async (amountRequested: number, more: object = {}) => {
      const { distributionRequestId, version } = await fileRequest(afsId, amountRequested)
      const request = {
        distributionRequestId,
        version,
        ...content,
        amountRequested,
        periodType: 'Semi-annual',
        ...more,
      }
      return ask('company.writer', 'POST', 'SaveAndSubmit', { request })
    }
    const early = {
      interimDate: '2026-06-30',
      interimLines: [{ lineCode: 'A1', amount: 30_000, description: null }],
    }
    expect(await refusal(submitSemiAnnual(10_000, early))).toContain(
      'The books of 06/30/2026 are not closed yet.',
    )
    const first = await readReply(submitSemiAnnual(10_000))
    const reloaded = await readReply(ask('agency.write', 'GET', `GetRequest/${first.distributionRequestId}`))
    expect(reloaded.guards.find((loadGuard) => loadGuard.id === 'DSR-G11')).toMatchObject({
      passes: false,
      field: null,
      to: `/afs/review/reportcard/${afsId}`,
      proof: expect.stringContaining('Inspection scores 75 (2025)'),
    })
    await portal.owner.query('update distribution_request set status_id = 5, approved_amount = 10000')
    expect(await refusal(submitSemiAnnual(5_000))).toContain(
      `${first.requestNumber} is the request as of 12/31/2025. The next one may be asked for as of 06/30/2026, from 07/01/2026.`,
    )
    portal.setNow(new Date('2026-07-01T15:00:00Z'))
    expect(await refusal(submitSemiAnnual(5_000))).toContain(
      `${first.requestNumber} is the request as of 12/31/2025.`,
    )
    const second = await readReply(submitSemiAnnual(5_000, early))
    expect(second.statusId).toBe(2)
    await portal.owner.query('update distribution_request set status_id = 5')
    expect(await refusal(submitSemiAnnual(5_000, early))).toContain(
      `${second.requestNumber} is the request as of 06/30/2026. Request the next one on the statement of 2026.`,
    )
    portal.setNow(new Date('2026-05-04T15:00:00Z'))
    await portal.owner.query(`delete from setting where key = 'distribution_interim'`)
  })

  test('DSR-G11: the scores are those of inspections of three years, and one too low links to its place', async () => {
    const { distributionRequestId } = await fileRequest(await reviewedStatement(), 10_000)
    await portal.owner.query(
      `update distribution_request set period_type = 'Semi-annual' where distribution_request_id = $1`,
      [distributionRequestId],
    )
    const loadGuard = async () =>
      (await readReply(ask('agency.write', 'GET', `GetRequest/${distributionRequestId}`))).guards.find(
        ({ id }) => id === 'DSR-G11',
      )
    const addInspection = (day: string, score: number) =>
      portal.owner.query(
        `insert into property_inspection (property_id, source, inspection_date, score) values (1, 'Test', $1, $2)`,
        [day, score],
      )
    await addInspection('2022-04-01', 40)
    expect(await loadGuard()).toMatchObject({
      passes: null,
      proof: 'No score in three years.',
    })
    await addInspection('2024-10-01', 61)
    await addInspection('2026-02-10', 79)
    expect(await loadGuard()).toMatchObject({
      passes: false,
      field: null,
      to: '/EditProject/1?tab=Inspections',
      proof: expect.stringContaining('Inspection scores 79 (2026), 61 (2024)'),
    })
    await portal.owner.query('update property_inspection set score = 80 where score = 79')
    expect(await loadGuard()).toMatchObject({ passes: null, field: 'meetsInterimRule' })
    await portal.owner.query('delete from property_inspection')
  })

  test("a new request has the available amount, and the purpose and payee of the property's last request", async () => {
    const afsId = await reviewedStatement()
    const first = await readReply(ask('company.writer', 'GET', `CreateByAfsId/${afsId}`))
    expect([first.amountRequested, first.payee]).toEqual([39_670, null])
    const { distributionRequestId: id } = await reviewed(afsId, 30_000, 25_000)
    await readReply(approve(id))
    expect(await readReply(ask('company.writer', 'GET', `CreateByAfsId/${afsId}`))).toMatchObject({
      amountRequested: 14_670,
      payee: content.payee,
      purpose: content.purpose,
    })
  })
  test('a request for a property begins on its newest statement, or the refusal says why not', async () => {
    const loadOffer = async () => {
      const { body } = await portal.ask('company.writer', 'GET', '/api/Property/GetOffersOfKind/distribution')
      return (body as { propertyId: number }[]).find(({ propertyId }) => propertyId === 1)
    }
    expect(await loadOffer()).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('No annual statement of this property was submitted yet'),
      way: { to: '/afs/list/single/1' },
    })
    await insertStatement(portal.owner, { year: 2023, statusId: 5 })
    const afsId = await reviewedStatement()
    expect(await loadOffer()).toMatchObject({ allowed: true })
    const created = await readReply(
      ask('company.writer', 'POST', 'SaveProgress', { request: { propertyId: 1 } }),
    )
    expect([created.afsId, created.year, created.amountRequested]).toEqual([afsId, 2025, 39_670])
    expect(await loadOffer()).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('is still open'),
      way: { to: `/DistributionRequest/view/${created.distributionRequestId}` },
    })
  })
})
