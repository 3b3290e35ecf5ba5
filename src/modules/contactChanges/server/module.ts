import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { contactSettings } from '../model/settings.ts'
import { dueContactChanges } from './apply.ts'
import { MODULE } from './detail.ts'
import { contactsMerged, fileGuard, served } from './index.ts'
import { requestsOfCompany } from './merged.ts'
import { toDos } from './toDos.ts'

export default {
  entities: Object.values(model).filter((one) => 'table' in one),
  served,
  flows: [flow],
  jobs: [dueContactChanges],
  settings: Object.values(contactSettings),
  toDos,
  companyRecords: [requestsOfCompany],
  files: [{ id: 4, name: MODULE, key: null, guard: fileGuard }],
  contactsMerged,
} satisfies ServerModule
