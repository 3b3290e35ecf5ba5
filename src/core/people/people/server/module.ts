import type { ServerModule } from '#kernel/server/module.ts'
import { AppUser, Permission } from '../model/entities.ts'
import { served } from './index.ts'
import { mailChangesJob } from './mailedChanges.ts'
import { mailedTables } from './mailedTables.ts'
import { searchable } from './search.ts'

export default {
  entities: [AppUser, Permission],
  served,
  searchable: [searchable],
  jobs: [mailChangesJob],
  mailedChanges: mailedTables,
} satisfies ServerModule
