import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type CardView, cardDesk, stageStatements } from '#tests/reportCardStage.ts'

let portal: Portal
const { put, get, readCard, loadOutcome, save, reloadCard, answerAll, addFinding } = cardDesk(() => portal)
let afsId: number

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await stageStatements(portal)
  await portal.owner.query(`insert into management_fee_max (year, effective_date, management_fee_type_id, amount)
      select 2025, '2025-01-01', min(management_fee_type_id), 42 from management_fee_type where basis = 'Occupied unit month';
    insert into permission (user_id, property_id, key, read, write)
      select user_id, p, 'AFS', true, true from app_user, (values (1), (4)) v (p)
      where user_name = 'company.writer' and p = 1 or user_name = 'other.user' and p = 4`)
  const result = await portal.owner.query<{ id: number }>(
    'select afs_id as id from annual_statement where year = 2025',
  )
  afsId = result.rows[0]!.id
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(`delete from afs_report_card; delete from letter; delete from outbox;
    delete from status_history where entity = 'AFS'; update annual_statement set status_id = 2, version = 1, decided = null, reviewed_by_id = null, decided_by_id = null where year = 2025`)
})

const markReviewed = async () =>
  expect((await portal.ask('agency.write', 'POST', '/api/AFS/Review', { id: afsId })).status).toBe(200)
const startReview = () => readCard(put('agency.write', 'StartReview', afsId))
const getMetric = ({ metrics }: CardView, id: string) => metrics.find((metric) => metric.id === id)!
const getFields = (reply: { body: unknown }) => Object.keys((reply.body as { fields: object }).fields)
const loadStatus = async () =>
  (
    await portal.owner.query<{ status: number }>(
      'select status_id as status from annual_statement where afs_id = $1',
      [afsId],
    )
  ).rows[0]!.status

