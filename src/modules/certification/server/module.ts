import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementCompanyAssetCertification } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { certificationSettings } from '../model/settings.ts'
import { applicationsOfCompany, served } from './index.ts'
import { certificationNight } from './night.ts'
import { toDos } from './toDos.ts'

export default {
  entities: [ManagementCompanyAssetCertification],
  served,
  flows: [flow],
  jobs: [certificationNight],
  settings: Object.values(certificationSettings),
  toDos,
  companyRecords: [applicationsOfCompany],
} satisfies ServerModule
