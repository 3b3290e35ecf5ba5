import type { ServerModule } from '#kernel/server/module.ts'
import { served, setReviews } from './work.ts'

/** What stands over all reviews: the agency's work list. */
export default {
  served,
  connect: (modules) => setReviews(modules.flatMap((one) => one.reviews ?? [])),
} satisfies ServerModule
