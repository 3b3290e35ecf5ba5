import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import { suspensionMails } from '../model/mails.ts'
import { suspensionMultiple, suspensionReviewMonths } from '../model/suspensions.ts'
import { extensions, servedOfExtensions } from './extensions.ts'
import { suspensionNight } from './night.ts'
import { depositHold, served, suspensions } from './suspensions.ts'
import { suspensionToDos } from './toDos.ts'

const review = manifestOf(suspensions, { filesId: 20, searchOrder: 25, filing: { active: true, reserves: true } })

const extension = manifestOf(extensions, { filesId: 39, searchOrder: 27, filing: { active: true, reserves: true } })

export default {
  entities: [...review.entities, ...extension.entities],
  flows: [...review.flows, ...extension.flows],
  reviews: [...review.reviews, ...extension.reviews],
  served: [...review.served, ...served, ...extension.served, ...servedOfExtensions],
  depositHolds: [depositHold],
  settings: [suspensionMultiple, suspensionReviewMonths],
  eventMails: [...review.eventMails, ...suspensionMails, ...extension.eventMails],
  toDos: [...review.toDos, ...suspensionToDos, ...extension.toDos],
  jobs: [suspensionNight],
  companyRecords: [...review.companyRecords, ...extension.companyRecords],
  searchable: [...review.searchable, ...extension.searchable],
  files: [...review.files, ...extension.files],
  filedSubjects: [...(review.filedSubjects ?? []), ...(extension.filedSubjects ?? [])],
  letters: { ...review.letters },
  propertyHold: async (context, propertyId) =>
    (await review.propertyHold?.(context, propertyId)) ?? (await extension.propertyHold?.(context, propertyId)) ?? null,
} satisfies ServerModule
