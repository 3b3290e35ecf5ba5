import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { lateMail } from '../model/lateMail.ts'
import { accountSettings } from '../model/settings.ts'
import { accountCount, accountReads } from './accounts.ts'
import { adjustmentHandlers } from './adjustments.ts'
import { depositHandlers } from './deposits.ts'
import { lateDeposits } from './lateMails.ts'
import { openingHandlers } from './opening.ts'
import { reservePostings } from './postings.ts'
import { sheetOfReserves } from './sheet.ts'
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
  served: [...accountReads, ...openingHandlers, ...termHandlers, ...depositHandlers, ...adjustmentHandlers],
  jobs: [reservePostings, lateDeposits],
  eventMails: [lateMail],
  settings: Object.values(accountSettings),
  toDos,
  factSheet: sheetOfReserves,
  propertyCounts: { Money: accountCount },
  timeline: reserveTimeline,
} satisfies ServerModule
