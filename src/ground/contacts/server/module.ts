import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementCompanyContact } from '../model/entities.ts'
import { setContactsMerged } from './duplicates.ts'
import { served } from './index.ts'
import { contactsOfCompany } from './merged.ts'
import { searchable } from './search.ts'

export default {
  entities: [ManagementCompanyContact],
  served,
  searchable: [searchable],
  companyRecords: [contactsOfCompany],
  connect: (modules) => setContactsMerged(modules.flatMap((one) => one.contactsMerged ?? [])),
} satisfies ServerModule
