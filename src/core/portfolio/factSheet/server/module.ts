import type { ServerModule } from '#kernel/server/module.ts'
import { served } from './index.ts'
import { propertySheetParts } from './ownParts.ts'

export default { served, factSheet: propertySheetParts } satisfies ServerModule
