import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { contactChangeFacts } from '../model/facts.ts'
import { contactSettings } from '../model/settings.ts'
import { contactChangeJob } from './apply.ts'
import { moveContactChanges, served } from './index.ts'
import { requests } from './requests.ts'

const review = getManifest(requests, { filesId: contactChangeFacts.moduleId, searchOrder: 45 })

export default {
  ...review,
  entities: [ContactChangeRequest, ContactChange],
  served: [...review.served, ...served],
  jobs: [contactChangeJob],
  settings: Object.values(contactSettings),
  contactsMerged: moveContactChanges,
  filedEverywhere: [contactChangeFacts.moduleId],
} satisfies ServerModule
