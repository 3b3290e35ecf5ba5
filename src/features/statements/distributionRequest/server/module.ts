import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { DISTRIBUTION_MODULE } from '../model/facts.ts'
import { expiredMail } from '../model/mails.ts'
import { distributionSettings } from '../model/settings.ts'
import { distributionRules } from './computationRules.ts'
import { dependentDecisions, repaymentToDo } from './dependents.ts'
import { served } from './index.ts'
import { distributionNight } from './night.ts'
import { requests } from './requests.ts'

const review = getManifest(requests, {
  filesId: DISTRIBUTION_MODULE,
  searchOrder: 33,
  filing: { threshold: true, active: true },
})

export default {
  ...review,
  served: [...review.served, ...served],
  settings: Object.values(distributionSettings),
  eventMails: [...review.eventMails, expiredMail],
  computationRules: distributionRules,
  jobs: [distributionNight],
  standsOn: dependentDecisions,
  toDos: [...review.toDos, repaymentToDo],
} satisfies ServerModule
