import type { ServerModule } from '#kernel/server/module.ts'
import { SettingProposal, SettingValue } from '../model/entities.ts'
import { served } from './index.ts'
import { settingToDo } from './toDo.ts'

export default {
  entities: [SettingValue, SettingProposal],
  served,
  toDos: [settingToDo],
} satisfies ServerModule
