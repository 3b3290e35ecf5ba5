import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import { suspensionMails } from '../model/mails.ts'
import { suspensionMultiple, suspensionReviewMonths } from '../model/suspensions.ts'
import { suspensionNight } from './night.ts'
import { depositHold, served, suspensions } from './suspensions.ts'
import { suspensionToDos } from './toDos.ts'

const review = manifestOf(suspensions, { filesId: 20, searchOrder: 25, filing: { active: true, reserves: true } })

export default {
  ...review,
  served: [...review.served, ...served],
  depositHolds: [depositHold],
  settings: [suspensionMultiple, suspensionReviewMonths],
  eventMails: [...review.eventMails, ...suspensionMails],
  toDos: [...review.toDos, ...suspensionToDos],
  jobs: [suspensionNight],
} satisfies ServerModule
