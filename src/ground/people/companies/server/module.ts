import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementCompany } from '../model/entities.ts'
import { companySettings } from '../model/settings.ts'
import { served } from './index.ts'
import { mergeToDo } from './mergeToDo.ts'
import { searchable } from './search.ts'

export default {
  entities: [ManagementCompany],
  served,
  toDos: [mergeToDo],
  settings: Object.values(companySettings),
  searchable: [searchable],
  files: [{ id: 13, name: 'Company', key: null, ofCompany: true }],
} satisfies ServerModule
