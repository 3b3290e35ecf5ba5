import type { ServerModule } from '#kernel/server/module.ts'
import { PendingChange } from '../model/entities.ts'
import { pendingSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { changeToConfirmToDo, mergeToDo, settingToDo } from './toDos.ts'

export default {
  entities: [PendingChange],
  served,
  toDos: [changeToConfirmToDo, settingToDo, mergeToDo],
  settings: Object.values(pendingSettings),
} satisfies ServerModule
