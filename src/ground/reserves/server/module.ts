import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { reservePostings, setDepositHolds } from './postings.ts'

export default {
  entities: [model.ReserveAccount, model.ReserveEntry],
  jobs: [reservePostings],
  connect: (modules) => setDepositHolds(modules.flatMap((one) => one.depositHolds ?? [])),
} satisfies ServerModule
