import { sql } from 'kysely'
import {
  statements as declared,
  type StatementRow,
} from '#features/statements/annualStatement/model/index.ts'
import { statements } from '#features/statements/annualStatement/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import { addingNames } from '#kernel/model/documented.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { readRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { currentTemplate } from '../model/checklist.ts'
import { AFSReportCard } from '../model/entities.ts'
import {
  isInReview,
  loadCardView,
  loadCardWithSnapshot,
  loadCurrentCard,
  loadCurrentCardData,
  loadReportCardView,
  lockEditableCard,
} from './cards.ts'
import { loadComparison, loadCoverage } from './comparison.ts'
import { genericCalls } from './writing.ts'

export { cardFiguresSql } from './cardFigures.ts'
export { inspectionScoresBy } from './inspectionScore.ts'
export { weightsSql, yearlySql } from './yearly.ts'

/**
 * Returns the card and the statement that a number identifies: the id of a card or of a statement. Refuses
 * if the number is the id of a card and of another statement and the call does not say which.
 */
async function findCardOrStatement({ db }: AnyContext, id: number, kind: 'card' | 'statement' | undefined) {
  const { rows } = await sql<{ card: number | null; statement: number }>`
    select afs_report_card_id as card, afs_id as statement from afs_report_card
    where afs_report_card_id = ${id}
    union all select null, afs_id from annual_statement where afs_id = ${id}`.execute(db)
  const card = rows.find((row) => row.card !== null)
  const statement = rows.find((row) => row.card === null)
  const isAnother = statement !== undefined && statement.statement !== card?.statement
  if (card && isAnother && !kind)
    refuse.conflict(
      `${id} is the number of a report card (of ${declared.numberOf(card.statement)}) and of another statement (${declared.numberOf(id)}). Say which by “?of=card” or “?of=statement”.`,
    )
  if (card && kind !== 'statement' && (!isAnother || kind === 'card')) return card
  if (statement && kind !== 'card') return statement
  return refuse.notFound('This report card')
}

const addDocumentedNames = addingNames(AFSReportCard.row)

type NumberContext = AnyContext & { params: { id: number }; query: { of?: 'card' | 'statement' | undefined } }

/**
 * Returns the id of the card that a call identifies by its own or its statement's id; 0 if there is none.
 */
async function readCardId(context: NumberContext): Promise<number> {
  const { card, statement } = await findCardOrStatement(context, context.params.id, context.query.of)
  return card ?? (await loadCurrentCard(context, statement))?.afsReportCardId ?? 0
}

type StatementLine = Pick<StatementRow, 'propertyId' | 'year' | 'statusId'> & { subject: string | null }
/** An outcome without the label of its status and the request number. */
type OutcomeRow = Omit<Answer<typeof calls.getByAfsId>, 'statusLabel' | 'requestNumber' | 'nonCompliant'> & {
  submitted: string | null
}

/**
 * Loads the outcome of a matching statement `a`. Runs one SQL statement; the database leaves out data that
 * the caller may not see.
 */
async function loadOutcome({ db }: AnyContext, condition: ReturnType<typeof sql>) {
  const result = await sql<OutcomeRow>`
    select a.afs_id, a.property_id, a.year, a.status_id, a.submitted,
    kernel.filed_property_name(a.property_id) as subject,
      (select k.afs_report_card_id from afs_report_card k where k.afs_id = a.afs_id
      and k.archived_at is null) as afs_report_card_id,
      (select coalesce(jsonb_agg(jsonb_build_object('afsReportCardId', k.afs_report_card_id, 'archivedAt',
      k.archived_at, 'statusLabel', g.figures ->> 'statusLabel') order by k.archived_at desc), '[]')
        from afs_report_card k left join afs_report_card_figures g using (afs_report_card_id)
        where k.afs_id = a.afs_id and k.archived_at is not null) as archived,
      (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'title', f.sent_title, 'needs',
      coalesce(f.sent_needs, ''), 'cureBy', f.cure_by,
          'curedOn', f.cured_on) order by f.kind, f.afs_report_card_finding_id), '[]')
        from afs_report_card_finding f where f.afs_id = a.afs_id and ${statusIs.decided('a')}
        and f.sent_on is not null and f.dropped_reason is null
          and f.sent_title is not null) as findings,
      (select coalesce(jsonb_agg(jsonb_build_object('letterId', l.letter_id, 'title', l.title, 'createdAt',
      l.created_at) order by l.letter_id desc), '[]')
        from letter l where l.entity = ${declared.flow.entity} and l.row_id = a.afs_id) as letters
    from annual_statement a where ${condition}`.execute(db)
  const { submitted, ...outcome } = result.rows[0] ?? refuse.notFound('This statement')
  return {
    ...outcome,
    statusLabel: declared.labelOf(outcome.statusId, submitted),
    requestNumber: declared.numberOf(outcome.afsId),
    nonCompliant: outcome.statusId === RequestStatus.REJECTED,
  }
}

