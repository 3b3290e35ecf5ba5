import { sql } from 'kysely'
import type { ServerModule } from '#kernel/server/module.ts'
import { DocumentType, StoredFile } from '../model/entities.ts'
import { uploadSettings } from '../model/settings.ts'
import { loadVisibleFiles } from './access.ts'
import { fileCensus } from './census.ts'
import { companyFileRecords } from './companyMerge.ts'
import { served } from './index.ts'
import { fileTimeline } from './timeline.ts'

export default {
  entities: [StoredFile, DocumentType],
  served,
  jobs: [fileCensus],
  settings: Object.values(uploadSettings),
  companyRecords: [companyFileRecords],
  propertyCounts: {
    Documents: async (context, propertyId) =>
      (
        await loadVisibleFiles(
          context,
          sql<boolean>`f.replaced_by_id is null and f.property_id = ${propertyId}`,
        )
      ).length,
  },
  timeline: [fileTimeline],
} satisfies ServerModule
