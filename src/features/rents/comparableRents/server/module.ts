import type { ServerModule } from '#kernel/server/module.ts'
import { ComparableRent } from '../model/entities.ts'
import { comparableSettings } from '../model/settings.ts'
import { served } from './index.ts'

export default {
  entities: [ComparableRent],
  served,
  settings: Object.values(comparableSettings),
} satisfies ServerModule
