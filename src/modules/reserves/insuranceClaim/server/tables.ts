import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    insuranceClaim: TableOf<typeof model.InsuranceClaim>
    insuranceClaimItem: TableOf<typeof model.InsuranceClaimItem>
    insuranceClaimTypeOfLoss: TableOf<typeof model.InsuranceClaimTypeOfLoss>
    insuranceCheck: TableOf<typeof model.InsuranceCheck>
    insuranceRequest: TableOf<typeof model.InsuranceRequest>
    insuranceRequestItem: TableOf<typeof model.InsuranceRequestItem>
  }
}
