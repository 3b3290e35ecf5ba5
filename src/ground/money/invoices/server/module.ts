import type { ServerModule } from '#kernel/server/module.ts'
import { Invoice } from '../model/entities.ts'
import { changeVendor } from './index.ts'
import { searchable } from './search.ts'

export default {
  entities: [Invoice],
  searchable: [searchable],
  vendorReplaced: changeVendor,
} satisfies ServerModule
