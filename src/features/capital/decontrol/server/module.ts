import type { ServerModule } from '#kernel/server/module.ts'
import { DecontrolSchedule } from '../model/entities.ts'
import { decontrolMails } from '../model/mails.ts'
import { decontrolSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { decontrolFollower } from './steps.ts'
import { decontrolTimeline } from './timeline.ts'

/** The server module of releases from control. */
export default {
  entities: [DecontrolSchedule],
  served,
  settings: Object.values(decontrolSettings),
  eventMails: decontrolMails,
  decontrolFollowers: [decontrolFollower],
  files: [
    {
      id: 49,
      name: 'DecontrolSchedule',
      key: null,
      record: { table: 'decontrol_schedule', key: 'decontrol_schedule_id' },
    },
  ],
  timeline: [decontrolTimeline],
} satisfies ServerModule
