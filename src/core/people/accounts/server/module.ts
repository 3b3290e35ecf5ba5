import type { ServerModule } from '#kernel/server/module.ts'
import { sessionSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { permissionsOfCompany, usersOfCompany } from './merge.ts'

export default {
  served,
  settings: Object.values(sessionSettings),
  companyRecords: [usersOfCompany, permissionsOfCompany],
} satisfies ServerModule
