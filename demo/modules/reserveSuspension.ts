import { addDays, addMonths } from '#kernel/model/dates.ts'
import { suspensions } from '#modules/reserveSuspension/model/suspensions.ts'
import { loadFiled, wayTo } from '../filed.ts'
import type { DemoPart } from '../part.ts'

const statuses = [1, 2, 3, 4, 5, 5, 6]

/** Suspensions in every status, of the largest reserves. */
export default {
  after: ['replacementReserve'],
  numbered: { replacement_reserve_suspension: 'replacement_reserve_suspension_id' },
  load: async ({ client, portfolio, users, day }) => {
    const by = (name: string) => users.get(name) ?? 1
    const walkers = { company: by('company.admin'), analyst: by('agency.write'), manager: by('agency.manager') }
    const begun = addDays(day, -40)
    const monitored = portfolio.properties.filter(({ reserve }) => reserve !== null).slice(0, statuses.length)
    const months = {
      start_month: `${addMonths(day, 1).slice(0, 7)}-01`,
      end_month: `${addMonths(day, 12).slice(0, 7)}-01`,
    }
    const records = monitored.map(({ id: propertyId }, index) => ({
      id: index + 1,
      propertyId,
      steps: wayTo(statuses[index] ?? 1, begun, walkers, statuses[index] === 6 ? 'A new roof is due next year.' : null),
      values: { ...months, reason: 'The needs of ten years are covered.', threshold_per_unit: index > 2 ? 1000 : null },
    }))
    await loadFiled(client, suspensions, records)
  },
} satisfies DemoPart
