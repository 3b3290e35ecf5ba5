import { CompanyHistory } from '#core/people/companies/model/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { decontrolFlow, statusFlow } from '../model/status.ts'
import { plannedChangesJob } from './companyChange.ts'
import { inspectionCount } from './counts.ts'
import { served } from './index.ts'
import { companyPropertyRecords } from './merge.ts'
import { searchable } from './search.ts'

export default {
  entities: Object.values(model).filter((item) => 'table' in item),
  served,
  searchable: [searchable],
  propertyFile: [
    ...[
      model.Property,
      model.PropertyLihtcNumber,
      model.PropertyFederalType,
      model.PropertyRoomType,
      model.PropertyRent,
    ],
    ...[model.PropertyContact, CompanyHistory],
  ],
  flows: [statusFlow, decontrolFlow],
  companyRecords: [companyPropertyRecords],
  propertyCounts: inspectionCount,
  jobs: [plannedChangesJob],
  mailedChanges: [
    {
      table: 'property',
      kind: 'Managers',
      title: 'property',
      subject: { property: 'property_id' },
      columns: { management_company_id: { label: 'Management company', kind: 'company' } },
    },
  ],
  files: [{ id: 10, name: 'Property', key: null }],
} satisfies ServerModule
