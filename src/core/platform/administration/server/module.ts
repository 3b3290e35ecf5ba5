import type { ServerModule } from '#kernel/server/module.ts'
import { housekeeping } from './housekeeping.ts'
import { served } from './index.ts'

export default {
  served,
  jobs: [housekeeping],
} satisfies ServerModule
