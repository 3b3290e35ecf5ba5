import { type Served, serve } from '#kernel/server/serve.ts'
import { getPropertyTimeline } from '../model/calls.ts'
import { loadTimelinePage } from './page.ts'

export {
  getTimelineDays,
  getTimelineSteps,
  type TimelineInput,
  type TimelineSource,
} from './sources.ts'

/** The handler of a property's timeline. */
export const served: Served[] = [
  serve(getPropertyTimeline, (context) => loadTimelinePage(context, context.query)),
]
