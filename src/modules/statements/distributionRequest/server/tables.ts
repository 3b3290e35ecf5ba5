import type { TableOf } from '#kernel/server/tables.ts'
import type { DistributionRequest } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    distributionRequest: TableOf<typeof DistributionRequest>
  }
}
