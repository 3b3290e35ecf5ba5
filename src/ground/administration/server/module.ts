import type { ServerModule } from '#kernel/server/module.ts'
import { housekeeping } from './housekeeping.ts'
import { served, setKnownJobs } from './index.ts'

export default {
  served,
  jobs: [housekeeping],
  connect: (modules) => setKnownJobs(modules.flatMap((one) => one.jobs ?? [])),
} satisfies ServerModule
