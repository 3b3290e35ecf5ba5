import { Suspense } from 'react'
import { PropertyScreen } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getLedger } from '../model/calls.ts'
import { requests as declared } from '../model/requests.ts'
import { RESERVE_MODULE } from '../model/settings.ts'
import { propertyColumns } from './columns.tsx'

type Entry = Answer<typeof getLedger>['entries'][number]
const isRequest = (entry: Entry): boolean => entry.entity === declared.entity.name
const col = columns<Entry>()
const ledgerColumns = [
  col.date('Date', (entry) => entry.entryDate, { width: 110 }),
  col.text('Entry', (entry) => entry.kind, { width: 150 }),
  col.money('Amount', (entry) => entry.amount, { total: true, width: 140 }),
  col.link(
    'Request',
    (entry) => (isRequest(entry) ? entry.rowId : null),
    (entry) => (isRequest(entry) ? `/ReplacementReserve/${entry.rowId}/${entry.propertyId}` : null),
    { width: 100, prefix: declared.prefix },
  ),
  col.text('Note', (entry) => entry.note, { width: 320 }),
]

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** The further parts of the screen of one property’s reserve, which other modules add. */
    reserve: { propertyId: number }
  }
}

/** The screen of one property’s replacement reserve: balance, requests and ledger. */
export default function PropertyRequests() {
  const { projectId } = useNumericParams('projectId')
  const { account, entries } = useCall(getLedger, { params: { propertyId: projectId } })
  return (
    <PropertyScreen
      review={declared}
      propertyId={projectId}
      moduleId={RESERVE_MODULE}
      title="Replacement reserve"
      columns={propertyColumns}
      below={
        <>
          <Suspense fallback={null}>{Object.values(tabsOn('reserve', { propertyId: projectId }))}</Suspense>
          <h2>Reserve account</h2>
          <DataTable
            caption="Entries of the reserve account"
            rows={entries}
            columns={ledgerColumns}
            rowKey={(entry) => entry.reserveEntryId}
            height={420}
            csvName="reserve-account"
            empty="No entries yet."
          />
        </>
      }
    >
      <Facts
        facts={[
          { label: 'Balance', value: formatMoney(account.balance) },
          { label: 'Balance per unit', value: `${formatMoney(account.perUnit)} for ${account.units} units` },
          { label: 'Minimum per unit', value: formatMoney(account.minimumPerUnit) },
          { label: 'Monthly deposit', value: formatMoney(account.monthlyDeposit) },
          { label: 'In open requests', value: formatMoney(account.pending) },
        ]}
      />
    </PropertyScreen>
  )
}
