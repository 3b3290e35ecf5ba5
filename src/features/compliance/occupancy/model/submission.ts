import { formatDate, monthName } from '#kernel/model/dates.ts'
import type { MonthDetail } from './occupancies.ts'

/** Names the submitted month, and says what follows: the same before the submission and after it. */
export const describeSubmission = ({
  periodDate,
  acceptsOn,
}: Pick<MonthDetail, 'periodDate' | 'acceptsOn'>): { title: string; next: string } => ({
  title: `occupancy of ${monthName(periodDate)}`,
  next: `It is accepted on ${formatDate(acceptsOn, 'MM/DD/YYYY')}, unless you take it back or the agency returns it before that day.`,
})
