import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { served } from './index.ts'

export default { entities: Object.values(entities), served } satisfies ServerModule
