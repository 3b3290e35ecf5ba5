import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { served } from './index.ts'
import { sheetOfIdentity } from './sheet.ts'

const { PropertyFormerName, PropertyPartner, PropertyProgramNumber, CreditAllocation } = entities
const identityEntities = [PropertyFormerName, PropertyPartner, PropertyProgramNumber, CreditAllocation]

export default {
  entities: identityEntities,
  served,
  propertyFile: identityEntities,
  factSheet: sheetOfIdentity,
} satisfies ServerModule
