import type { ServerModule } from '#kernel/server/module.ts'
import { served } from './index.ts'
import { ownParts } from './ownParts.ts'

export default { served, factSheet: ownParts } satisfies ServerModule
