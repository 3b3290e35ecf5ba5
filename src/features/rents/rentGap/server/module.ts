import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { RENT_GAP_MODULE } from '../model/applications.ts'
import { RentGap, RentGapItem } from '../model/entities.ts'
import { waitingMails } from '../model/mails.ts'
import { rentGapSettings } from '../model/settings.ts'
import { applications } from './applications.ts'
import { served } from './index.ts'
import { waitingListNight } from './night.ts'

// An active property is one of the conditions for qualifying, which are shown together.
const review = getManifest(applications, { filesId: RENT_GAP_MODULE, searchOrder: 30 })

export default {
  ...review,
  entities: [RentGap, RentGapItem],
  served: [...review.served, ...served],
  jobs: [waitingListNight],
  eventMails: [...review.eventMails, ...waitingMails],
  settings: Object.values(rentGapSettings),
} satisfies ServerModule
