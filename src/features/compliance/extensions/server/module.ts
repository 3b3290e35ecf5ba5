import { getManifest } from '#engines/review/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { extensionSettings } from '../model/settings.ts'
import { extensions, served } from './index.ts'

const review = getManifest(extensions, {
  filesId: 14,
  searchOrder: 80,
  // Small properties do not file the tasks that are extended, so the threshold applies here too.
  filing: { threshold: true },
})

export default {
  ...review,
  served: [...review.served, ...served],
  settings: Object.values(extensionSettings),
  taskHolds: ['exists (select 1 from extension_request e where e.task_instance_id = i.task_instance_id)'],
} satisfies ServerModule
