import type { ServerModule } from '#kernel/server/module.ts'
import { served } from './index.ts'
import { permissionsOfCompany, usersOfCompany } from './merge.ts'

export default { served, companyRecords: [usersOfCompany, permissionsOfCompany] } satisfies ServerModule
