import type { ServerModule } from '#kernel/server/module.ts'
import { served, setSearchable } from './index.ts'

export default {
  served,
  connect: (modules) => setSearchable(modules.flatMap((one) => one.searchable ?? [])),
} satisfies ServerModule
