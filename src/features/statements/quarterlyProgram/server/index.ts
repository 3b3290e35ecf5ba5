import { serveFileCalls } from '#engines/worksheet/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { TCAP } from '../model/entities.ts'
import { formatQuarter } from '../model/periods.ts'
import { loadMonthOfDay, lockEditable, months, saveLines, unimport } from './months.ts'
import { listPrograms, loadProgram, programHooks, releaseHooks } from './programs.ts'
import { findQuarterId, loadQuarter, quarters } from './quarters.ts'

export { yearlyVisitsSql } from './sql.ts'

/** The handlers of all calls of the quarterly program. */
export const served: Served[] = [
  ...serveController(calls.programs, programHooks),
  ...serveController(calls.releases, releaseHooks),
  serve(calls.getProgram, (context) => loadProgram(context, context.params.propertyId)),
  serve(calls.getProjectList, listPrograms),
  serve(calls.getAdminList, listPrograms),
  serve(calls.getByPeriod, (context) =>
    loadMonthOfDay(context, context.params.projectId, context.params.periodDate),
  ),
  serve(calls.getByQuarter, (context) => loadQuarter(context, context.params.projectId, context.params)),
  ...serveFileCalls(calls.files, {
    entity: TCAP,
    lockOpen: lockEditable,
    save: saveLines,
    back: unimport,
    detail: months.detail,
    lead: months.lead,
  }),
  serve(calls.updateQuarterStatus, async (context) => {
    const { projectId, status, ...yearQuarter } = context.params
    const id =
      (await findQuarterId(context, projectId, yearQuarter)) ?? refuse.notFound(formatQuarter(yearQuarter))
    return quarters.takeTo(context, id, status, context.body)
  }),
]
