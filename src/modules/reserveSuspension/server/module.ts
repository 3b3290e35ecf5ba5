import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import { suspensionMultiple } from '../model/suspensions.ts'
import { depositHold, served, suspensions } from './suspensions.ts'

export default {
  ...manifestOf(suspensions, { filesId: 20, searchOrder: 25, filing: { active: true, reserves: true } }),
  served,
  depositHolds: [depositHold],
  settings: [suspensionMultiple],
} satisfies ServerModule
