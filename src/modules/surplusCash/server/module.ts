import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { surplusSettings } from '../model/settings.ts'
import { served } from './index.ts'

export default {
  entities: Object.values(model),
  served,
  settings: Object.values(surplusSettings),
} satisfies ServerModule
