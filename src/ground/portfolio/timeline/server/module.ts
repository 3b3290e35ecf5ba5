import type { ServerModule } from '#kernel/server/module.ts'
import { served } from './index.ts'
import { ownSources } from './ownSources.ts'

export default { served, timeline: ownSources } satisfies ServerModule
