import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementCompany } from '../model/entities.ts'
import { served } from './index.ts'
import { setCompanyRecords } from './merged.ts'
import { searchable } from './search.ts'

export default {
  entities: [ManagementCompany],
  served,
  searchable: [searchable],
  files: [{ id: 13, name: 'Company', key: null, ofCompany: true }],
  connect: (modules) => setCompanyRecords(modules.flatMap((one) => one.companyRecords ?? [])),
} satisfies ServerModule
