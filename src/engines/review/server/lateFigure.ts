import type { AnyContext } from '#kernel/server/serve.ts'
import { isLate, isNotAssigned } from '../model/work.ts'
import { loadOtherWork } from './otherWork.ts'
import { kits, OPEN, openLines } from './work.ts'

/** The portfolio screen's number of records past their promised day, counted as in the work list. */
export const lateFigure = {
  title: 'Decisions overdue',
  order: 1,
  better: 'less' as const,
  to: '/Work?view=All&day=late',
  find: async (context: AnyContext) => {
    const [records, otherRows] = await Promise.all([
      openLines(context, OPEN),
      loadOtherWork(context, kits().keys()),
    ])
    const day = context.settings.today()
    const late = [...records, ...otherRows].filter((row) => isLate(row, day))
    const unassignedCount = late.filter(isNotAssigned).length
    return { value: late.length, note: `${unassignedCount} not assigned` }
  },
}
