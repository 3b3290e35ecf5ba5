import { sql } from 'kysely'
import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { surplusSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { reckoned } from './reckoned.ts'
import { submissionFaults } from './surplus.ts'

export default {
  entities: Object.values(model),
  served,
  settings: Object.values(surplusSettings),
  reckoned,
  statementFollower: {
    needs: async (context, { afsId }, step) => (step === 'submit' ? submissionFaults(context, afsId) : []),
  },
  // Paid within a fiscal year, whether by a request or set by hand; null where nothing is known of the property’s rights.
  distributionsApproved: ({
    propertyId,
    year,
  }) => sql`select case when count(*) > 0 then coalesce(sum(paid) filter (where year = ${year}), 0) end
    from yearly_distributions_accrued where property_id = ${propertyId}`,
} satisfies ServerModule
