import type { ServerModule } from '#kernel/server/module.ts'
import { FinancialInstitution, PropertyFinancialInstitution } from '../model/entities.ts'
import { served } from './index.ts'

export default {
  entities: [FinancialInstitution, PropertyFinancialInstitution],
  served,
} satisfies ServerModule
