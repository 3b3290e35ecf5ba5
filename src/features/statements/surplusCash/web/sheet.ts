import { z } from 'zod'
import { fromCents, toCents } from '#kernel/model/money.ts'
import type { SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import { SurplusCash } from '../model/entities.ts'
import { lineCodes, sumLabels, surplusLines } from '../model/form.ts'
import { buildFigures, computeSurplus, type Figures, type SurplusRow } from '../model/surplus.ts'
import type { SurplusView } from '../model/views.ts'

type Read = (key: string) => number
const getInputLines = (side: string): SheetLine[] =>
  surplusLines
    .filter((line) => line.side === side)
    .map(({ code, label }) => ({ key: code, label: `${code} ${label}` }))
const getSumLine = (name: keyof typeof sumLabels): SheetLine => ({
  key: `(${name})`,
  label: `(${name}) ${sumLabels[name]}`,
  kind: 'computed',
  formula: (read) => computeSurplus(buildFigures(read))[name],
})

/** The lines of part A with their three sums. */
export const partALines: readonly SheetLine[] = [
  { key: 'cash', label: 'Cash', kind: 'heading' },
  ...getInputLines('cash'),
  getSumLine('a'),
  { key: 'obligations', label: 'Current obligations', kind: 'heading' },
  ...getInputLines('obligation'),
  getSumLine('b'),
  getSumLine('c'),
]

export type Mode = 'write' | 'review' | 'read'
const money = (key: string, label: string, more: Partial<SheetColumn> = {}): SheetColumn => ({
  key,
  label,
  width: 105,
  readOnly: true,
  ...more,
})
const buildTextColumn = (key: string, label: string, readOnly: boolean): SheetColumn => ({
  key,
  label,
  kind: 'text',
  width: 210,
  readOnly,
})
const computeDifference = (text: string, other: string) => (read: Read) => read(text) - read(other) || null

/** Returns the columns for the mode: writing, reviewing, or reading. */
export const getColumns = (mode: Mode, reviewed: boolean): readonly SheetColumn[] => [
  money('carried', 'Balance sheet'),
  money('submittedAmount', 'Submitted', { readOnly: mode !== 'write' }),
  money('difference', 'Difference', { formula: computeDifference('submittedAmount', 'carried'), width: 90 }),
  buildTextColumn('description', 'Explanation', mode !== 'write'),
  ...(reviewed || mode === 'review'
    ? [
        money('reviewAmount', 'Reviewed', { readOnly: mode !== 'review' }),
        money('change', 'Change', {
          formula: computeDifference('reviewAmount', 'submittedAmount'),
          width: 90,
        }),
        buildTextColumn('reviewerComment', 'Reviewer’s comment', mode !== 'review'),
      ]
    : []),
]

const { version, submittedAmount, description, reviewAmount, reviewerComment } = SurplusCash.fields
/** The schema of the form: a row for each line, with the amounts that apply. */
export const schema = z.object({
  lines: z
    .array(
      z.object({
        clientKey: z.string(),
        version,
        submittedAmount,
        description,
        reviewAmount,
        reviewerComment,
      }),
    )
    .meta({ label: 'Surplus cash', noun: 'Line' }),
})
export type FormRow = z.infer<typeof schema>['lines'][number]

/** Returns the form values of a view. The version increases with that of any line. */
export const getSurplusCashValues = (view: SurplusView) => ({
  version: view.lines.reduce((getSumLine, line) => getSumLine + line.version, 0),
  lines: getRows(view),
})

/**
 * Returns the rows of the form with the amounts that apply, entered or carried. A line without accounts is
 * empty until an amount is entered.
 */
const getRows = ({ lines: known }: SurplusView): (FormRow & { carried: number | null })[] =>
  known.map((line) => {
    const prefilledAmount = line.sourceAccounts.length > 0 ? line.carried : null
    const submittedAmount = line.submittedAmount ?? prefilledAmount
    return {
      clientKey: line.lineCode,
      version: line.version,
      carried: prefilledAmount,
      submittedAmount,
      description: line.description,
      reviewAmount: line.reviewAmount ?? submittedAmount,
      reviewerComment: line.reviewerComment,
    }
  })

/** Returns an amount as it is stored: null if it equals the amount it is compared with. */
const getDifferingAmount = (amount: number | null, comparison: number | null): number | null =>
  amount === null || toCents(amount) === toCents(comparison ?? 0) ? null : amount

/** Returns the changed fields of each line. Only these are sent, so that another person's figures stay. */
export function getChangedLines(rows: readonly FormRow[], view: SurplusView, mode: Mode) {
  return rows.flatMap((row) => {
    const line = view.lines.find((line) => line.lineCode === row.clientKey)
    if (!line) return []
    const draft =
      mode === 'write'
        ? {
            submittedAmount: getDifferingAmount(row.submittedAmount, line.carried),
            description: row.description || null,
          }
        : {
            reviewAmount: getDifferingAmount(row.reviewAmount, line.submitted),
            reviewerComment: row.reviewerComment || null,
          }
    const differs = Object.entries(draft).filter(([name, value]) => line[name as 'description'] !== value)
    const lineCode = line.lineCode as (typeof lineCodes)[number]
    if (differs.length === 0) return []
    return [{ lineCode, version: row.version, ...(Object.fromEntries(differs) as Partial<typeof draft>) }]
  })
}

/** Returns the entered figures of a column, in cents by line. */
export const getColumnFigures = (
  rows: readonly FormRow[],
  column: 'submittedAmount' | 'reviewAmount',
): Figures => buildFigures((code) => toCents(rows.find((row) => row.clientKey === code)?.[column] ?? 0))

/** Converts figures to rows, for comparing them with the balance sheet. */
export const convertToRows = (figures: Figures, rows: readonly FormRow[]): SurplusRow[] =>
  lineCodes.map((lineCode) => ({
    lineCode,
    submittedAmount: fromCents(figures[lineCode]),
    reviewAmount: null,
    reviewerComment: null,
    description: rows.find((row) => row.clientKey === lineCode)?.description ?? null,
  }))
