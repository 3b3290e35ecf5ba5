import type { LetterBodyItem } from '#core/correspondence/letters/model/index.ts'
import type { LetterText } from '#engines/review/server/index.ts'
import { createColumnReader, getRecordChart } from '#engines/worksheet/model/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Detail } from '../model/budgets.ts'
import { computeBudgetTotals, computeCoverage, formatCoverage } from '../model/worksheet.ts'

const getLine = (label: string, proposed: number, approved: number) => ({
  label,
  proposed: formatMoney(proposed),
  approved: formatMoney(approved),
})

/** Returns the proposed and the approved totals of a budget, in dollars. */
const computeBothTotals = (detail: Detail) => {
  const chart = getRecordChart(detail)
  return (['proposed', 'approved'] as const).map((column) =>
    computeBudgetTotals(createColumnReader(chart, detail.lines, column)),
  ) as [ReturnType<typeof computeBudgetTotals>, ReturnType<typeof computeBudgetTotals>]
}

const columns = [
  { label: 'Account', field: 'label' },
  { label: 'Proposed', field: 'proposed', alignment: 'right' as const },
  { label: 'Approved', field: 'approved', alignment: 'right' as const },
]

/**
 * Returns the approval letter: totals, debt coverage, every line that the agency changed, and its
 * conditions.
 */
export function buildApprovalLetter(_: AnyContext, detail: Detail, comment: string | null): LetterText {
  const [proposed, approved] = computeBothTotals(detail)
  const names = getRecordChart(detail).byCode
  const changed = detail.lines.filter(
    (line) => line.approved !== null && line.approved !== (line.proposed ?? 0),
  )
  const body: LetterBodyItem[] = [
    `The {{year}} operating budget of {{propertyName}} has been reviewed. The agency approves it as follows.`,
    {
      columns,
      rows: [
        getLine('Gross potential rent', proposed.grossPotentialRent, approved.grossPotentialRent),
        getLine('Total revenue', proposed.revenue, approved.revenue),
        getLine('Total cost of operations', proposed.expenses, approved.expenses),
        getLine('Net operating income', proposed.operatingIncome, approved.operatingIncome),
        getLine('Debt service', proposed.debtService, approved.debtService),
      ],
    },
    `Debt coverage on the approved figures: ${formatCoverage(computeCoverage(approved, detail.rules.coverageAfterReserve))}.`,
    ...(changed.length > 0
      ? [
          { text: 'Lines the agency has changed', bold: true },
          {
            columns,
            rows: changed.map((line) =>
              getLine(
                `${line.code} ${names.get(line.code)?.name ?? ''}`,
                line.proposed ?? 0,
                line.approved ?? 0,
              ),
            ),
          },
        ]
      : []),
    ...(detail.conditions ? [`Conditions: ${detail.conditions}`] : []),
    ...(comment ? [comment] : []),
    'This approval does not raise rents; a rent increase is a separate request.',
  ]
  return { body, values: { year: String(detail.budgetYear) } }
}

/** Returns the letter for a budget that is closed as non-compliant. */
export const buildDenialLetter = (_: AnyContext, detail: Detail, reason: string | null): LetterText => ({
  body: [
    `The {{year}} operating budget of {{propertyName}} is closed as non-compliant.`,
    ...(reason ? [reason] : []),
    'Ask the agency to return it to you, and file it again.',
  ],
  values: { year: String(detail.budgetYear) },
})

/** Returns the lines of the approval email. */
export function getApprovalMailLines(detail: Detail): string[] {
  const [, approved] = computeBothTotals(detail)
  return [
    `${detail.budgetYear}: revenue ${formatMoney(approved.revenue)}, cost of operations ${formatMoney(approved.expenses)}, debt coverage ${formatCoverage(computeCoverage(approved, detail.rules.coverageAfterReserve))}.`,
  ]
}
