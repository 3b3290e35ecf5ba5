import type { ServerModule } from '#kernel/server/module.ts'
import { AppUser, Permission } from '../model/entities.ts'
import { served, setKnownCalls } from './index.ts'
import { searchable } from './search.ts'

export default {
  entities: [AppUser, Permission],
  served,
  searchable: [searchable],
  connect: (modules) => setKnownCalls(modules.flatMap((one) => one.served ?? []).map((one) => one.call)),
} satisfies ServerModule
