import { sql } from 'kysely'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { methods } from '../model/computation.ts'
import * as model from '../model/entities.ts'
import { surplusSettings } from '../model/settings.ts'
import {
  changedBasisToDo,
  clearDecision,
  compareAccepted,
  runRightsChange,
  storeDecision,
} from './accepted.ts'
import { pendingRight } from './accruals.ts'
import { pendingBasis } from './computation.ts'
import { surplusCashRules } from './computationRules.ts'
import { served } from './index.ts'
import { pendingPayment } from './payments.ts'
import { checkSubmission } from './surplus.ts'

/** The steps that leave an accepted statement. */
const reopeningSteps: readonly string[] = ['reopen', 'adminChange']

export default {
  entities: Object.values(model),
  served,
  settings: Object.values(surplusSettings),
  computationRules: surplusCashRules,
  pendingChanges: [pendingRight, pendingBasis, pendingPayment],
  toDos: [changedBasisToDo],
  statementFollower: {
    needs: async (context, { afsId }, step) => (step === 'submit' ? checkSubmission(context, afsId) : []),
    after: async (context, row, step) => {
      const { propertyId, year, statusId } = row
      if (reopeningSteps.includes(step))
        await runRightsChange(context, propertyId, year + 1, () =>
          isDecided(statusId) ? storeDecision(context, row) : clearDecision(context, row),
        )
      else if (isDecided(statusId)) {
        await storeDecision(context, row)
        // A correction before acceptance may change later years.
        if (statusId === RequestStatus.APPROVED) await compareAccepted(context, propertyId, year + 1)
      }
    },
  },
  distributionRates: () =>
    sql`select property_id, from_year, case method when ${methods[2]} then 0 when ${methods[1]} then 2 * rate
      else rate end from distribution_basis`,
  developmentCosts: () =>
    sql`select property_id, from_year, development_cost, mortgage_principal from distribution_basis`,
  // The amount paid within a fiscal year, less repayments. Null if the portal has no data on the property's
  // rights.
  distributionsApproved: ({ propertyId, year }) => sql`select case
    when exists (select from yearly_distributions_accrued where property_id = ${propertyId})
      or exists (select from distribution_payment where property_id = ${propertyId})
    then (select coalesce(sum(paid), 0) from distribution_payment where property_id = ${propertyId}
    and year = ${year}) end`,
} satisfies ServerModule
