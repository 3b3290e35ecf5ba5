import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementCompany } from '../model/entities.ts'
import { companySettings } from '../model/settings.ts'
import { served } from './index.ts'
import { searchable } from './search.ts'

export default {
  entities: [ManagementCompany],
  served,
  settings: Object.values(companySettings),
  searchable: [searchable],
  files: [{ id: 13, name: 'Company', key: null, ofCompany: true }],
} satisfies ServerModule
