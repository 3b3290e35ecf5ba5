import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { LoanNumber } from '../model/entities.ts'
import { loadLoanLines } from './lists.ts'
import { isRunningSql } from './sql.ts'

/** SQL: the years with booked figures and their totals, and the number of running loans without figures. */
const yearsSql = (year: number | null) => sql`
  select y.year, count(distinct y.property_id)::integer as properties, count(*)::integer as loans,
  sum(y.principal_paid) as principal_paid,
    sum(y.interest_paid) as interest_paid, sum(y.ending_balance) as ending_balance,
    (select count(*)::integer from loan l join property p using (property_id)
    where ${isRunningSql(sql`y.year`)}
      and not exists (select from loan_year d where d.loan_id = l.loan_id and d.year = y.year)) as missing
  from loan_year y where ${year}::integer is null or y.year = ${year} group by y.year order by y.year desc`

/** Loads the totals of the loans of a company’s properties. */
async function loadCompanyTotals(context: AnyContext, managementCompanyId: number) {
  const result = await sql<{ companyName: string; ids: number[] }>`select c.name as company_name,
      array(select p.property_id from property p
      where p.management_company_id = c.management_company_id) as ids
    from management_company c where c.management_company_id = ${managementCompanyId}`.execute(context.db)
  const { companyName, ids } = result.rows[0] ?? refuse.notFound('This management company')
  const companyPropertyIds = new Set(ids)
  const companyLoans = (await loadLoanLines(context, null)).filter((item) =>
    companyPropertyIds.has(item.propertyId),
  )
  const active = companyLoans.filter((item) => item.status === 'Active')
  const computeSums = (list: typeof active) => ({
    loans: list.length,
    balance: sumMoney(list.map((item) => item.balance ?? item.originalAmount)),
    annualDebtService: sumMoney(list.map((item) => item.annualDebtService)),
  })
  return {
    managementCompanyId,
    companyName,
    ...computeSums(active),
    paidOff: companyLoans.length - active.length,
    properties: new Set(active.map((item) => item.propertyId)).size,
    byType: [...Map.groupBy(active, (item) => item.loanType)].map(([loanType, list]) => ({
      loanType,
      ...computeSums(list),
    })),
  }
}

/** Loads the loan numbers of a property, of one system or of all for null, with the names of their loans. */
async function loadNumbers({ db }: AnyContext, propertyId: number, system: string | null) {
  const columns = sql.join(Object.keys(LoanNumber.fields).map((name) => sql`n.${sql.ref(name)}`))
  const result =
    await sql<never>`select ${columns}, l.name as loan_name from loan_number n join loan l using (loan_id)
    where n.property_id = ${propertyId} and n.system = coalesce(${system}::text, n.system)
    order by n.active desc, n.system, n.number`.execute(db)
  return result.rows
}

const optionsSql = sql`select p.property_id, p.name as property_name, p.agency_number,
  count(l.loan_id)::integer as loans
  from property p left join loan l on l.property_id = p.property_id and l.status = 'Active'
  where p.status_id <> ${sqlPropertyStatus.Deleted} group by p.property_id order by p.name, p.property_id`

/** The handlers of lists and totals of loans by property, company and year. */
export const summaryHandlers: Served[] = [
  serve(
    calls.getYears,
    async ({ db, params }) => (await sql<never>`${yearsSql(params.year ?? null)}`.execute(db)).rows,
  ),
  serve(calls.getByYear, async (context) => {
    const year = context.params.year
    if (year) return loadLoanLines(context, year)
    const newest = await sql<{ year: number | null }>`select max(year) as year from loan_year`.execute(
      context.db,
    )
    return loadLoanLines(context, newest.rows[0]?.year ?? null)
  }),
  serve(calls.getLoans, (context) => loadLoanLines(context, null)),
  serve(calls.getMcCardData, (context) => loadCompanyTotals(context, context.params.managementCompanyId)),
  serve(calls.getMitasNumbers, (context) => loadNumbers(context, context.params.propertyId, 'MITAS')),
  serve(calls.getNumbersByProject, (context) => loadNumbers(context, context.params.propertyId, null)),
  serve(calls.getProjectOptions, async ({ db }) => (await sql<never>`${optionsSql}`.execute(db)).rows),
  serve(calls.hasActiveLoans, async ({ db, params: { propertyId, year } }) => {
    const result = await sql<{
      ran: boolean | null
    }>`select exists (select from loan l where l.property_id = p.property_id and ${isRunningSql(year)}) as ran
      from property p where p.property_id = ${propertyId}`.execute(db)
    return result.rows[0]?.ran ?? refuse.notFound('This property')
  }),
]
