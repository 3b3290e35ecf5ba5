import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { serveFiles } from '#statement/server/index.ts'
import * as calls from '../model/calls.ts'
import { TCAP } from '../model/entities.ts'
import { quarterName } from '../model/periods.ts'
import { lockOpen, monthAt, months, saveLines, unimport } from './months.ts'
import { listed, loadProgram, programHooks, releaseHooks } from './programs.ts'
import { quarterAt, quarterId, quarters } from './quarters.ts'

/** The handlers of all calls of the quarterly program. */
export const served: Served[] = [
  ...serveController(calls.programs, programHooks),
  ...serveController(calls.releases, releaseHooks),
  serve(calls.getProgram, (context) => loadProgram(context, context.params.propertyId)),
  serve(calls.getProjectList, listed),
  serve(calls.getAdminList, listed),
  serve(calls.getByPeriod, (context) =>
    monthAt(context, context.params.projectId, context.params.periodDate),
  ),
  serve(calls.getByQuarter, (context) => quarterAt(context, context.params.projectId, context.params)),
  ...serveFiles(calls.files, {
    entity: TCAP,
    lockOpen,
    save: saveLines,
    back: unimport,
    detail: months.detail,
    lead: months.lead,
  }),
  serve(calls.updateQuarterStatus, async (context) => {
    const { projectId, status, ...yearQuarter } = context.params
    const id = (await quarterId(context, projectId, yearQuarter)) ?? refuse.notFound(quarterName(yearQuarter))
    return quarters.takeTo(context, id, status, context.body)
  }),
]
