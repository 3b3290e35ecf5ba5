import type { ServerModule } from '#kernel/server/module.ts'
import { Invoice } from '../model/entities.ts'
import { changeVendor } from './index.ts'
import { setInvoiceModules } from './modules.ts'

export default {
  entities: [Invoice],
  vendorReplaced: changeVendor,
  connect: (modules) => setInvoiceModules(Object.assign({}, ...modules.map((one) => one.invoices))),
} satisfies ServerModule
