import type { ServerModule } from '#kernel/server/module.ts'
import { served } from './index.ts'

export default {
  served,
} satisfies ServerModule
