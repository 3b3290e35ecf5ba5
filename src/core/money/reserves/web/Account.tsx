import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { buildTimeline } from '#ui/frame/history.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Timeline } from '#ui/frame/Timeline.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getAccount, getHistory } from '../model/calls.ts'
import * as entities from '../model/entities.ts'
import type { AccountDetail } from '../model/shapes.ts'
import { AccountActions } from './AccountActions.tsx'
import { AdjustmentTable } from './AdjustmentTable.tsx'
import { DepositTable } from './DepositTable.tsx'
import { Terms } from './Terms.tsx'
import { useMayChangeReserves } from './words.ts'

/** The screen of one reserve account: its balance, ledger, deposits, terms, adjustments and history. */
export default function Account() {
  const { reserveAccountId } = useNumericParams('reserveAccountId')
  const detail = useCall(getAccount, { params: { id: reserveAccountId } })
  const mayWrite = useMayChangeReserves() && detail.canChange
  const panels: Record<string, ReactNode> = {
    Ledger: <Ledger detail={detail} />,
    Deposits: <DepositTable rows={detail.deposits} />,
    'Schedule and interest': <Terms detail={detail} writes={mayWrite} />,
    Adjustments: <AdjustmentTable rows={detail.adjustments} />,
    History: <History reserveAccountId={reserveAccountId} />,
  }
  const [view, setView] = useAddressValue('view', 'Ledger', Object.keys(panels))
  return (
    <Screen
      title={`${detail.name}: ${detail.propertyName}`}
      breadcrumbs={[{ label: 'Reserve accounts', to: '/ReserveAccounts' }]}
      actions={mayWrite && <AccountActions detail={detail} />}
    >
      <Facts facts={getFacts(detail)} />
      <Tabs
        label="View"
        value={view}
        onChange={setView}
        tabs={Object.keys(panels).map((label) => ({ label }))}
      >
        <Suspense fallback={<ScreenSkeleton rows={6} />}>{panels[view]}</Suspense>
      </Tabs>
    </Screen>
  )
}

const getFacts = (detail: AccountDetail) => [
  { label: 'Property', value: <Link to={`/EditProject/${detail.propertyId}`}>{detail.propertyName}</Link> },
  { label: 'Balance', value: formatMoney(detail.balance) },
  { label: 'Balance per unit', value: `${formatMoney(detail.perUnit)} for ${detail.units} units` },
  {
    label: 'Minimum per unit',
    value:
      detail.minimum > 0 ? `${formatMoney(detail.minimum)}${detail.belowMinimum ? ', not met' : ''}` : 'None',
  },
  { label: 'Monthly deposit', value: formatMoney(detail.monthlyDeposit) },
  { label: 'Interest', value: `${detail.annualInterestRate}% a year` },
  {
    label: 'Deposits owed',
    value:
      detail.owedSince === null
        ? 'None'
        : `${formatMoney(detail.owed)} since ${formatDate(detail.owedSince, 'MM/DD/YYYY')}${detail.late ? ', overdue' : ''}`,
  },
  { label: 'Kind', value: detail.kind },
  { label: 'Held by', value: detail.holder },
  { label: 'Bank', value: detail.bankName },
  { label: 'Account number', value: detail.accountNumber },
  { label: 'Opened', value: formatDate(detail.openedOn, 'MM/DD/YYYY') },
  ...(detail.closedOn ? [{ label: 'Closed', value: formatDate(detail.closedOn, 'MM/DD/YYYY') }] : []),
]

type Entry = AccountDetail['entries'][number]
const col = columns<Entry>()
const entryColumns = [
  col.date('Date', (entry) => entry.entryDate, { width: 110 }),
  col.text('Entry', (entry) => entry.kind, { width: 150 }),
  col.money('Amount', (entry) => entry.amount, { total: true, width: 140 }),
  col.text('Reference', (entry) => entry.reference, { width: 150 }),
  col.text(
    'Note',
    (entry) => [entry.note, entry.exception && `Exception: ${entry.exception}.`].filter(Boolean).join(' '),
    { width: 360 },
  ),
  col.moment('Posted', (entry) => entry.createdAt, { width: 170, lesser: true }),
]

const Ledger = ({ detail }: { detail: AccountDetail }) => (
  <DataTable
    caption="Ledger"
    rows={detail.entries}
    columns={entryColumns}
    rowKey={(entry) => entry.reserveEntryId}
    height={480}
    csvName="reserve-ledger"
    empty="Nothing has been posted yet."
  />
)

const timelineOptions = {
  entities: Object.values(entities).filter((entity) => 'table' in entity),
  whole: true,
}

function History({ reserveAccountId }: { reserveAccountId: number }) {
  const lines = useCall(getHistory, { params: { id: reserveAccountId } })
  return <Timeline entries={buildTimeline(lines, timelineOptions)} />
}
