import type { ServerModule } from '#kernel/server/module.ts'
import { Payment } from '../model/entities.ts'
import { changeVendor, served } from './index.ts'
import { setPayables } from './payables.ts'

export default {
  entities: [Payment],
  served,
  vendorReplaced: changeVendor,
  connect: (modules) => setPayables(modules.flatMap((one) => one.payables ?? [])),
} satisfies ServerModule
