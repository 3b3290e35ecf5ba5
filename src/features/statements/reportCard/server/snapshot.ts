import { sql } from 'kysely'
import type { StatementRow } from '#features/statements/annualStatement/model/index.ts'
import { statements } from '#features/statements/annualStatement/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Comparison } from '../model/comparison.ts'
import type { CardView } from '../model/view.ts'
import { buildCardAnswer, type CardRow, computeCard, ensureCard, loadCurrentCardData } from './cards.ts'
import { comparisonSql, loadReportCardComparison } from './comparison.ts'

/** The snapshot of a card: its figures once it is decided, and all its content once it is archived. */
export type Snapshot = Pick<CardView, 'metrics' | 'checklist' | 'prior'> &
  Partial<Comparison> &
  Partial<
    Pick<CardView, 'findings' | 'custom' | 'letter'> & Pick<CardView['statement'], 'statusId' | 'statusLabel'>
  >

const storeSnapshot = ({ afsReportCardId, propertyId }: CardRow, snapshot: Snapshot) => sql`
  insert into afs_report_card_figures (afs_report_card_id, property_id, figures)
  values (${afsReportCardId}, ${propertyId}, ${JSON.stringify(snapshot)}::jsonb)
  on conflict (afs_report_card_id) do update set figures = excluded.figures`

/**
 * Stores the figures that a decision was based on, with their comparisons, so that no later statement,
 * budget, median or threshold changes them.
 */
export async function storeFigures(
  context: AnyContext,
  { card, metrics, checklist, prior }: CardView,
): Promise<void> {
  await storeSnapshot(card, {
    metrics,
    checklist,
    prior,
    ...(await loadReportCardComparison(context, card)),
  }).execute(context.db)
}

/** Stores the new status of a statement in the debt coverage of its decided card; the figures remain. */
export async function relabelCoverage(
  { db }: AnyContext,
  { afsReportCardId, afsId }: CardRow,
  statusLabel: string,
): Promise<void> {
  await sql`update afs_report_card_figures set figures = jsonb_set(figures, '{coverage}',
      (select jsonb_agg(case when (line ->> 'afsId')::integer = ${afsId}
        then line || jsonb_build_object('statusLabel', ${statusLabel}::text) else line end order by place)
      from jsonb_array_elements(figures -> 'coverage') with ordinality as lines (line, place)))
    where afs_report_card_id = ${afsReportCardId}
      and jsonb_array_length(figures -> 'coverage') > 0`.execute(db)
}

/**
 * Archives the card of a statement as it was shown in its earlier status `from`. It can only be read from
 * then on. Returns its id, or null without a card.
 */
export async function archiveCard(
  context: AnyContext,
  row: StatementRow,
  from: number,
): Promise<number | null> {
  const cardRecord = await loadCurrentCardData(context, row, comparisonSql(context, row))
  if (!cardRecord) return null
  const { card, of: cardData } = cardRecord
  const cardAnswer = await buildCardAnswer(context, cardRecord, row, { from }, async () =>
    computeCard(context, card, { detail: await statements.detail(context, row.afsId), of: cardData }),
  )
  const { coverage, compared } = cardData.snapshot?.coverage
    ? cardData.snapshot
    : await loadReportCardComparison(context, card, cardData.comparison)
  await sql`with snapshot as (${storeSnapshot(card, { ...cardAnswer, coverage, compared })}),
    unsent as (update afs_report_card_finding set sent_on = null
      where afs_report_card_id = ${card.afsReportCardId} and sent_on is not null)
    update afs_report_card set archived_at = ${context.services.now().toISOString()}, version = version + 1
    where afs_report_card_id = ${card.afsReportCardId}`.execute(context.db)
  return card.afsReportCardId
}

/**
 * Reopens the card of a statement whose review begins again: archives the decided card, and creates a new
 * one with all that people wrote, including findings and custom income.
 */
export async function reopenCard(context: AnyContext, row: StatementRow, from: number): Promise<void> {
  const archived = await archiveCard(context, row, from)
  if (archived === null) return ensureCard(context, row)
  await sql`with next as (insert into afs_report_card (afs_id, property_id, year, template_version,
    inspection_score, answers, explanations, letter_texts, notes)
      select afs_id, property_id, year, template_version, inspection_score, answers, explanations,
      letter_texts, notes
      from afs_report_card where afs_report_card_id = ${archived} returning afs_report_card_id as id),
    income as (update afs_report_card_custom_income i set afs_report_card_id = next.id from next
    where i.afs_report_card_id = ${archived})
    update afs_report_card_finding f set afs_report_card_id = next.id from next
    where f.afs_report_card_id = ${archived}`.execute(context.db)
}
