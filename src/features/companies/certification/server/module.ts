import { sql } from 'kysely'
import { getManifest } from '#engines/review/server/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { nightMails } from '../model/nightMails.ts'
import { certificationSettings } from '../model/settings.ts'
import { applications } from './applications.ts'
import { served } from './index.ts'
import { certificationJob } from './night.ts'
import { expiringToDos, upcomingExpirations } from './toDos.ts'

const review = getManifest(applications, { filesId: 21, searchOrder: 26 })

/**
 * When companies are merged, their applications move to the remaining one. Two open applications both remain
 * open.
 */
const companyRecords = review.companyRecords.map((records) => ({
  ...records,
  conflicts: (from: number, into: number) => sql<string[] | null>`(
    select case when count(distinct management_company_id) = 2
      then array['Both companies have a certification application open; both go on under the one company.']
      end
    from management_company_asset_certification where ${statusIs.open()}
    and management_company_id in (${from}, ${into}))`,
}))

export default {
  ...review,
  served: [...review.served, ...served],
  jobs: [certificationJob],
  eventMails: [...review.eventMails, ...nightMails],
  settings: Object.values(certificationSettings),
  toDos: [...review.toDos, expiringToDos],
  futureNonCompliance: [upcomingExpirations],
  companyRecords: companyRecords,
  certifications: [
    `select p.property_id, a.submitted_by_id, a.submitted from management_company_asset_certification a
      join property p using (management_company_id) where a.status_id > ${RequestStatus.NOT_SUBMITTED}`,
  ],
} satisfies ServerModule
