import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type CardView, cardDesk, stageStatements } from '#tests/reportCardStage.ts'

import { recentSnapshots, snapshotNight } from './night.ts'

let portal: Portal
const { put, get, readCard, loadOutcome, save, reloadCard, answerAll, addFinding } = cardDesk(() => portal)
let afsId: number

beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await stageStatements(portal)
  await portal.owner.query(`create temp table staged as select afs_id, code, amount from annual_statement_line; insert into permission (user_id, property_id, key, read, write)
    select user_id, 1, 'AFS', true, true from app_user where user_name = 'company.writer'`)
  const result = await portal.owner.query<{ id: number }>(
    'select afs_id as id from annual_statement where year = 2025',
  )
  afsId = result.rows[0]!.id
})
afterAll(() => portal.close())
/** Restores the statements as they were set up: submitted and without a card. */
const resetStatements = () =>
  portal.owner.query(`delete from afs_report_card; delete from letter; delete from outbox; delete from status_history where entity = 'AFS';
    update annual_statement_line l set amount = s.amount from staged s where s.afs_id = l.afs_id and s.code = l.code;
    update annual_statement set status_id = 2, version = 1, decided = null, reviewed_by_id = null, decided_by_id = null, reviewer_id = null where year = 2025`)
beforeEach(resetStatements)

/** Returns the content of a card without its status. */
const pickContents = ({
  metrics,
  checklist,
  findings,
  custom,
  letter,
  prior,
  coverage,
  compared,
}: CardView & Comparison) => ({
  metrics,
  checklist,
  findings,
  custom,
  letter,
  prior,
  coverage,
  compared,
})
const reloadComparedCard = async ({ card }: CardView) =>
  withComparison(await readCard(get('agency.write', `vm/${card.afsReportCardId}?of=card`)))
/** Adds the comparison with the budget to a card. */
async function withComparison(card: CardView): Promise<CardView & Comparison> {
  const { afsReportCardId } = card.card
  const reply = await get(
    'agency.write',
    `vm/GetBudgetVsAuditAmounts/${afsId}?reportCardId=${afsReportCardId}`,
  )
  const { version: _, open: __, ...compared } = reply.body as Comparison & { version: number; open: boolean }
  return { ...card, compared }
}
type Comparison = { compared: object }

/** Answers everything and accepts the card, with nothing to cure. */
async function acceptCard(): Promise<CardView & Comparison> {
  const card = await answerAll(await readCard(put('agency.write', 'StartReview', afsId)))
  await portal.ask('agency.write', 'POST', '/api/AFSReportCardCustomIncome', {
    afsReportCardId: card.card.afsReportCardId,
    description: 'Insurance gain',
    amount: -1_000,
    include: true,
  })
  await portal.ask('agency.write', 'POST', '/api/AFS/Review', { id: afsId })
  return withComparison(await readCard(put('agency.admin', 'Approve', afsId)))
}

/** Later changes of data that a card is computed from: figures of any year, a setting, the budget. */
const anyChange = fc.record({
  year: fc.constantFrom(2022, 2023, 2024, 2025),
  code: fc.constantFrom('5120', '5220', '6310', '6452', '6820', '1320', '1191', '2110'),
  amount: fc.integer({ min: 1, max: 900_000 }),
})
const applyChange = ({ year, code, amount }: { year: number; code: string; amount: number }) =>
  portal.owner.query(
    `with line as (update annual_statement_line l set amount = $3 from annual_statement a where a.afs_id = l.afs_id and a.year = $1 and l.code = $2),
    limits as (insert into setting (key, value, effective_from) values ('report_card_variance_dollars', to_jsonb($3::integer), '2026-01-01')
      on conflict (key, effective_from) do update set value = excluded.value),
    budget as (insert into budget (property_id, budget_year, status_id, submitted) values (1, 2025, 2, now())
      on conflict (property_id, budget_year) do update set version = budget.version + 1 returning budget_id, property_id)
    insert into budget_line (budget_id, property_id, code, position, proposed) select budget_id, property_id, $2::text, 1, $3 from budget
      on conflict (budget_id, code) do update set proposed = excluded.proposed`,
    [year, code, amount],
  )

