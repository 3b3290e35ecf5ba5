import type { Chart } from '#core/money/chart/model/index.ts'
import { createCentsReader, type ReadCents } from '#engines/worksheet/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { ComparedStatement, Rows, TieRule } from './compared.ts'
import { createPair, getAccountsSide, getAnnualStatementPlace, getColumnSide } from './compared.ts'
import type { ScheduleRow } from './declare.ts'

type Prior = NonNullable<ComparedStatement['prior']>

/** Sums the amounts that restatement lines add to each account of last year, in cents. */
function sumAdjustments(rows: readonly ScheduleRow[]): Map<string, number> {
  const added = new Map<string, number>()
  for (const { accountCode, adjustment } of rows) {
    const code = String(accountCode ?? '').trim()
    if (code && typeof adjustment === 'number') added.set(code, (added.get(code) ?? 0) + toCents(adjustment))
  }
  return added
}

/**
 * Returns last year as this year's statement begins from it: as filed, and with its adjustments (domain
 * 47.4). `filed` has its entered accounts in cents.
 */
export function restatePriorYear(
  chart: Pick<Chart, 'countedByTotal'>,
  filed: ReadonlyMap<string, number>,
  rows: Rows,
  restatements: readonly ScheduleRow[],
): Prior {
  const restated = new Map(filed)
  for (const [code, cents] of sumAdjustments(restatements))
    restated.set(code, (restated.get(code) ?? 0) + cents)
  return { read: createCentsReader(chart, restated), filed: createCentsReader(chart, filed), rows }
}

/**
 * Sums by how much accounts of last year were adjusted, in cents. A `sign` of -1 subtracts an account, such
 * as a receivable.
 */
export const sumAdjustmentsIn = (
  { read, filed }: Prior,
  codes: readonly string[],
  sign: (code: string) => 1 | -1 = () => 1,
) => codes.reduce((sum, code) => sum + sign(code) * (read(code) - filed(code)), 0)

const priorYearSide = (c: ComparedStatement, read: ReadCents, codes: readonly string[]) =>
  getAccountsSide(c, codes, ` of ${c.year - 1}`, read)

/**
 * The tie-outs of a prior-period adjustment: restated accounts start as filed, and the restated year
 * balances (domain 47.4).
 */
export const restatementTies: Readonly<Record<string, TieRule>> = {
  'AFS-T46': {
    title: 'Restatement, as filed',
    source: 'domain 47.4',
    says: 'A restated account begins with its balance on the statement of the year before.',
    pairs: (c) =>
      c.prior
        ? c.rows.restatements
            .filter(({ accountCode }) => c.chart.byCode.has(String(accountCode)))
            .map((row) => ({
              of: String(row.accountCode),
              title: `As filed: ${row.accountCode}`,
              left: getColumnSide(c, 'restatements', 'filed', {
                only: (item) => item === row,
                words: String(row.accountCode),
              }),
              right: priorYearSide(c, c.prior!.filed, [String(row.accountCode)]),
            }))
        : [],
  },
  'AFS-T47': {
    title: 'The restated year balances',
    source: 'domain 47.4',
    says: 'Total assets of the year before, restated, equal its liabilities and equity, restated.',
    pairs: (c) =>
      c.prior && c.rows.restatements.length > 0
        ? createPair(
            () => ({
              ...priorYearSide(c, c.prior!.read, ['1000T']),
              to: getAnnualStatementPlace(c, 'restatements'),
            }),
            () => priorYearSide(c, c.prior!.read, ['2033T']),
          )(c)
        : [],
  },
}

/**
 * AFS-10: a prior-period adjustment needs the accounts it restates, by how much and why. Without one, no
 * account is restated.
 */
export function checkRestatements(
  {
    priorPeriodAdjustment,
    restatements = [],
  }: { priorPeriodAdjustment: boolean | null; restatements?: readonly ScheduleRow[] },
  { accounts: chart }: { accounts: Chart['accounts'] },
): Fault[] {
  const fault = (field: string, message: string): Fault => ({ field, message })
  if (!priorPeriodAdjustment)
    return restatements.length > 0
      ? [
          fault(
            'priorPeriodAdjustment',
            'Accounts of the year before are restated: tick the prior-period adjustment.',
          ),
        ]
      : []
  if (restatements.length === 0)
    return [fault('restatements', 'Enter the accounts that the prior-period adjustment restates, and why.')]
  return restatements.flatMap(({ accountCode, adjustment, reason }, index): Fault[] => {
    const isKnown = chart.some(
      (item) => item.code === accountCode && item.formula === null && item.statement === 'Balance sheet',
    )
    return [
      ...(isKnown
        ? []
        : [fault(`restatements.${index}.accountCode`, 'Enter an account of the balance sheet.')]),
      ...(adjustment ? [] : [fault(`restatements.${index}.adjustment`, REQUIRED)]),
      ...(String(reason ?? '').trim() ? [] : [fault(`restatements.${index}.reason`, REQUIRED)]),
    ]
  })
}
