import { addDays, addMonths } from '#kernel/model/dates.ts'
import { suspensions } from '#modules/reserveSuspension/model/suspensions.ts'
import { loadFiled, walkersOf, wayTo } from '../filed.ts'
import type { DemoPart } from '../part.ts'

const statuses = [6, 5, 5, 4, 3, 2, 1]

/** Suspensions in every status, of the largest reserves. */
export default {
  after: ['replacementReserve'],
  load: async ({ client, portfolio, users, day }) => {
    const monitored = portfolio.properties.filter(({ reserve }) => reserve !== null)
    const month = (ahead: number) => `${addMonths(day, ahead).slice(0, 7)}-01`
    const values = { reason: 'The needs of ten years are covered.', start_month: month(1), end_month: month(12) }
    const records = statuses.map((statusId, index) => ({
      id: index + 1,
      propertyId: monitored[index]!.id,
      steps: wayTo(statusId, addDays(day, -40), walkersOf(users), statusId === 6 ? 'A new roof is due.' : null),
      values: { ...values, threshold_per_unit: statusId >= 4 ? 1000 : null },
    }))
    await loadFiled(client, suspensions, records)
  },
} satisfies DemoPart