describe('RPC the report card', () => {
  test('CALL-RPC-10, 02: starting the review creates the card with its metrics and the figures of three earlier years', async () => {
    const card = await startReview()
    expect(card.statement).toMatchObject({ statusId: 3, reviewerName: 'Agency Write' })
    expect(getMetric(card, 'RPC-M1')).toMatchObject({ text: '1.43', label: '5' })
    expect(getMetric(card, 'RPC-M2')).toMatchObject({ text: '7.08%', label: '3' })
    expect(getMetric(card, 'RPC-M3')).toMatchObject({ text: '92.53%', level: 'watch' })
    expect(getMetric(card, 'RPC-M8').text).toBe('100.00%')
    expect(getMetric(card, 'RPC-M9')).toMatchObject({ text: '$1,300', level: 'good' })
    expect(getMetric(card, 'RPC-M9').prior.map((item) => [item.year, item.text])).toEqual([
      [2022, '$1,300'],
      [2023, '$1,300'],
      [2024, '$1,300'],
    ])
    expect(card.checklist).toHaveLength(24)
    expect(card.checklist.find((item) => item.id === 'RPC-C16')).toMatchObject({
      answer: 'no',
      from: 'portal',
    })
    // The same person starting it again gets the same card.
    expect((await startReview()).card.afsReportCardId).toBe(card.card.afsReportCardId)
  })

  test('RPC-R1 changing an answer the portal gave requires a comment, and the portal’s answer and the person are stored', async () => {
    const card = await startReview()
    const answers = [{ id: 'RPC-C16', answer: 'yes', comment: null }]
    await save(card, { answers })
    const withoutComment = await reloadCard(card)
    expect(getFields(await portal.ask('agency.write', 'POST', '/api/AFS/Review', { id: afsId }))).toContain(
      'answers.RPC-C16',
    )
    await save(withoutComment, { answers: [{ ...answers[0], comment: 'Paid in January.' }] })
    const reloaded = await reloadCard(card)
    expect(reloaded.checklist.find((item) => item.id === 'RPC-C16')).toMatchObject({
      answer: 'yes',
      from: 'person',
      by: 2,
      portal: { answer: 'no' },
    })
    expect(reloaded.people).toEqual({ 2: 'Agency Write' })
    expect((await save(card, { notes: 'Too late' })).status).toBe(409)
    expect(
      (await save(reloaded, { answers: [{ id: 'RPC-C99', answer: 'yes', comment: null }] })).status,
    ).toBe(400)
  })

  test('CALL-RPC-06: a reviewed card without open findings is accepted, and the letter is sent with it', async () => {
    const card = await answerAll(await startReview())
    await save(card, { letterTexts: { closing: 'Thank you for the early filing.' } })
    expect((await put('agency.write', 'Approve', afsId)).status).toBe(403)
    await addFinding(card, { title: 'Petty cash was not counted', needs: 'Count it.' })
    // It is not reviewed yet, and one person may not decide alone.
    expect((await put('agency.admin', 'Approve', afsId)).status).toBe(403)
    await markReviewed()
    expect(getFields(await put('agency.admin', 'Approve', afsId))).toEqual([
      expect.stringMatching(/^findings\./),
    ])
    const openFinding = (await reloadCard(card)).findings.find((finding) => finding.source === 'person')!
    await portal.ask('agency.write', 'PUT', '/api/AFSReportCardFinding', {
      afsReportCardFindingId: openFinding.afsReportCardFindingId,
      curedOn: '2026-04-20',
      cureNote: 'Counted.',
    })
    expect((await readCard(put('agency.admin', 'Approve', afsId))).statement.statusId).toBe(5)
    const { findings, letters, afsReportCardId } = await loadOutcome('company.writer', afsId)
    expect(afsReportCardId).toBeNull()
    expect(findings.map((finding) => finding.kind)).toEqual(['cure', 'observation', 'observation'])
    expect(letters).toMatchObject([
      { title: expect.stringContaining('Acceptance of annual financial statement') },
    ])
    const result = await portal.owner.query<{ data: { body: string[] } }>('select data from letter')
    expect(result.rows[0]!.data.body).toEqual(
      expect.arrayContaining(['The agency accepts the statement.', 'Thank you for the early filing.']),
    )
    const mails = await portal.owner.query<{ recipients: { email: string }[] }>(
      `select recipients from outbox where event = 'statement.approved'`,
    )
    expect(mails.rows[0]!.recipients.map((recipient) => recipient.email)).toEqual(
      expect.arrayContaining(['financial@one.example', 'partner@grove.example', 'ann@audit.example']),
    )
  })

  test('CALL-RPC-03, 07, 08: a statement closed in non-compliance is cleared by letter once each finding is cured', async () => {
    const card = await answerAll(await startReview())
    await save(card, {
      answers: card.checklist.map(({ id }) => ({
        id,
        answer: id === 'RPC-C16' ? 'no' : 'yes',
        comment: 'Seen.',
      })),
    })
    expect((await loadOutcome('company.writer', afsId)).findings).toEqual([])
    const nonCompliantCard = await readCard(
      put('agency.write', 'CloseInNonCompliance', afsId, { reason: 'Deposits are missing.' }),
    )
    expect(nonCompliantCard.statement).toMatchObject({ statusId: 6, statusLabel: 'Non-Compliant' })
    expect((await get('company.writer', `AFSHasNonCompliance/${afsId}`)).body).toBe(true)
    const outcomeView = await loadOutcome('company.writer', afsId)
    expect(outcomeView.findings[0]).toEqual({
      kind: 'cure',
      title: expect.stringContaining('A deposit to the replacement reserve is delinquent'),
      needs: 'Make the deposit and send proof.',
      cureBy: '2026-05-21',
      curedOn: null,
    })
    expect(outcomeView.letters[0]!.title).toContain('Findings of annual financial statement')
    const clearNonCompliance = (persona: string) =>
      put(persona, 'CloseAFSNonCompliance', afsId, { reason: 'Deposit seen.' })
    expect(getFields(await clearNonCompliance('agency.admin'))).toEqual(['findings.RPC-C16'])
    const openFinding = nonCompliantCard.findings.find((finding) => finding.kind === 'cure')!
    const cured = {
      afsReportCardFindingId: openFinding.afsReportCardFindingId,
      curedOn: '2026-05-02',
      cureNote: 'Statement of account seen.',
    }
    // Only the cure of a sent finding may be changed.
    expect(
      (await portal.ask('agency.write', 'PUT', '/api/AFSReportCardFinding', { ...cured, title: 'Other' }))
        .status,
    ).toBe(409)
    expect((await portal.ask('agency.write', 'PUT', '/api/AFSReportCardFinding', cured)).status).toBe(200)
    // The person who closed the statement in non-compliance may not clear it.
    expect((await clearNonCompliance('agency.write')).status).toBe(403)
    const loadBlockedSteps = async (persona: string) =>
      ((await portal.ask(persona, 'GET', `/api/AFS/GetRequest/${afsId}`)).body as { blockedSteps: object[] })
        .blockedSteps
    expect(await loadBlockedSteps('agency.write')).toEqual([
      {
        label: 'Close the non-compliance',
        message: 'The person who reviewed or refused it may not decide it; a second person does.',
      },
    ])
    expect(await loadBlockedSteps('agency.admin')).toEqual([])
    expect((await readCard(clearNonCompliance('agency.admin'))).statement.statusId).toBe(5)
    expect((await loadOutcome('company.writer', afsId)).letters.map((letter) => letter.title)).toEqual([
      expect.stringContaining('Clearance'),
      expect.stringContaining('Findings'),
    ])
    const mails = await portal.owner.query('select 1 from outbox where event = $1', ['statement.cleared'])
    expect(mails.rowCount).toBe(1)
    // The comment is that of the clearance, and the card no longer calls its year non-compliant.
    const decision = await portal.owner.query(
      `select s.decision_comment, f.figures -> 'coverage' -> -1 ->> 'statusLabel' as label
      from annual_statement s join afs_report_card using (afs_id)
      join afs_report_card_figures f using (afs_report_card_id) where s.afs_id = $1`,
      [afsId],
    )
    expect(decision.rows).toEqual([{ decision_comment: 'Deposit seen.', label: 'Approved' }])
  })

  test('CALL-RPC-09, 11: a reopened card can be edited, and moving to the current checklist preserves its answers', async () => {
    const first = await startReview()
    await portal.owner.query('update afs_report_card set template_version = 1990')
    const oldCard = await answerAll(await reloadCard(first))
    // The checklist before 2024 has 19 questions.
    expect(oldCard.checklist).toHaveLength(19)
    const movedCard = await readCard(
      portal.ask('agency.write', 'POST', '/api/AFSReportCard/Update2024AFSReportCard', {
        afsReportCardId: oldCard.card.afsReportCardId,
      }),
    )
    expect(movedCard.checklist).toHaveLength(24)
    for (const answer of oldCard.checklist) expect(movedCard.checklist).toContainEqual(answer)
    await put('agency.write', 'CloseInNonCompliance', afsId, { reason: 'Books are kept badly.' })
    expect((await save(await reloadCard(movedCard), { notes: 'Late' })).status).toBe(409)
    expect((await put('agency.write', 'Reopen', afsId, { reason: 'New facts' })).status).toBe(403)
    const reopenedCard = await readCard(put('agency.admin', 'Reopen', afsId, { reason: 'New facts' }))
    expect([reopenedCard.statement.statusId, reopenedCard.open]).toEqual([3, true])
    expect((await loadOutcome('company.writer', afsId)).findings).toEqual([])
  })

  test('returning a statement archives its card read-only, and the next review creates a new one', async () => {
    const card = await startReview()
    await save(card, { notes: 'Ask for the lease.' })
    const returnReply = await portal.ask('agency.write', 'POST', `/api/AFS/UnSubmit/${afsId}`, {
      reason: 'Wrong year',
    })
    expect([returnReply.status, await loadStatus()]).toEqual([200, 1])
    const archived = await reloadCard(card)
    expect([archived.open, archived.mayCure, archived.card.notes]).toEqual([
      false,
      false,
      'Ask for the lease.',
    ])
    expect((await save(archived, { notes: 'More' })).status).toBe(409)
    await portal.owner.query('update annual_statement set status_id = 2 where afs_id = $1', [afsId])
    const next = await startReview()
    expect(next.card.afsReportCardId).not.toBe(card.card.afsReportCardId)
    expect((await loadOutcome('agency.read', afsId)).archived).toMatchObject([
      { afsReportCardId: card.card.afsReportCardId },
    ])
  })

  test('CALL-RPC-05, 12: custom income changes the debt coverage of the year on the card and in its history', async () => {
    const card = await startReview()
    const row = {
      afsReportCardId: card.card.afsReportCardId,
      description: 'Insurance gain',
      amount: -30_000,
      include: true,
    }
    expect((await portal.ask('agency.write', 'POST', '/api/AFSReportCardCustomIncome', row)).status).toBe(200)
    expect(getMetric(await reloadCard(card), 'RPC-M1').text).toBe('1.03')
    const rows = await portal.ask(
      'agency.read',
      'GET',
      `/api/AFSReportCardCustomIncome/GetByReportCardId/${row.afsReportCardId}`,
    )
    expect(rows.body).toMatchObject([{ description: 'Insurance gain', amount: -30_000 }])
    const history = (await get('agency.read', 'GetAFSDCRHistory/1')).body as { year: number; text: string }[]
    expect(history.map((item) => [item.year, item.text])).toEqual([
      [2022, 'principal unknown'],
      [2023, '1.43'],
      [2024, '1.43'],
      [2025, '1.03'],
    ])
    const decided = (await get('company.writer', 'GetAFSDCRHistory/1')).body as { year: number }[]
    expect(decided.map((item) => item.year)).toEqual([2022, 2023, 2024])
  })

  test('CALL-RPC-04, domain 8.7: budget and audit are compared with explanations', async () => {
    await portal.owner.query(`with b as (insert into budget (property_id, budget_year, status_id, submitted) values (1, 2025, 5, now()) returning budget_id)
      insert into budget_line (budget_id, property_id, code, position, proposed, approved)
        select budget_id, 1, code, code::integer, 1, amount from b, (values ('5120', 381600), ('6452', 14000)) l (code, amount)`)
    const card = await startReview()
    await save(card, { explanations: { 6452: 'Cold winter.' } })
    const compared = (await get('agency.write', `vm/GetBudgetVsAuditAmounts/${afsId}`)).body as {
      lines: { code: string; variance: number; percent: number | null }[]
    }
    expect(compared).toMatchObject({ open: true, budget: { statusLabel: 'Approved' }, units: 48 })
    expect(compared.lines.find((line) => line.code === '6452')).toMatchObject({
      budget: 14_000,
      actual: 16_240,
      variance: 2_240,
      percent: 16,
      favorable: false,
      flagged: true,
      explanation: 'Cold winter.',
    })
    expect(compared.lines.find((line) => line.code === '6310')).toMatchObject({
      percent: null,
      flagged: true,
    })
  })

  test('a company sees the outcome but never the card', async () => {
    const { card } = await startReview()
    for (const tail of [
      `vm/${card.afsReportCardId}?of=card`,
      String(card.afsReportCardId),
      `vm/GetBudgetVsAuditAmounts/${afsId}`,
    ])
      expect([tail, (await get('company.admin', tail)).status]).toEqual([tail, 403])
    expect((await get('other.user', `GetByAFSId/${afsId}`)).status).toBe(404)
    expect(await loadOutcome('company.admin', afsId)).toMatchObject({
      statusLabel: 'Under Review',
      afsReportCardId: null,
      archived: [],
    })
  })
})
