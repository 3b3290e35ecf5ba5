import { findReviewFaults } from '#engines/review/model/index.ts'
import type { Side, TieOutResult } from '#engines/worksheet/model/index.ts'
import { getTypedAccounts } from '#engines/worksheet/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { certifierRoles } from './entities.ts'
import { type Detail, statementRules } from './statements.ts'
import type { Inputs } from './worksheet.ts'

/**
 * Something that keeps a statement from being certified and submitted, with the part of the statement where
 * it can be corrected. `words` describes it.
 */
export type Gap = {
  part: string
  kind: 'tie-out' | 'note' | 'entry' | 'certification'
  words: string
  code?: string
}

const statementPart = { 'Balance sheet': 'balanceSheet', 'Income and expense': 'incomeAndExpense' } as const
const getPartForAccount = ({ accounts }: Pick<Inputs, 'accounts'>, code: string | undefined): string =>
  statementPart[accounts.find((account) => account.code === code)?.statement as 'Balance sheet'] ??
  'balanceSheet'

/**
 * Returns the part of this statement that shows one figure of a tie-out. Null if another screen shows it.
 */
const partOfSide = (facts: Pick<Inputs, 'accounts'>, { code, to }: Side, ownPath: string): string | null => {
  if (code) return getPartForAccount(facts, code)
  const [path, part] = (to ?? '').split('?part=')
  return part && path === ownPath ? part : null
}

/** Returns the gaps found by the rules of the statement, without its tie-outs (AFS-9). */
function ruleGaps(values: object, detail: Detail): Gap[] {
  const { 'AFS-9': _, ...rules } = statementRules
  const accounts = getTypedAccounts(detail)
  return findReviewFaults(
    rules as Parameters<typeof findReviewFaults<object, Detail>>[0],
    values,
    detail,
  ).map(({ field, message }): Gap => {
    const [list, position, column] = field.split('.')
    if (list === 'restatements') return { part: list, kind: 'entry', words: message }
    if (list !== 'lines') return { part: 'opinion', kind: 'entry', words: describeField(field, message) }
    const code = accounts[Number(position ?? -1)]?.code
    const place = { part: getPartForAccount(detail, code), words: message, ...(code ? { code } : {}) }
    return { ...place, kind: column === 'note' ? 'note' : 'entry' }
  })
}

/** Field names for faults that are shown apart from their field. */
const labels: Readonly<Record<string, string>> = {
  statementType: 'Type of statement',
  accountingBasis: 'Basis of accounting',
  opinion: 'Opinion',
  findingsCount: 'Findings',
  auditFirm: 'Audit firm',
  auditReportDate: 'Date of the auditor’s report',
  periodStart: 'First day of the period',
  periodEnd: 'Last day of the period',
}
const describeField = (field: string, message: string): string =>
  labels[field] ? `${labels[field]}: ${message.replace('*', '')}` : message

/** Whether any amount has been entered. Until then no gap is reported. */
export const hasAnyAmount = (lines: readonly object[]): boolean =>
  lines.some((line) => 'amount' in line && (line.amount ?? null) !== null)

/**
 * Returns everything that keeps a statement from being submitted. A failed tie-out is listed once for each
 * part in which it can be corrected.
 */
export function getAnnualStatementGaps(
  values: { lines: readonly object[] },
  detail: Detail,
  ties: readonly TieOutResult[],
): Gap[] {
  if (!hasAnyAmount(values.lines)) return []
  const ownPath = `/afs/view/${detail.year}/${detail.propertyId}`
  const failedTies = ties.filter((tie) => tie.stops && !tie.agrees && tie.id !== 'AFS-T1')
  return [
    ...ruleGaps(values, detail),
    ...failedTies.flatMap(({ left, right, title }): Gap[] => {
      const parts = new Set([left, right].map((side) => partOfSide(detail, side, ownPath) ?? 'balanceSheet'))
      return [...parts].map((part) => {
        const code = [left, right].find(
          (side) => side.code && partOfSide(detail, side, ownPath) === part,
        )?.code
        return { part, kind: 'tie-out', words: title, ...(code ? { code } : {}) }
      })
    }),
    ...certifierRoles
      .filter((role) => !detail.certifications.some((certification) => certification.role === role))
      .map((role): Gap => ({ part: 'certifications', kind: 'certification', words: `${role}` })),
  ]
}

/** Groups the gaps by kind and describes each group with its count, for example `2 tie-outs` or `1 note`. */
export function groupGapsByKind(gaps: readonly Gap[]): { words: string; gaps: readonly Gap[] }[] {
  const plurals = { entry: 'entries', 'tie-out': 'tie-outs', note: 'notes', certification: 'certifications' }
  return (['entry', 'tie-out', 'note', 'certification'] as const).flatMap((kind) => {
    const all = gaps.filter((gap) => gap.kind === kind)
    const count = new Set(all.map(({ words }) => words)).size
    return count === 0 ? [] : [{ words: plural(count, kind, plurals[kind]), gaps: all }]
  })
}
