import { sql } from 'kysely'
import { buildChart, type Chart } from '#core/money/chart/model/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import {
  type ChangedLine,
  createImportOptions,
  type ImportedFile,
  type ImportTarget,
  saveFigures,
  undoImport,
} from '#engines/worksheet/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { type BudgetRow, type Detail, budgets as declared } from '../model/budgets.ts'
import { BudgetLine, type ColumnKey, companyColumns } from '../model/entities.ts'
import { budgetSettings } from '../model/settings.ts'
import { computeBudgetTotals } from '../model/worksheet.ts'
import { getCarriedForward, loadBudgetInputs, loadYearFacts } from './inputs.ts'
import { buildApprovalLetter, buildDenialLetter, getApprovalMailLines } from './letters.ts'

/** Returns the year for which the next budget is begun: the year after the current fiscal year. */
export async function getNextBudgetYear({ db, settings }: AnyContext, propertyId: number): Promise<number> {
  const result = await sql<{ year: number }>`select extract(year from d.today)::integer
      + case when extract(month from d.today) > p.fiscal_year_end_month then 2 else 1 end as year
    from property p, (select ${settings.today()}::date as today) d
    where p.property_id = ${propertyId}`.execute(db)
  return result.rows[0]?.year ?? Number(settings.today().slice(0, 4)) + 1
}

/** Returns the first values of a new budget. Refuses if the property already has one for the year. */
async function beginBudget(context: AnyContext, propertyId: number, payload: { budgetYear?: number | null }) {
  const budgetYear = payload.budgetYear ?? (await getNextBudgetYear(context, propertyId))
  const [existing] = await budgets.lines(
    context,
    sql`r.property_id = ${propertyId} and r.budget_year = ${budgetYear}`,
    sql`limit 1`,
  )
  if (existing)
    refuse.rule(
      `The ${budgetYear} budget of this property is ${existing.requestNumber} already.`,
      [],
      buildRecordLink(declared, { ...existing, propertyId, budgetYear }),
    )
  return { budgetYear, months: 12 }
}

/** Stores the totals of the proposed and approved columns, which lists read. */
async function storeTotals(
  { db }: AnyContext,
  { budgetId }: BudgetRow,
  chart: Chart,
  lines: Detail['lines'],
): Promise<void> {
  const [proposed, approved] = (['proposed', 'approved'] as const).map((column) =>
    lines.some((line) => line[column] !== null)
      ? JSON.stringify(computeBudgetTotals(createColumnReader(chart, lines, column)))
      : null,
  )
  await sql`update budget set totals = ${proposed}::jsonb, approved_totals = ${approved}::jsonb
    where budget_id = ${budgetId}
    and (totals, approved_totals) is distinct from (${proposed}::jsonb, ${approved}::jsonb)`.execute(db)
}

/** Adds the carried figures to the sent lines. Columns that are carried cannot be entered. */
function addCarriedFigures(sentLines: readonly ChangedLine[], inputs: CarrySources): ChangedLine[] {
  const clearedColumns = {
    ...(inputs.prior && { priorActual: null }),
    ...(inputs.last && { currentBudget: null }),
  }
  const carriedByCode = new Map(getCarriedForward(inputs, inputs.accounts).map((line) => [line.code, line]))
  const sentByCode = new Map(sentLines.map((line) => [line.code, line]))
  // A code that is sent twice stays twice, so that the save refuses it.
  const remaining = [...carriedByCode.keys()]
    .filter((code) => !sentByCode.has(code))
    .map((code): ChangedLine => ({ code }))
  return [...sentLines, ...remaining].map((line) => ({
    ...line,
    ...clearedColumns,
    ...carriedByCode.get(line.code),
  }))
}
type CarrySources = Pick<Detail, 'last' | 'prior' | 'accounts'>

/** Returns a budget in the shape that imports of figures need. */
const getImportRecord = (row: BudgetRow): ImportTarget => ({
  ...row,
  id: row.budgetId,
  history: declared.flow.entity,
})

