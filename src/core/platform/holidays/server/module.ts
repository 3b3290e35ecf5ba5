import type { ServerModule } from '#kernel/server/module.ts'
import { Holiday } from '../model/entities.ts'
import { served } from './index.ts'

export default { entities: [Holiday], served } satisfies ServerModule
