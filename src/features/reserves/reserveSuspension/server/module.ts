import { combineManifests, getManifest } from '#engines/review/server/index.ts'
import { facts } from '../model/facts.ts'
import { suspensionMails } from '../model/mails.ts'
import { suspensionMultiple, suspensionReviewMonths } from '../model/suspensions.ts'
import { suspensionDependents } from './dependents.ts'
import { extensionHandlers, extensions } from './extensions.ts'
import { suspensionNight } from './night.ts'
import { depositHoldSql, served, suspensions } from './suspensions.ts'
import { suspensionToDos } from './toDos.ts'

const review = getManifest(suspensions, {
  filesId: facts.moduleId,
  searchOrder: 25,
  filing: { active: true, reserves: true },
})

const extension = getManifest(extensions, {
  filesId: 39,
  searchOrder: 27,
  filing: { active: true, reserves: true },
})

/** The server module of suspensions of deposits and their extensions. */
export default combineManifests(review, extension, {
  served: [...served, ...extensionHandlers],
  depositHolds: [depositHoldSql],
  standsOn: suspensionDependents,
  settings: [suspensionMultiple, suspensionReviewMonths],
  eventMails: suspensionMails,
  toDos: suspensionToDos,
  jobs: [suspensionNight],
})
