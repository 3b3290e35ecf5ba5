import type { ServerModule } from '#kernel/server/module.ts'
import { EquityFigure, EquityNotice } from '../model/entities.ts'
import { noticeMail } from '../model/mails.ts'
import { equitySettings } from '../model/settings.ts'
import { served } from './index.ts'
import { pendingBeginning } from './pending.ts'
import { equityTimeline } from './timeline.ts'

/** The server module of equity figures. */
export default {
  entities: [EquityFigure, EquityNotice],
  served,
  pendingChanges: [pendingBeginning],
  settings: Object.values(equitySettings),
  eventMails: [noticeMail],
  timeline: [equityTimeline],
} satisfies ServerModule
