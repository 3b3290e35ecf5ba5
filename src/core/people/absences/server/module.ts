import type { ServerModule } from '#kernel/server/module.ts'
import { Absence } from '../model/entities.ts'
import { served } from './index.ts'

export default { entities: [Absence], served } satisfies ServerModule
