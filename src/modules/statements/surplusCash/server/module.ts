import { sql } from 'kysely'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { methods } from '../model/computation.ts'
import * as model from '../model/entities.ts'
import { surplusSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { acceptedOnOthers, keepComputation, movingRights } from './keeping.ts'
import { storeDifference, storeFigure } from './payments.ts'
import { reckoned } from './reckoned.ts'
import { submissionFaults } from './surplus.ts'

/** The steps that lead away from an accepted statement. */
const opensAgain: readonly string[] = ['reopen', 'adminChange']

export default {
  entities: Object.values(model),
  served,
  settings: Object.values(surplusSettings),
  reckoned,
  toDos: [acceptedOnOthers],
  statementFollower: {
    needs: async (context, { afsId }, step) => (step === 'submit' ? submissionFaults(context, afsId) : []),
    after: async (context, row, step) => {
      if (row.statusId === RequestStatus.APPROVED || opensAgain.includes(step))
        await movingRights(context, row.propertyId, row.year + 1, async () => {
          await storeFigure(context, row)
          await keepComputation(context, row)
        })
      if (isDecided(row.statusId)) await storeDifference(context, row.afsId)
    },
  },
  distributionRates: () =>
    sql`select property_id, from_year, case method when ${methods[2]} then 0 when ${methods[1]} then 2 * rate else rate end from distribution_basis`,
  // Paid within a fiscal year, less what was repaid; null where nothing is known of the property’s rights.
  distributionsApproved: ({ propertyId, year }) => sql`select case
    when exists (select from yearly_distributions_accrued where property_id = ${propertyId})
      or exists (select from distribution_payment where property_id = ${propertyId})
    then (select coalesce(sum(paid), 0) from distribution_payment where property_id = ${propertyId} and year = ${year}) end`,
} satisfies ServerModule
