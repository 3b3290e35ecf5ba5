import type { ServerModule } from '#kernel/server/module.ts'
import { Vendor } from '../model/entities.ts'
import { served } from './index.ts'
import { setVendorReplaced } from './review.ts'
import { searchable } from './search.ts'

export default {
  entities: [Vendor],
  served,
  searchable: [searchable],
  files: [{ id: 11, name: 'Vendor', key: null, agencyOnly: true, record: { table: 'vendor', key: 'vendor_id' } }],
  connect: (modules) => setVendorReplaced(modules.flatMap((one) => one.vendorReplaced ?? [])),
} satisfies ServerModule
