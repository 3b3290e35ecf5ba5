import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { saveLines, serveReview } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type AllowanceRow, allowances as declared } from '../model/allowances.ts'
import { type LineInput, UtilityAllowanceLine } from '../model/entities.ts'
import { getLastQuarter, getQuarterEnd, getQuarterName, type Quarter } from '../model/quarter.ts'
import { loadDueQuarter } from './due.ts'
import { createInitialLines, loadAllowanceFacts } from './inputs.ts'

const MAX_LINES = 200

/**
 * Checks a new record and returns its quarter, by default the one due next. Refuses a second record for a
 * quarter, and a quarter that is not over.
 */
async function checkNewRecord(context: AnyContext, propertyId: number, payload: Partial<Quarter>) {
  const { year, quarter } = payload
  const period = year && quarter ? { year, quarter } : await loadDueQuarter(context, propertyId)
  const [existing] = await allowances.lines(
    context,
    sql`r.property_id = ${propertyId} and r.year = ${period.year} and r.quarter = ${period.quarter}`,
    sql`limit 1`,
  )
  const label = getQuarterName(period).toLowerCase()
  if (existing)
    refuse.rule(
      `The allowances of ${label} are ${existing.requestNumber} already.`,
      [],
      buildRecordLink(declared, existing),
    )
  const last = getQuarterEnd(getLastQuarter(context.settings.today()))
  if (getQuarterEnd(period) > last)
    refuse.rule(`The allowances of ${label} are filed once the quarter is over.`)
  return period
}

/** Stores the submitted lines. A new record without lines gets its initial lines. */
async function storeLines(
  context: AnyContext,
  row: AllowanceRow,
  submittedLines: readonly LineInput[] | undefined,
) {
  const id = row.utilityAllowanceId
  if (submittedLines === undefined && row.version > 1) return
  const lines = submittedLines ?? createInitialLines(row, await loadAllowanceFacts(context, row))
  const linesToSave = lines.map((line) => ({ ...line, tenantPays: line.tenantPays ?? [] }))
  await saveLines(context, UtilityAllowanceLine, { ...row, id }, linesToSave, 'unsent', MAX_LINES)
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<AllowanceRow, 'propertyId'>) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.UtilityAllowance, propertyId })

/** The server side of the review of utility allowances. */
export const allowances = serveReview(declared, {
  detail: loadAllowanceFacts,
  line: {
    select: sql`r.year, r.quarter, r.year || ' Q' || r.quarter as period, r.no_change, l.unit_types,
      l.highest`,
    joins: sql`left join lateral (select count(*)::integer as unit_types, max(utility_allowance) as highest
      from utility_allowance_line l where l.utility_allowance_id = r.utility_allowance_id) l on true`,
  },
  begin: (context, { propertyId }, values) =>
    checkNewRecord(context, propertyId ?? 0, values as Partial<Quarter>),
  saved: async (context, row, { lines }) => {
    await storeLines(context, row, lines as LineInput[] | undefined)
    if (row.version === 1) await refreshTasks(context, row)
  },
  followed: refreshTasks,
  mailLines: ({ lines, year, quarter }) => [
    `${getQuarterName({ year, quarter })}: ${lines.length === 1 ? 'one unit type' : `${lines.length} unit types`}.`,
  ],
  toDo: sql`'quarter ' || r.quarter || ' of ' || r.year`,
  due: sql`case when r.status_id = ${RequestStatus.NOT_SUBMITTED} then (select i.due_date from task_instance i
    where i.property_id = r.property_id and i.task_type_id = ${TaskType.UtilityAllowance}
      and i.period_end = (make_date(r.year, r.quarter * 3, 1) + interval '1 month - 1 day')::date limit 1)
      end`,
})
