import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    surplusCash: TableOf<typeof model.SurplusCash>
    computationOfDistributions: TableOf<typeof model.ComputationOfDistributions>
    distributionBasis: TableOf<typeof model.DistributionBasis>
    distributionPayment: TableOf<typeof model.DistributionPayment>
    yearlyDistributionsAccrued: TableOf<typeof model.YearlyDistributionsAccrued>
  }
}
