import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { checkFilingAllowed } from '#core/portfolio/tasks/server/index.ts'
import { serveFileCalls } from '#engines/worksheet/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { type BudgetRow, budgets as declared } from '../model/budgets.ts'
import * as calls from '../model/calls.ts'
import { Budget, type Totals } from '../model/entities.ts'
import { budgetSettings } from '../model/settings.ts'
import { computeCoverage } from '../model/worksheet.ts'
import { budgets, getNextBudgetYear, saveLines, unimport } from './budgets.ts'
import { debtServiceHandler } from './debtService.ts'
import { loadYearFacts } from './inputs.ts'

export {
  approvedBudgetSql,
  describeBudget,
  type SubmittedBudget,
  submittedBudgetSql,
} from './inputs.ts'
export { type BudgetRecord, getYearToDate, yearToDateSql } from './yearToDate.ts'

/** Locks and returns a budget that the caller may still edit; refuses otherwise (409). */
async function lockEditable(context: AnyContext, id: number): Promise<BudgetRow> {
  const row = await lockRow(context, Budget, id)
  if (!canEdit(declared.flow, row, context.actor))
    refuse.conflict('This budget has been submitted and can no longer be edited here.')
  return row
}

type CoverageRow = {
  budgetId: number
  budgetYear: number
  statusId: number
  submitted: string | null
  totals: Totals | null
  approvedTotals: Totals | null
}

/**
 * Loads the debt coverage of every budget of a property, newest first. Runs one SQL statement, not counting
 * that for the setting.
 */
async function loadCoverageLines(context: AnyContext, propertyId: number) {
  const afterReserve = await context.settings.get(budgetSettings.coverageAfterReserve)
  const result = await sql<CoverageRow>`select budget_id, budget_year, status_id, submitted, totals,
      case when ${statusIs.decided()} or (select kernel.is_agency()) then approved_totals
      end as approved_totals
    from budget where property_id = ${propertyId} order by budget_year desc`.execute(context.db)
  return result.rows.map(({ totals, approvedTotals, submitted, ...line }) => {
    const effectiveTotals = approvedTotals ?? totals
    return {
      ...line,
      statusLabel: declared.labelOf(line.statusId, submitted),
      operatingIncome: effectiveTotals?.operatingIncome ?? null,
      reserveDeposits: effectiveTotals?.reserveDeposits ?? null,
      debtService: effectiveTotals?.debtService ?? null,
      proposed: totals && computeCoverage(totals, afterReserve),
      approved: approvedTotals && computeCoverage(approvedTotals, afterReserve),
    }
  })
}

const [FIRST_YEAR, LAST_YEAR] = [1990, 2200]

type Header = { propertyName: string; companyName: string | null; fiscalYearEndMonth: number }

const readCalls: Served[] = [
  serve(calls.getBudget, async (context) => {
    const { projectId: propertyId, year } = context.params
    if (year < FIRST_YEAR || year > LAST_YEAR) refuse.notFound('A budget of this year')
    const existing = await context.db
      .selectFrom('budget')
      .select('budgetId')
      .where('propertyId', '=', propertyId)
      .where('budgetYear', '=', year)
      .executeTakeFirst()
    if (existing) return budgets.detail(context, existing.budgetId)
    return budgets.empty(context, { propertyId, managementCompanyId: null }, { budgetYear: year })
  }),

  serve(calls.getByUserId, async (context) => {
    const { db, actor, settings, params } = context
    const userId = params.userId || actor.userId
    if (userId !== actor.userId && !isAgency(actor)) refuse.notFound('This person')
    return getListedBudgets((await listedSql(userId, settings.today()).execute(db)).rows)
  }),

  serve(calls.getBudgetDcrs, (context) => loadCoverageLines(context, context.params.projectId)),

  serve(calls.getProjectHeader, async (context) => {
    const { propertyId } = context.params
    const result =
      await sql<Header>`select p.name as property_name, c.name as company_name, p.fiscal_year_end_month
      from property p left join management_company c using (management_company_id)
      where p.property_id = ${propertyId}`.execute(context.db)
    const header = result.rows[0] ?? refuse.notFound('This property')
    const budgetYear = await getNextBudgetYear(context, propertyId)
    const { units, rents, requiredDeposits } = await loadYearFacts(context, {
      propertyId,
      budgetYear,
      months: 12,
    })
    const filing = await checkFilingAllowed(context, propertyId, TaskType.Budget)
    return {
      ...header,
      propertyId,
      units,
      budgetYear,
      requiredDeposits,
      approvedRents: rents,
      ...filing,
      coverage: await loadCoverageLines(context, propertyId),
    }
  }),
]

type ListedRow = {
  propertyId: number
  propertyName: string
  companyName: string | null
  units: number
  budgetYear: number
  budgetId: number | null
  statusId: number | null
  submitted: string | null
  dueDate: string | null
}

/**
 * SQL: the properties for which a person files budgets and that the caller may also see, each with its next
 * budget and its due date.
 */
const listedSql = (userId: number, today: string) => sql<ListedRow>`
  select p.property_id, p.name as property_name, c.name as company_name, p.total_units as units,
  y.year as budget_year,
    b.budget_id, b.status_id, b.submitted, t.due_date
  from property p left join management_company c using (management_company_id)
  cross join (select kernel.scope(${userId}, 'Budget', 'read') as properties) s
  cross join lateral (select extract(year from ${today}::date)::integer
    + case when extract(month from ${today}::date) > p.fiscal_year_end_month then 2 else 1 end as year) y
  left join budget b on b.property_id = p.property_id and b.budget_year = y.year
  left join lateral (select due_date from task_instance i where i.property_id = p.property_id
  and i.task_type_id = ${TaskType.Budget}
    and extract(year from i.period_end) = y.year order by i.due_date limit 1) t on true
  where p.status_id in (${sqlPropertyStatus.Active}, ${sqlPropertyStatus.Inactive}) and (s.properties is null
  or p.property_id = any (s.properties))
    and (b.budget_id is not null or exists (select from task_instance i where i.property_id = p.property_id
    and i.task_type_id = ${TaskType.Budget}))
  order by lower(p.name), p.property_id`

const getListedBudgets = (rows: readonly ListedRow[]) =>
  rows.map(({ submitted, ...row }) => ({
    ...row,
    statusLabel: row.statusId === null ? 'Not Started' : declared.labelOf(row.statusId, submitted),
  }))

const writeCalls: Served[] = [
  serve(
    calls.certify,
    async (context) => {
      const { id } = context.params
      const { version } = await lockEditable(context, id)
      await refuseStaleVersion(context, Budget, id, context.body?.version, version)
      const certifiedAt = context.services.now().toISOString()
      await updateRow(context, Budget, id, {
        certified: true,
        certificationId: context.actor.userId,
        certifiedAt,
      })
      return budgets.detail(context, id)
    },
    budgets.lead,
  ),

  ...serveFileCalls(calls.files, {
    entity: Budget,
    lockOpen: lockEditable,
    save: (context, row, lines, imported) => saveLines(context, row, lines, { imported }),
    back: unimport,
    detail: budgets.detail,
    lead: budgets.lead,
  }),
]

/** The handlers of all calls of budgets. */
export const served: Served[] = [...readCalls, debtServiceHandler, ...writeCalls]
