import type { ServerModule } from '#kernel/server/module.ts'
import { Payment } from '../model/entities.ts'
import { replaceVendor, served } from './index.ts'
import { pendingPayeeChange } from './recording.ts'
import { searchable } from './search.ts'
import { paymentTimeline } from './timeline.ts'

export default {
  entities: [Payment],
  served,
  searchable: [searchable],
  pendingChanges: [pendingPayeeChange],
  mailedChanges: [
    {
      table: 'payment',
      kind: 'Payees',
      title: 'payment',
      subject: { text: (row) => `Check ${String(row.check_number)}` },
      columns: { payee: { label: 'Payee' } },
    },
  ],
  vendorReplaced: replaceVendor,
  timeline: [paymentTimeline],
} satisfies ServerModule
