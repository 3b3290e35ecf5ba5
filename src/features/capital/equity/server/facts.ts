import { type RawBuilder, sql } from 'kysely'
import { recordSql } from '#engines/worksheet/server/index.ts'
import { getLoanTerms, type LoanFacts } from '#features/capital/loans/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { EquityFigure, EquityNotice } from '../model/entities.ts'
import {
  computeYears,
  type EquityFacts,
  type EquityLoan,
  type EquityYear,
  type EquityYearInput,
  toNullableCents,
} from '../model/equity.ts'
import { equitySettings } from '../model/settings.ts'

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /**
     * SQL of rows `property_id integer, from_year integer, rate numeric`: the percentage of equity that each
     * property may distribute.
     */
    distributionRates?: () => RawBuilder<unknown>
    /**
     * SQL of rows `property_id integer, from_year integer, development_cost numeric, mortgages numeric`: the
     * amounts in dollars from which the initial equity is computed.
     */
    developmentCosts?: () => RawBuilder<unknown>
  }
}
const rates = slot(
  'distributionRates',
  ([known]) => known ?? (() => sql`select null::integer, null::integer, null::numeric where false`),
)

const costs = slot(
  'developmentCosts',
  ([known]) =>
    known ?? (() => sql`select null::integer, null::integer, null::numeric, null::numeric where false`),
)

/**
 * Loads the property’s development cost and mortgages in effect in a year, in dollars, or null if no module
 * has them.
 */
export async function loadEquityCost({ db }: AnyContext, propertyId: number, year: number) {
  const { rows } = await sql<{ developmentCost: number; originalMortgages: number }>`
    select development_cost, mortgages as original_mortgages
    from (${costs()()}) c (property_id, from_year, development_cost, mortgages)
    where property_id = ${propertyId} and from_year <= ${year} and development_cost > 0
    order by from_year desc limit 1`.execute(db)
  return rows[0] ?? null
}

export type FigureRow = Row<typeof EquityFigure>
type LoanRow = LoanFacts &
  Pick<EquityLoan, 'name' | 'paidOffDate'> & {
    years: { year: number; additions: number; principalPaid: number; endingBalance: number }[]
  }
/** The stored data of a property from which its equity is computed. */
type StoredProperty = {
  propertyId: number
  propertyName: string
  agencyNumber: string | null
  endMonth: number
  figures: (FigureRow & { setByName: string | null })[]
  notices: Row<typeof EquityNotice>[]
  /** The loans that count in equity; `loanCount` is the number of all loans. */
  loans: LoanRow[]
  loanCount: number
  rates: { fromYear: number; rate: number }[]
}
/** A property with its stored data and the facts of the equity formula. */
export type EquityProperty = StoredProperty & { facts: EquityFacts }

