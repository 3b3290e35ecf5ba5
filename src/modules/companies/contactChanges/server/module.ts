import type { ServerModule } from '#kernel/server/module.ts'
import { getManifest } from '#review/server/index.ts'
import { ContactChange, ContactChangeRequest } from '../model/entities.ts'
import { facts } from '../model/facts.ts'
import { contactSettings } from '../model/settings.ts'
import { dueContactChanges } from './apply.ts'
import { contactsMerged, served } from './index.ts'
import { requests } from './requests.ts'

const review = getManifest(requests, { filesId: facts.moduleId, searchOrder: 45 })

export default {
  ...review,
  entities: [ContactChangeRequest, ContactChange],
  served: [...review.served, ...served],
  jobs: [dueContactChanges],
  settings: Object.values(contactSettings),
  contactsMerged,
} satisfies ServerModule
