import type { ServerModule } from '#kernel/server/module.ts'
import * as entities from '../model/entities.ts'
import { characteristicHandlers } from './index.ts'

export default { entities: Object.values(entities), served: characteristicHandlers } satisfies ServerModule
