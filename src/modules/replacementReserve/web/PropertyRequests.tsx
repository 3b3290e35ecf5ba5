import { Alert, Button } from '@mantine/core'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { allowModuleRequest } from '#ground/tasks/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { keyOf, openPath } from '#review/model/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
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
    (entry) => (isRequest(entry) ? `R-${entry.rowId}` : ''),
    (entry) => (isRequest(entry) ? `/ReplacementReserve/${entry.rowId}/${entry.propertyId}` : null),
    { width: 100 },
  ),
  col.text('Note', (entry) => entry.note, { width: 320 }),
]

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** One property's reserve: what else there is of it. */
    reserve: { propertyId: number }
  }
}

/** One property's reserve: balance, requests and the account's ledger. */
export default function PropertyRequests() {
  const { projectId } = useNumericParams('projectId')
  const requests = useCall(declared.calls.ofProperty, { params: { propertyId: projectId } })
  const filing = useCall(allowModuleRequest, { params: { propertyId: projectId, moduleId: RESERVE_MODULE } })
  const { account, entries } = useCall(getLedger, { params: { propertyId: projectId } })
  return (
    <Screen
      title="Replacement reserve"
      breadcrumbs={[{ label: 'Replacement reserve', to: '/ReplacementReserveMultiNav' }]}
      actions={filing.allowed && <NewRequest to={`/ReplacementReserve/0/${projectId}`} />}
    >
      <FiledElsewhere reasons={filing.reasons} />
      <Facts
        facts={[
          { label: 'Balance', value: formatMoney(account.balance) },
          { label: 'Balance per unit', value: `${formatMoney(account.perUnit)} for ${account.units} units` },
          { label: 'Minimum per unit', value: formatMoney(account.minimumPerUnit) },
          { label: 'Monthly deposit', value: formatMoney(account.monthlyDeposit) },
          { label: 'In open requests', value: formatMoney(account.pending) },
        ]}
      />
      <DataTable
        caption="Requests"
        rows={requests}
        columns={propertyColumns}
        rowKey={(line) => keyOf(declared.entity, line)}
        to={(line) => openPath(declared, line)}
        height="none"
        csvName="replacement-reserve-requests"
        initialSort={{ sortBy: 'Submitted', descending: true }}
        empty="No requests yet."
      />
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
    </Screen>
  )
}

/** Why nothing can be filed here, who approves it instead among the reasons. */
const FiledElsewhere = ({ reasons }: { reasons: readonly string[] }) =>
  reasons.length > 0 && (
    <Alert color="blue" title="No request can be filed here">
      {reasons.join(' ')}
    </Alert>
  )

const NewRequest = ({ to }: { to: string }) => (
  <Button component={Link} to={to}>
    New request
  </Button>
)
