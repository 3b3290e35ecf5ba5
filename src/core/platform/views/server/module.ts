import type { ServerModule } from '#kernel/server/module.ts'
import { SavedView } from '../model/entities.ts'
import { served } from './index.ts'

export default { entities: [SavedView], served } satisfies ServerModule
