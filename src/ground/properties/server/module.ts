import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { decontrolFlow, statusFlow } from '../model/status.ts'
import { plannedChanges } from './companyChange.ts'
import { inspectionCount, setPropertyCounts } from './counts.ts'
import { setFiledSteps } from './filedSteps.ts'
import { served } from './index.ts'
import { propertiesOfCompany } from './merge.ts'
import { searchable } from './search.ts'
import { setPropertyHolds } from './status.ts'

export default {
  entities: Object.values(model).filter((one) => 'table' in one),
  served,
  searchable: [searchable],
  flows: [statusFlow, decontrolFlow],
  companyRecords: [propertiesOfCompany],
  propertyCounts: inspectionCount,
  connect: (modules) => {
    setPropertyHolds(modules.flatMap((one) => one.propertyHolds ?? []))
    setFiledSteps(modules.flatMap((one) => one.filedSteps ?? []))
    setPropertyCounts(modules.flatMap((one) => (one.propertyCounts ? [one.propertyCounts] : [])))
  },
  jobs: [plannedChanges],
  files: [{ id: 10, name: 'Property', key: null }],
} satisfies ServerModule
