import type { ServerModule } from '#kernel/server/module.ts'
import { Resyndication, ResyndicationType } from '../model/entities.ts'
import { served } from './index.ts'

export default { entities: [ResyndicationType, Resyndication], served } satisfies ServerModule
