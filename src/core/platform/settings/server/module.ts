import type { ServerModule } from '#kernel/server/module.ts'
import { SettingProposal, SettingValue } from '../model/entities.ts'
import { served } from './index.ts'

export default {
  entities: [SettingValue, SettingProposal],
  served,
} satisfies ServerModule