/** Stores figures and the totals that follow from them. Runs three SQL statements. */
export async function saveLines(
  context: AnyContext,
  row: BudgetRow,
  lines: readonly ChangedLine[],
  { columns = companyColumns, imported }: { columns?: readonly ColumnKey[]; imported?: ImportedFile } = {},
): Promise<void> {
  const inputs = await loadBudgetInputs(context, row)
  const { last, prior } = inputs
  const chart = buildChart(inputs.accounts)
  const sourcesByColumn: Partial<Record<string, string>> = {
    ...(prior && { priorActual: `the ${prior.year} statement, ${prior.requestNumber}` }),
    ...(last && { currentBudget: `the ${last.budgetYear} budget, ${last.requestNumber}` }),
  }
  const importedOptions = imported && createImportOptions(context, BudgetLine, getImportRecord(row), imported)
  const saved = await saveFigures(context, BudgetLine, {
    record: { id: row.budgetId, propertyId: row.propertyId },
    chart,
    storedLines: inputs.lines,
    changedLines: columns === companyColumns ? addCarriedFigures(lines, inputs) : lines,
    columns,
    ...importedOptions,
    from: (code, column) => {
      const source = sourcesByColumn[column]
      return source ? { carried: source } : (importedOptions?.from(code, column) ?? {})
    },
  })
  await storeTotals(context, row, chart, saved)
}

/** Undoes the last import and updates the totals. */
export async function unimport(context: AnyContext, row: BudgetRow): Promise<void> {
  const { accounts, lines: present } = await loadBudgetInputs(context, row)
  const { lines } = await undoImport(context, BudgetLine, getImportRecord(row), present)
  await storeTotals(context, row, buildChart(accounts), lines)
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<BudgetRow, 'propertyId'>) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.Budget, propertyId })

/** What steps of budgets do in addition to the common steps. */
const stepEffects: Record<string, (context: AnyContext, row: BudgetRow) => Promise<unknown>> = {
  // Stores with the budget the rents approved at submission, and its certifier.
  submit: async (context, row) => {
    const { rents } = await loadYearFacts(context, row)
    await sql`update budget set approved_rents = ${rents}, certification_id = ${context.actor.userId},
      certified_at = coalesce(certified_at, ${context.services.now().toISOString()})
      where budget_id = ${row.budgetId}`.execute(context.db)
  },
  // Copies the proposed amounts to the approved column, which the agency then edits.
  startReview: ({ db }, row) =>
    sql`update budget_line set approved = proposed where budget_id = ${row.budgetId}
      and approved is null`.execute(db),
  return: ({ db }, row) =>
    sql`update budget set approved_rents = null where budget_id = ${row.budgetId}`.execute(db),
}
stepEffects.submitOnBehalf = stepEffects.submit!
stepEffects.recall = stepEffects.return!

/** The server side of budgets. */
export const budgets = serveReview(declared, {
  detail: async (context, row) => {
    const inputs = await loadBudgetInputs(context, row)
    const canSeeApproved =
      isDecided(row.statusId) || context.actor.roles.some((role) => role === 1 || role === 2)
    return canSeeApproved
      ? inputs
      : { ...inputs, lines: inputs.lines.map((line) => ({ ...line, approved: null })) }
  },
  line: async (context) => {
    const deposits = (await context.settings.get(budgetSettings.coverageAfterReserve))
      ? sql`(t.of ->> 'reserveDeposits')::numeric`
      : sql`0`
    return {
      select: sql`r.budget_year, r.totals, t.seen as approved_totals,
        (coalesce(t.seen, r.totals) ->> 'revenue')::numeric as revenue, (coalesce(t.seen,
        r.totals) ->> 'expenses')::numeric as expenses,
        trunc(((t.of ->> 'operatingIncome')::numeric - ${deposits}) / nullif(greatest((t.of ->>
        'debtService')::numeric, 0), 0), 4) as coverage`,
      joins: sql`cross join lateral (select case
        when r.status_id = ${sqlStatus.APPROVED} then coalesce(r.approved_totals, r.totals) else r.totals
        end as of,
        case when ${statusIs.decided('r')} or (select kernel.is_agency()) then r.approved_totals
        end as seen) t`,
    }
  },
  begin: (context, { propertyId }, values) =>
    beginBudget(context, propertyId ?? 0, values as { budgetYear?: number }),
  saved: async (context, row, { lines = [] }) => {
    await saveLines(context, row, lines as ChangedLine[])
    // The first save updates the task. Later saves change nothing about that.
    if (row.version === 1) await refreshTasks(context, row)
  },
  reviewSaved: (context, row, { lines = [] }) =>
    saveLines(context, row, lines as ChangedLine[], { columns: ['approved'] }),
  steps: Object.fromEntries(
    Object.keys(declared.flow.steps).map((name) => [
      name,
      {
        after: async (context, row) => {
          await stepEffects[name]?.(context, row)
          await refreshTasks(context, row)
        },
      },
    ]),
  ),
  mailLines: (detail: Detail) => getApprovalMailLines(detail),
  letters: { approve: buildApprovalLetter, deny: buildDenialLetter },
  toDo: sql`r.budget_year || ' budget'`,
})