const nameByKey = sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`

/** SQL: a condition that limits rows to these properties, or that is always true for null. */
const matchProperties = (ids: readonly number[] | null): RawBuilder<unknown> =>
  ids === null ? sql`true` : sql`property_id = any (${[...ids]}::integer[])`

/** SQL: the terms of loan `l` with its booked years, as JSON. */
const loanSql = sql`jsonb_build_object('name', l.name, 'paidOffDate', l.paid_off_date, 'originalAmount',
  l.original_amount,
  'interestRate', l.interest_rate, 'startDate', l.start_date, 'maturityDate', l.maturity_date,
  'amortizationMonths', l.amortization_months,
  'paymentTerms', l.payment_terms, 'annualDebtService', l.annual_debt_service, 'years', coalesce(b.years,
  '[]'))`
const bookedSql = sql`jsonb_build_object('year', year, 'additions', additions, 'principalPaid',
  principal_paid, 'endingBalance', ending_balance)`

/** SQL: the stored data of these properties, or for null of all that have loans or figures. */
const storedSql = (ids: readonly number[] | null) => sql<StoredProperty>`
  with booked as (select loan_id, jsonb_agg(${bookedSql}) as years from loan_year
  where ${matchProperties(ids)}
  group by loan_id),
  lent as (select l.property_id, count(*)::integer as loan_count,
      jsonb_agg(${loanSql} order by l.lien_position nulls last, l.loan_id) filter (where l.in_equity) as loans
    from (select * from loan where ${matchProperties(ids)}) l left join booked b using (loan_id)
    group by l.property_id),
  figured as (select f.property_id,
  jsonb_agg(${recordSql(Object.keys(EquityFigure.fields), 'f', sql`, 'setByName', ${nameByKey}`)}
  order by f.year) as figures
    from (select * from equity_figure where ${matchProperties(ids)}) f left
    join app_user u on u.user_id = f.set_by_id
    group by f.property_id),
  noticed as (select property_id, jsonb_agg(${recordSql(Object.keys(EquityNotice.fields), 'n')}) as notices
    from (select * from equity_notice where ${matchProperties(ids)}) n group by property_id),
  rated as (select r.property_id, jsonb_agg(jsonb_build_object('fromYear', r.from_year, 'rate',
  r.rate)) as rates
    from (${rates()()}) r (property_id, from_year, rate) where ${matchProperties(ids)} group by r.property_id)
  select p.property_id, p.name as property_name, p.agency_number, p.fiscal_year_end_month as end_month,
  coalesce(f.figures, '[]') as figures,
    coalesce(t.notices, '[]') as notices, coalesce(l.loans, '[]') as loans, coalesce(l.loan_count,
    0) as loan_count, coalesce(r.rates, '[]') as rates
  from (select * from property where ${matchProperties(ids)}) p left join lent l using (property_id) left
  join figured f using (property_id)
    left join noticed t using (property_id) left join rated r using (property_id)
  where ${ids !== null} or l.property_id is not null or f.property_id is not null
  order by p.name, p.property_id`

function getFacts(
  { loans, endMonth, rates: propertyRates }: StoredProperty,
  defaultRate: number,
): EquityFacts {
  return {
    endMonth,
    loans: loans.map(
      (loan): EquityLoan => ({
        name: loan.name,
        paidOffDate: loan.paidOffDate,
        terms: getLoanTerms(loan),
        years: loan.years.map(({ year, ...one }) => ({
          year,
          additions: toCents(one.additions),
          principalPaid: toCents(one.principalPaid),
          endingBalance: toCents(one.endingBalance),
        })),
      }),
    ),
    rateOf: (year) =>
      propertyRates.filter((item) => item.fromYear <= year).toSorted((a, b) => b.fromYear - a.fromYear)[0]
        ?.rate ?? defaultRate,
  }
}

/**
 * Loads these properties with the facts of the equity formula, or for null all that have loans or figures.
 */
export async function loadEquityProperties(
  context: AnyContext,
  ids: readonly number[] | null,
): Promise<EquityProperty[]> {
  const otherwise = await context.settings.get(equitySettings.rate)
  const { rows } = await storedSql(ids).execute(context.db)
  return rows.map((row) => ({ ...row, facts: getFacts(row, otherwise) }))
}

/** Loads one property with the facts of the equity formula. Refuses a property out of scope. */
export async function loadEquityProperty(context: AnyContext, propertyId: number): Promise<EquityProperty> {
  const [property] = await loadEquityProperties(context, [propertyId])
  return property ?? refuse.notFound('This property')
}

/** Converts a stored figure into the input of its year, in cents. */
const toYearInput = (row: FigureRow): EquityYearInput => ({
  year: row.year,
  cutoffDate: row.cutoffDate,
  discretion: row.discretion,
  developmentCost: toNullableCents(row.developmentCost),
  originalMortgages: toNullableCents(row.originalMortgages),
  principalBefore: toNullableCents(row.principalBefore),
  approvedImprovements: toCents(row.approvedImprovements),
})

/** Computes the years of a property by the present formula. `year` adds a year that may not be stored yet. */
export function computeEquityByYear(
  { figures, facts }: EquityProperty,
  year?: number,
): Map<number, EquityYear> {
  const yearInputs = figures.map(toYearInput)
  const isMissing = year !== undefined && !yearInputs.some((item) => item.year === year)
  const fresh: EquityYearInput = {
    year: year ?? 0,
    developmentCost: null,
    originalMortgages: null,
    principalBefore: null,
    cutoffDate: null,
    approvedImprovements: 0,
    discretion: null,
  }
  return new Map(
    computeYears(isMissing ? [...yearInputs, fresh] : yearInputs, facts).map((computedYear) => [
      computedYear.year,
      computedYear,
    ]),
  )
}
