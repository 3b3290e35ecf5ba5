import type { ServerModule } from '#kernel/server/module.ts'
import { filedSteps, served, setReviews } from './work.ts'

/** What stands over all reviews: the agency's work list. */
export default {
  served,
  filedSteps,
  connect: (modules) => setReviews(modules.flatMap((one) => one.reviews ?? [])),
} satisfies ServerModule