describe('the stored figures of a decided card', () => {
  test('for any later changes an accepted card shows its original figures, and so does its archive after reopening', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyChange, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (changes, isReturned) => {
          await resetStatements()
          const before = await acceptCard()
          expect(before.metrics.find((metric) => metric.id === 'RPC-M1')!.text).not.toBe('')
          expect([before.coverage?.length, before.coverage?.at(-1)?.statusLabel]).toEqual([4, 'Approved'])
          for (const anyChange of changes) await applyChange(anyChange)
          expect(pickContents(await reloadComparedCard(before))).toEqual(pickContents(before))
          await put('agency.admin', 'Reopen', afsId, { reason: 'New facts' })
          expect(pickContents(await reloadComparedCard(before))).toEqual(pickContents(before))
          if (isReturned)
            await portal.ask('agency.write', 'POST', `/api/AFS/UnSubmit/${afsId}`, { reason: 'Correct it' })
          for (const anyChange of changes) await applyChange({ ...anyChange, amount: anyChange.amount + 7 })
          const snapshot = await reloadComparedCard(before)
          expect(pickContents(snapshot)).toEqual(pickContents(before))
          expect(snapshot.statement.statusLabel).toBe('Approved')
        },
      ),
      { numRuns: 4 },
    )
  })

  test('the nightly job stores decided cards without a snapshot once, a limited number per run', async () => {
    const before = await acceptCard()
    await portal.owner.query('delete from afs_report_card_figures')
    await applyChange({ year: 2025, code: '5120', amount: 300_000 })
    const live = await reloadComparedCard(before)
    expect([live.metrics, live.coverage]).not.toEqual([before.metrics, before.coverage])
    // Cards of earlier years too, more than one run of the job stores.
    await portal.owner.query(`with filed as (insert into annual_statement (property_id, year, period_start, period_end, status_id, submitted, decided)
        select 1, y, make_date(y, 1, 1), make_date(y, 12, 31), 5, now(), now() from generate_series(2000, 2020) y returning *)
      insert into afs_report_card (afs_id, property_id, year, template_version) select afs_id, property_id, year, 1990 from filed`)
    const countSnapshots = async () => {
      const { rows } = await portal.owner.query<{ count: number }>(
        'select count(*)::integer as count from afs_report_card_figures',
      )
      return rows[0]!.count
    }
    await runDue(portal.pool, portal.services, recentSnapshots)
    expect(await countSnapshots()).toBe(1)
    expect((await reloadComparedCard(before)).metrics).toEqual(live.metrics)
    await runDue(portal.pool, portal.services, snapshotNight)
    expect(await countSnapshots()).toBe(22)
    const night = await reloadComparedCard(before)
    expect(night.metrics).toEqual(live.metrics)
    expect(night.coverage?.length).toBe(25)
    await applyChange({ year: 2025, code: '6310', amount: 1 })
    portal.setNow(new Date('2026-04-22T15:00:00Z'))
    await runDue(portal.pool, portal.services, snapshotNight)
    expect(pickContents(await reloadComparedCard(before))).toEqual(pickContents(night))
    portal.setNow(new Date('2026-04-21T15:00:00Z'))
    await portal.owner.query('delete from annual_statement where year < 2021')
  })

  test('CALL-RPC-09: reopening creates a card with everything people wrote, computed again', async () => {
    const before = await acceptCard()
    await applyChange({ year: 2025, code: '5120', amount: 300_000 })
    const next = await readCard(put('agency.admin', 'Reopen', afsId, { reason: 'New facts' }))
    expect(next.card.afsReportCardId).not.toBe(before.card.afsReportCardId)
    expect([next.open, next.card.answers, next.custom.length]).toEqual([true, before.card.answers, 1])
    expect(next.metrics).not.toEqual(before.metrics)
    expect((await save(before, { notes: 'More' })).status).toBe(409)
    expect((await loadOutcome('agency.read', afsId)).archived).toMatchObject([
      { afsReportCardId: before.card.afsReportCardId, statusLabel: 'Approved' },
    ])
  })

  test('text can be added to the clearance letter while findings are cured, and the auditor is mailed at any address', async () => {
    await portal.owner.query(
      `update annual_statement set audit_firm = 'Demo Audit CPAs <office@audit.example>', audit_contact = 'Ann Lee' where afs_id = $1`,
      [afsId],
    )
    const card = await answerAll(await readCard(put('agency.write', 'StartReview', afsId)))
    await addFinding(card, { title: 'Petty cash was not counted', needs: 'Count it.' })
    await save(await reloadCard(card), { letterTexts: { closing: 'Call us.' } })
    const closedCard = await readCard(
      put('agency.write', 'CloseInNonCompliance', afsId, { reason: 'See the finding.' }),
    )
    expect(closedCard.letter.kind).toBe('clearance')
    expect(closedCard.letter.paragraphs.every((paragraph) => paragraph.hand === null)).toBe(true)
    expect((await save(closedCard, { notes: 'Late' })).status).toBe(409)
    const texts = { ...closedCard.card.letterTexts, cleared: 'Thank you for the quick cure.' }
    expect((await save(closedCard, { letterTexts: texts })).status).toBe(200)
    const finding = closedCard.findings.find((finding) => finding.kind === 'cure')!
    const { afsReportCardFindingId } = finding
    await portal.ask('agency.write', 'PUT', '/api/AFSReportCardFinding', {
      afsReportCardFindingId,
      curedOn: '2026-04-21',
    })
    await put('agency.admin', 'CloseAFSNonCompliance', afsId, { reason: 'Counted.' })
    const letters = await portal.owner.query<{ data: { body: string[] } }>(
      `select data from letter where kind = 'clearance'`,
    )
    expect(letters.rows[0]!.data.body).toContain('Thank you for the quick cure.')
    expect(letters.rows[0]!.data.body).not.toContain('Call us.')
    const mails = await portal.owner.query<{ to: string[] }>(
      `select array(select jsonb_array_elements(recipients) ->> 'email') as to from outbox where event in ('statement.denied', 'statement.cleared')`,
    )
    expect(mails.rows.map((row) => row.to.includes('office@audit.example'))).toEqual([true, true])
  })
})
