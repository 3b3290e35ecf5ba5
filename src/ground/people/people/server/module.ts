import type { ServerModule } from '#kernel/server/module.ts'
import { AppUser, Permission } from '../model/entities.ts'
import { served } from './index.ts'
import { searchable } from './search.ts'

export default {
  entities: [AppUser, Permission],
  served,
  searchable: [searchable],
} satisfies ServerModule
