import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { reserveSettings } from '../model/settings.ts'
import { reservePostings } from './account.ts'
import { MODULE } from './detail.ts'
import { fileGuard } from './documents.ts'
import { changeVendor, propertyHold, served } from './index.ts'
import { requestsOfCompany } from './merge.ts'
import { searchable } from './search.ts'
import { toDos } from './toDos.ts'

export default {
  entities: Object.values(model).filter((one) => 'table' in one),
  served,
  searchable: [searchable],
  flows: [flow],
  jobs: [reservePostings],
  settings: Object.values(reserveSettings),
  toDos,
  letters: { [flow.entity]: 'Replacement_Reserve' },
  files: [{ id: 1, name: MODULE, key: 'Replacement_Reserve', guard: fileGuard }],
  invoices: { [MODULE]: { label: 'replacement reserve request', entity: flow.entity } },
  companyRecords: [requestsOfCompany],
  propertyHold,
  vendorReplaced: changeVendor,
} satisfies ServerModule
