import { type RawBuilder, sql } from 'kysely'
import type { Origin } from '#engines/worksheet/model/index.ts'
import {
  AFS,
  type StatementRow,
  statementSettings,
  statements,
} from '#features/statements/annualStatement/model/index.ts'
import { takeBackCertifications } from '#features/statements/annualStatement/server/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { SurplusCash } from '../model/entities.ts'
import { surplusLines } from '../model/form.ts'
import {
  checkSurplusRows,
  computeSurplus,
  getPrefilledFigures,
  getReviewedFigures,
  getSubmittedFigures,
  isReviewed,
} from '../model/surplus.ts'
import type { SurplusLineView, SurplusView } from '../model/views.ts'
import { refuseConflictingEdits } from './conflicts.ts'
import {
  canReview,
  canSeeReview,
  getSurplusCashHead,
  loadStatementData,
  type StatementData,
  type SurplusRow,
} from './facts.ts'

const unreviewed = { reviewAmount: null, reviewerComment: null }

/** Returns the rows as this caller may see them. A company sees the reviewer's part after the decision. */
export const getVisibleRows = (context: AnyContext, { rows, statement }: StatementData): SurplusRow[] =>
  canSeeReview(context, statement) ? rows : rows.map((row) => ({ ...row, ...unreviewed }))

/** Returns every line of the form with its data. */
export function getSurplusCashLines(context: AnyContext, statementData: StatementData): SurplusLineView[] {
  const rows = getVisibleRows(context, statementData)
  const [prefilledFigures, submitted] = [
    getPrefilledFigures(statementData.read),
    getSubmittedFigures(rows, statementData.read),
  ]
  return surplusLines.map(({ code, label, form, accounts }) => {
    const row = rows.find((row) => row.lineCode === code)
    return {
      surplusCashId: row?.surplusCashId ?? 0,
      afsId: statementData.statement.afsId,
      version: row?.version ?? 0,
      lineCode: code,
      label,
      form,
      sourceAccounts: [...accounts],
      carried: fromCents(prefilledFigures[code]),
      submitted: fromCents(submitted[code]),
      submittedAmount: row?.submittedAmount ?? null,
      description: row?.description ?? null,
      reviewAmount: row?.reviewAmount ?? null,
      reviewerComment: row?.reviewerComment ?? null,
      origins: row?.origins ?? null,
    }
  })
}

/** Returns the sums that apply for this caller, in cents, and whether they are the reviewer's. */
export function computeVisibleSums(context: AnyContext, statementData: StatementData) {
  const rows = getVisibleRows(context, statementData)
  return { ...computeSurplus(getReviewedFigures(rows, statementData.read)), reviewed: isReviewed(rows) }
}

const sumsInDollars = ({ a, b, c }: { a: number; b: number; c: number }) => ({
  a: fromCents(a),
  b: fromCents(b),
  c: fromCents(c),
})

/** Returns a statement's surplus cash for its screen. */
export async function loadSurplusView(context: AnyContext, afsId: number): Promise<SurplusView> {
  const all = await loadStatementData(context, afsId)
  const sums = computeVisibleSums(context, all)
  return {
    ...getSurplusCashHead(context, all),
    lines: getSurplusCashLines(context, all),
    submitted: sumsInDollars(computeSurplus(getSubmittedFigures(all.rows, all.read))),
    reviewed: sums.reviewed ? sumsInDollars(sums) : null,
    tolerance: await context.settings.get(statementSettings.tolerance),
    people: all.people,
  }
}

export type SentRow = Pick<SurplusRow, 'lineCode'> &
  Partial<
    Pick<SurplusRow, 'description' | 'submittedAmount' | 'reviewAmount' | 'reviewerComment' | 'version'>
  >
const companyFields = ['submittedAmount', 'description'] as const
const reviewerFields = ['reviewAmount', 'reviewerComment'] as const

/**
 * Returns the fields that the caller may change now. Refuses (409) if the caller may not change the sent
 * ones.
 */
function getWritableFields(
  context: AnyContext,
  row: StatementRow,
  sentRows: readonly SentRow[],
): readonly (keyof SentRow)[] {
  const hasValue = (names: readonly (keyof SentRow)[]) =>
    sentRows.some((line) => names.some((name) => line[name] !== undefined))
  if (canEdit(statements.flow, row, context.actor) && !hasValue(reviewerFields)) return companyFields
  if (canReview(context, row) && !hasValue(companyFields)) return reviewerFields
  return refuse.conflict(
    row.statusId === RequestStatus.UNDER_REVIEW
      ? 'This statement is under review, and its reviewer writes the reviewed figures alone.'
      : row.statusId === RequestStatus.NOT_SUBMITTED
        ? 'This statement is a draft: its company writes the submitted figures, and nobody reviews them yet.'
        : 'This statement is neither a draft nor under review, and its surplus cash can no longer be changed.',
  )
}

