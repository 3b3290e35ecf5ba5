import type { ServerModule } from '#kernel/server/module.ts'
import { DocumentType, StoredFile } from '../model/entities.ts'
import { fileCensus } from './census.ts'
import { filesOfCompany } from './companyMerge.ts'
import { served } from './index.ts'
import { setFileModules } from './modules.ts'

export default {
  entities: [StoredFile, DocumentType],
  served,
  jobs: [fileCensus],
  companyRecords: [filesOfCompany],
  connect: (modules) =>
    setFileModules(
      modules.flatMap((one) => one.files ?? []),
      modules.flatMap((one) => one.numbered ?? []),
    ),
} satisfies ServerModule
