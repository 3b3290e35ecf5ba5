import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { served } from './index.ts'
import { messageTimeline } from './timeline.ts'

export default {
  entities: Object.values(model).filter((item) => typeof item === 'object'),
  served,
  timeline: [messageTimeline],
} satisfies ServerModule
