import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { identityHandlers } from './index.ts'
import { identitySheetParts } from './sheet.ts'

const { PropertyFormerName, PropertyPartner, PropertyProgramNumber, CreditAllocation } = entities
const identityEntities = [PropertyFormerName, PropertyPartner, PropertyProgramNumber, CreditAllocation]

export default {
  entities: identityEntities,
  served: identityHandlers,
  propertyFile: identityEntities,
  factSheet: identitySheetParts,
} satisfies ServerModule
