import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { lateMail } from '../model/lateMail.ts'
import { accountSettings } from '../model/settings.ts'
import { accountHandlers } from './accountHandlers.ts'
import { accountReadHandlers, countReserveAccounts } from './accounts.ts'
import { adjustmentHandlers } from './adjustments.ts'
import { depositHandlers } from './deposits.ts'
import { lateDepositsJob } from './lateMails.ts'
import { reservePostingsJob } from './postings.ts'
import { reservesFactSheet } from './sheet.ts'
import { termHandlers } from './terms.ts'
import { reserveTimeline } from './timeline.ts'
import { toDos } from './toDos.ts'

export default {
  entities: [
    model.ReserveAccount,
    model.ReserveDepositSchedule,
    model.ReserveInterestRate,
    model.ReserveDeposit,
    model.ReserveAdjustment,
    model.ReserveEntry,
  ],
  served: [
    ...accountReadHandlers,
    ...accountHandlers,
    ...termHandlers,
    ...depositHandlers,
    ...adjustmentHandlers,
  ],
  jobs: [reservePostingsJob, lateDepositsJob],
  eventMails: [lateMail],
  settings: Object.values(accountSettings),
  toDos,
  factSheet: reservesFactSheet,
  propertyCounts: { Money: countReserveAccounts },
  timeline: reserveTimeline,
} satisfies ServerModule