const readCalls: Served[] = [
  serve(calls.getByAfsId, (context) => loadOutcome(context, sql`a.afs_id = ${context.params.afsId}`)),

  serve(calls.getByPropertyAndYear, (context) => {
    const { propertyId, year } = context.params
    return loadOutcome(context, sql`a.property_id = ${propertyId} and a.year = ${year}`)
  }),

  serve(calls.getRecord, async (context) =>
    addDocumentedNames(
      (await readRow(context, AFSReportCard, await readCardId(context))) as Row<typeof AFSReportCard>,
    ),
  ),

  serve(calls.getCard, async (context) => loadCardView(context, await readCardId(context))),

  serve(calls.hasNonCompliance, async (context) => {
    const { nonCompliant } = await loadOutcome(context, sql`a.afs_id = ${context.params.afsId}`)
    return nonCompliant
  }),

  serve(calls.getBudgetVsAudit, async (context) => {
    const { afsId } = context.params
    const [statementLine] = await statements.lines(context, sql`r.afs_id = ${afsId}`, sql`limit 1`)
    const { propertyId, year, statusId, subject } =
      (statementLine as StatementLine | undefined) ?? refuse.notFound('This statement')
    const card = await loadCardWithSnapshot(context, afsId, context.query.reportCardId)
    const explanations = card?.explanations ?? {}
    const decided = card && (card.archivedAt !== null || !isInReview(statusId))
    return {
      afsId,
      propertyId,
      year,
      subject: subject ?? '',
      afsReportCardId: card?.afsReportCardId ?? null,
      version: card?.version ?? null,
      open: card !== null && !decided && isAgencyWriter(context.actor),
      ...((decided && card.snapshot?.compared) ||
        (await loadComparison(context, { afsId, propertyId, year, explanations }))),
    }
  }),

  serve(calls.getDcrHistory, (context) => loadCoverage(context, context.params.propertyId)),

  serve(calls.getCustomIncome, ({ db, params }) =>
    db
      .selectFrom('afsReportCardCustomIncome')
      .selectAll()
      .where('afsReportCardId', '=', params.reportCardId)
      .orderBy('afsReportCardCustomIncomeId')
      .execute(),
  ),
]

/** Serves a step that takes a step of the card's statement and returns the card after it. */
const serveStep = (call: typeof calls.approve, name: string): Served =>
  serve(call, async (context) => {
    const { statement } = await findCardOrStatement(context, context.params.id, context.query.of)
    const detail = await statements.take(context, statement, name, context.body)
    const { card, of: cardData } =
      (await loadCurrentCardData(context, detail)) ?? refuse.notFound('This report card')
    return loadReportCardView(context, card, {}, { detail, of: cardData })
  })

const writeCalls: Served[] = [
  serveStep(calls.startReview, 'startReview'),
  serveStep(calls.approve, 'approve'),
  serveStep(calls.closeInNonCompliance, 'deny'),
  serveStep(calls.closeNonCompliance, 'closeNonCompliance'),
  serveStep(calls.reopen, 'reopen'),

  serve(calls.updateTemplate, async (context) => {
    const { afsReportCardId } = context.body
    const card = await lockEditableCard(context, afsReportCardId)
    if (card.templateVersion < currentTemplate.version)
      await updateRow(context, AFSReportCard, afsReportCardId, { templateVersion: currentTemplate.version })
    return loadCardView(context, afsReportCardId)
  }),
]

/** The handlers of all calls of report cards. */
export const served: Served[] = [...genericCalls, ...readCalls, ...writeCalls]
