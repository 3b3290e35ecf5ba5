import { type Served, serve } from '#kernel/server/serve.ts'
import { getPropertyTimeline } from '../model/calls.ts'
import { timelinePage } from './page.ts'

export { getTimelineDays, getTimelineSteps, type TimelineAsk, type TimelineSource } from './sources.ts'

/** Everything the timeline of a property answers. */
export const served: Served[] = [
  serve(getPropertyTimeline, (context) => timelinePage(context, context.query)),
]
