import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { served } from './index.ts'

export default {
  entities: Object.values(model).filter((one) => typeof one === 'object'),
  served,
} satisfies ServerModule
