import { joined, manifestOf } from '#review/server/index.ts'
import { suspensionMails } from '../model/mails.ts'
import { suspensionMultiple, suspensionReviewMonths } from '../model/suspensions.ts'
import { extensions, servedOfExtensions } from './extensions.ts'
import { suspensionNight } from './night.ts'
import { depositHold, served, suspensions } from './suspensions.ts'
import { suspensionToDos } from './toDos.ts'

const review = manifestOf(suspensions, { filesId: 20, searchOrder: 25, filing: { active: true, reserves: true } })

const extension = manifestOf(extensions, { filesId: 39, searchOrder: 27, filing: { active: true, reserves: true } })

export default joined(review, extension, {
  served: [...served, ...servedOfExtensions],
  depositHolds: [depositHold],
  settings: [suspensionMultiple, suspensionReviewMonths],
  eventMails: suspensionMails,
  toDos: suspensionToDos,
  jobs: [suspensionNight],
})