/** Returns the line after the change. Null if nothing changes. */
function mergeLine(
  before: SurplusRow | undefined,
  sentRow: SentRow,
  names: readonly (keyof SentRow)[],
  newOrigin: Origin,
) {
  const line: Record<string, unknown> = { description: null, submittedAmount: null, ...unreviewed, ...before }
  const origins: Record<string, Origin> = { ...before?.origins }
  let changed = false
  for (const name of names) {
    const value = sentRow[name] === '' ? null : sentRow[name]
    if (value === undefined || value === line[name]) continue
    line[name] = value
    changed = true
    if (name === 'submittedAmount' || name === 'reviewAmount') origins[name] = newOrigin
  }
  return changed ? { ...line, lineCode: sentRow.lineCode, origins } : null
}

const loadRows = async ({ db }: AnyContext, afsId: number) =>
  (await db.selectFrom('surplusCash').selectAll().where('afsId', '=', afsId).execute()) as SurplusRow[]

/**
 * SUR-1 and SUR-2: returns the faults that keep a statement from being submitted with its surplus cash.
 * Runs one SQL statement.
 */
export async function checkSubmission(context: AnyContext, afsId: number): Promise<Fault[]> {
  return checkSurplusRows(await loadRows(context, afsId)).map(({ message }) => ({
    field: '',
    message: `Surplus cash, ${message}`,
  }))
}

/** Saves lines of a statement and locks it. Runs two SQL statements for any number of lines. */
export async function saveRows(
  context: AnyContext,
  afsId: number,
  sentRows: readonly SentRow[],
): Promise<void> {
  const row = await lockRow(context, AFS, afsId)
  const names = getWritableFields(context, row, sentRows)
  const present = await loadRows(context, afsId)
  const newOrigin: Origin = { by: context.actor.userId, at: context.services.now().toISOString() }
  const draft = sentRows.flatMap((line) => {
    const savedRow = present.find((item) => item.lineCode === line.lineCode)
    return savedRow ? [{ sent: line, known: savedRow, seen: line.version, line: line.lineCode }] : []
  })
  await refuseConflictingEdits(context, SurplusCash, draft, names)
  const lines = sentRows.flatMap((sentRow) => {
    const savedRow = present.find((line) => line.lineCode === sentRow.lineCode)
    return mergeLine(savedRow, sentRow, names, newOrigin) ?? []
  })
  const faults = checkSurplusRows(lines as SurplusRow[]).filter((fault) => fault.field.endsWith('Amount'))
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  if (lines.length === 0) return
  await sql`insert into surplus_cash as s (afs_id, property_id, line_code, description, submitted_amount,
    review_amount, reviewer_comment, origins)
    select ${afsId}, ${row.propertyId}, d."lineCode", d.description, d."submittedAmount", d."reviewAmount",
    d."reviewerComment", d.origins
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as d ("lineCode" text, description text,
    "submittedAmount" numeric,
      "reviewAmount" numeric, "reviewerComment" text, origins jsonb)
    on conflict (afs_id, line_code) do update set description = excluded.description,
    submitted_amount = excluded.submitted_amount,
      review_amount = excluded.review_amount, reviewer_comment = excluded.reviewer_comment,
      origins = excluded.origins,
      version = s.version + 1`.execute(context.db)
  if (names === companyFields) await takeBackCertifications(context, row, ['Surplus cash'])
}

/**
 * SQL: the delinquent amounts of a statement's surplus cash in lines A5, A6 and A9, in cents: reviewed, or
 * submitted if not reviewed. Null if nothing was entered.
 */
export const delinquentSql = (afsId: RawBuilder<unknown>) => sql`
  select jsonb_build_object('A5', max(d.cents) filter (where d.line_code = 'A5'), 'A6',
  max(d.cents) filter (where d.line_code = 'A6'),
    'A9', max(d.cents) filter (where d.line_code = 'A9'))
  from (select line_code, (100 * coalesce(review_amount, submitted_amount))::bigint as cents from surplus_cash
  where afs_id = ${afsId}) d`
