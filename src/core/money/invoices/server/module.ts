import type { ServerModule } from '#kernel/server/module.ts'
import { Invoice } from '../model/entities.ts'
import { replaceVendor } from './index.ts'
import { searchable } from './search.ts'

export default {
  entities: [Invoice],
  searchable: [searchable],
  vendorReplaced: replaceVendor,
} satisfies ServerModule
