import { rowsOfCompany } from '#core/people/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { Letter, Letterhead, Signer } from '../model/entities.ts'
import { served } from './index.ts'
import { letterTimeline } from './timeline.ts'

export default {
  entities: [Letter, Letterhead, Signer],
  served,
  companyRecords: [rowsOfCompany('Letters', 'letter')],
  timeline: [letterTimeline],
} satisfies ServerModule
