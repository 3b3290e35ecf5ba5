import { sql } from 'kysely'
import { isDecided } from '#kernel/model/status.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { surplusSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { keepDifference } from './payments.ts'
import { reckoned } from './reckoned.ts'
import { submissionFaults } from './surplus.ts'

export default {
  entities: Object.values(model),
  served,
  settings: Object.values(surplusSettings),
  reckoned,
  statementFollower: {
    needs: async (context, { afsId }, step) => (step === 'submit' ? submissionFaults(context, afsId) : []),
    after: async (context, row) => (isDecided(row.statusId) ? keepDifference(context, row.afsId) : undefined),
  },
  // Paid within a fiscal year, less what was repaid; null where nothing is known of the property’s rights.
  distributionsApproved: ({ propertyId, year }) => sql`select case
    when exists (select from yearly_distributions_accrued where property_id = ${propertyId})
      or exists (select from distribution_payment where property_id = ${propertyId})
    then (select coalesce(sum(paid), 0) from distribution_payment where property_id = ${propertyId} and year = ${year}) end`,
} satisfies ServerModule
