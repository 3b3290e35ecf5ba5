import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementCompanyContact } from '../model/entities.ts'
import { served } from './index.ts'
import { companyContactRecords } from './merged.ts'
import { searchable } from './search.ts'

export default {
  entities: [ManagementCompanyContact],
  served,
  searchable: [searchable],
  companyRecords: [companyContactRecords],
} satisfies ServerModule
