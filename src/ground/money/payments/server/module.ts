import type { ServerModule } from '#kernel/server/module.ts'
import { Payment } from '../model/entities.ts'
import { changeVendor, served } from './index.ts'
import { pendingPayee } from './recording.ts'
import { searchable } from './search.ts'
import { paymentTimeline } from './timeline.ts'

export default {
  entities: [Payment],
  served,
  searchable: [searchable],
  pendingChanges: [pendingPayee],
  mailedChanges: [
    {
      table: 'payment',
      kind: 'Payees',
      title: 'payment',
      subject: { text: (row) => `Check ${String(row.check_number)}` },
      columns: { payee: { label: 'Payee' } },
    },
  ],
  vendorReplaced: changeVendor,
  timeline: [paymentTimeline],
} satisfies ServerModule
