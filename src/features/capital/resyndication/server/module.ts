import type { ServerModule } from '#kernel/server/module.ts'
import { Resyndication, ResyndicationType } from '../model/entities.ts'
import { served } from './index.ts'
import { resyndicationTimeline } from './timeline.ts'

/** The server module of resyndications. */
export default {
  entities: [ResyndicationType, Resyndication],
  served,
  timeline: [resyndicationTimeline],
} satisfies ServerModule
