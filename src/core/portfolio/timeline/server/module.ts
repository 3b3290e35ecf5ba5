import type { ServerModule } from '#kernel/server/module.ts'
import { served } from './index.ts'
import { propertyTimelineSources } from './ownSources.ts'

export default { served, timeline: propertyTimelineSources } satisfies ServerModule
