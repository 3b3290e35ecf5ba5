import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    housingPriorityCertification: TableOf<typeof model.HousingPriorityCertification>
    housingPriorityCertificationSpecialNeeds: TableOf<typeof model.SpecialNeeds>
    lraContactChange: TableOf<typeof model.LraContactChange>
  }
}
