import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { served } from './index.ts'
import { sheetOfIdentity } from './sheet.ts'

const { PropertyFormerName, PropertyPartner, PropertyProgramNumber, CreditAllocation } = entities
const own = [PropertyFormerName, PropertyPartner, PropertyProgramNumber, CreditAllocation]

export default { entities: own, served, propertyFile: own, factSheet: sheetOfIdentity } satisfies ServerModule
