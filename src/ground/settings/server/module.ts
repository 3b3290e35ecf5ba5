import type { ServerModule } from '#kernel/server/module.ts'
import { SettingValue } from '../model/entities.ts'
import { served, setSettings } from './index.ts'

export default {
  entities: [SettingValue],
  served,
  connect: (modules) => setSettings(modules.flatMap((one) => one.settings ?? [])),
} satisfies ServerModule
