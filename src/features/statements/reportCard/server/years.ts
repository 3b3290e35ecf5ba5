import { type RawBuilder, sql } from 'kysely'
import type { Chart } from '#core/money/chart/model/index.ts'
import {
  computeFeeUse,
  getFiscalMonths,
  getPropertyFeeTypes,
  type OccupiedMonth,
} from '#core/money/managementFees/model/index.ts'
import { type FeeRules, feeRulesSql, occupiedMonthsSql } from '#core/money/managementFees/server/index.ts'
import { getDepositsDueSql } from '#core/money/reserves/server/index.ts'
import { createCentsReader, type ReadCents } from '#engines/worksheet/model/index.ts'
import {
  amountsSql,
  longTerm,
  paidPrincipal,
  scheduledDeposits,
} from '#features/statements/annualStatement/server/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { BY_LEDGER, BY_SCHEDULE, type Year } from '../model/figures.ts'
import { inspectionScoreSql } from './inspectionScore.ts'

/** The fields of a year that are computed from its row. */
type ComputedField =
  | 'read'
  | 'principalFrom'
  | 'reserveDeposits'
  | 'reserveDepositsFrom'
  | 'mostFee'
  | 'mostFees'
  | 'reportedOccupied'

/**
 * A year as the database returns it, in dollars. Principal is null if the notes payable have no note of
 * debt that must be paid.
 */
export type YearRow = Omit<Year, ComputedField> & {
  periodStart: string
  periodEnd: string
  feeBasis: FeeRules
  feeMonths: readonly OccupiedMonth[] | null
  statusId: number
  submitted: string | null
  amounts: Readonly<Record<string, number>>
  /** Deposits due by the agency's ledger. Null if it does not cover the whole period. */
  depositsDue: number | null
  /** Deposits by the reserve schedule of the statement. Null if the schedule has none. */
  depositsScheduled: number | null
}

/**
 * SQL: the deposits to the replacement reserve that were due in the period of statement `s`, in dollars.
 * Null if the agency's ledger does not cover the whole period: it began later, or within it with an opening
 * balance.
 */
export const ledgerDeposits = () => sql<
  number | null
>`(select sum(${getDepositsDueSql(sql`s.period_start`, sql`s.period_end`)})
  from reserve_account a left join reserve_entry o on o.reserve_account_id = a.reserve_account_id
  and o.kind = 'Opening balance'
  where a.property_id = s.property_id and a.kind = 'Replacement reserve'
    and a.opened_on <= s.period_end and coalesce(a.closed_on, s.period_end) >= s.period_start
  having not bool_or(a.opened_on > s.period_start and coalesce(o.amount, 0) <> 0))`

/** SQL: the years of a property up to the given one list, newest first, at most `maximum`. */
export const yearsSql = (
  propertyId: number,
  through: number | null,
  maximum: number,
): RawBuilder<YearRow[]> => sql`
  select coalesce(jsonb_agg(to_jsonb(y) order by y.year desc), '[]') from (
    select s.afs_id as "afsId", s.year, s.months, p.total_units as units, s.status_id as "statusId",
    s.submitted,
      ${amountsSql(sql`s.afs_id`)} as amounts, ${paidPrincipal} as principal,
      ${ledgerDeposits()} as "depositsDue", ${scheduledDeposits} as "depositsScheduled",
      (select coalesce(jsonb_agg(jsonb_build_object('description', i.description, 'amount', i.amount,
      'include', i.include)
          order by i.afs_report_card_custom_income_id), '[]')
        from afs_report_card_custom_income i left join afs_report_card k using (afs_report_card_id)
        where i.afs_id = s.afs_id and k.archived_at is null) as custom,
      ${inspectionScoreSql(
        sql`(select k.inspection_score from afs_report_card k where k.afs_id = s.afs_id and k.archived_at is null)`,
        sql`s.property_id`,
        sql`s.period_end`,
      )} as "inspectionScore",
      s.period_start as "periodStart", s.period_end as "periodEnd",
      ${feeRulesSql(sql`s.property_id`)} as "feeBasis",
      ${occupiedMonthsSql(sql`s.property_id`, sql`s.period_start`, sql`s.period_end`)} as "feeMonths"
    from annual_statement s join property p using (property_id)
    where s.property_id = ${propertyId} and s.months > 0
    and ${through === null ? sql`true` : sql`s.year <= ${through}`}
    order by s.year desc limit ${maximum}) y`

/** The balance sheet accounts of debt that must be paid: current portions and long-term. */
export const debtAccounts = ['2170', '2171', ...longTerm]

/** Computes by how much that debt decreased since last year, in cents. Null if unknown. */
function computeDecrease(amounts: YearRow['amounts'], before: YearRow['amounts'] | undefined): number | null {
  const owed = (amountsByCode: YearRow['amounts']) =>
    debtAccounts.reduce((sum, code) => sum + toCents(amountsByCode[code] ?? 0), 0)
  if (before) return Math.max(0, owed(before) - owed(amounts))
  return owed(amounts) === 0 ? 0 : null
}

/** Returns a function that reads every account of a chart in cents, from amounts in dollars by code. */
export const readAmounts = (chart: Pick<Chart, 'countedByTotal'>, amounts: YearRow['amounts']): ReadCents =>
  createCentsReader(chart, new Map(Object.entries(amounts).map(([code, amount]) => [code, toCents(amount)])))

/** Computes the highest management fee of a year, as in the list of fees (domain 22). */
function getHighestFee({ year, units, periodStart, periodEnd, feeBasis, feeMonths }: YearRow) {
  const period = getFiscalMonths({ first: periodStart, last: periodEnd })
  const unknown = { collected: null, charged: null }
  const rules = { maxima: feeBasis.maxima, kinds: getPropertyFeeTypes(feeBasis) }
  const use = computeFeeUse({ year, period, units, months: feeMonths, ...unknown, ...rules })
  return { mostFee: use.perUnitMaximum, mostFees: use.allowed, reportedOccupied: use.occupiedUnitMonths }
}

/** Returns the years as input for the ratios, by the chart of the newest year. */
export const getReportCardYears = (chart: Pick<Chart, 'countedByTotal'>, rows: readonly YearRow[]): Year[] =>
  rows.map(
    ({
      amounts,
      principal,
      depositsDue: due,
      depositsScheduled,
      custom,
      feeBasis,
      feeMonths,
      ...row
    }): Year => {
      const before = rows.find((yearRow) => yearRow.year === row.year - 1)
      return {
        ...row,
        ...getHighestFee({
          ...row,
          amounts,
          principal,
          depositsDue: due,
          depositsScheduled,
          custom,
          feeBasis,
          feeMonths,
        }),
        read: readAmounts(chart, amounts),
        principal: principal === null ? computeDecrease(amounts, before?.amounts) : toCents(principal),
        principalFrom: principal === null ? 'by the fall of mortgages and loans' : 'by the notes payable',
        reserveDeposits: toCents(due ?? depositsScheduled ?? 0),
        reserveDepositsFrom: due === null ? BY_SCHEDULE : BY_LEDGER,
        custom: custom.map((customIncome) => ({ ...customIncome, amount: toCents(customIncome.amount) })),
      }
    },
  )
