import type { ServerModule } from '#kernel/server/module.ts'
import { PendingChange } from '../model/entities.ts'
import { pendingSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { changeToConfirm } from './toDos.ts'

export default {
  entities: [PendingChange],
  served,
  toDos: [changeToConfirm],
  settings: Object.values(pendingSettings),
} satisfies ServerModule
