import { type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { loadMonth, loadMonthHistory } from './occupancies.ts'
import { saveRows } from './savingMany.ts'
import { submitMany } from './submittingMany.ts'
import { loadListedProperties, loadWorksheet } from './worksheet.ts'

export {
  daysLateSql,
  isMissingSql,
  isNotReportedSql,
  occupancyTaskType,
  unitTypeMonths,
} from './sql.ts'

/** The handlers of the occupancy calls beyond those of the review. */
export const served: Served[] = [
  serve(calls.getWorksheet, (context) => loadWorksheet(context, context.params.userId, context.query)),
  serve(calls.getByUserId, (context) =>
    loadListedProperties(context, context.params.userId, context.query.month),
  ),
  serve(calls.getOccupancyHistory, (context) =>
    loadMonthHistory(context, context.params.projectId, context.query.numMonths ?? 12),
  ),
  serve(calls.getOccupancy, (context) => {
    const { projectId, projectOccupancyId } = context.params
    return loadMonth(context, projectId, projectOccupancyId, context.query.month)
  }),
  serve(calls.saveOccupancy, (context) => saveRows(context, context.body)),
  serve(calls.submitReady, (context) => submitMany(context, context.body.rows)),
]
