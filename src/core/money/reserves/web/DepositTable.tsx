import { useMemo } from 'react'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { waiveDeposit } from '../model/calls.ts'
import type { DepositLine } from '../model/shapes.ts'
import { ActionButton } from './ActionButton.tsx'
import { depositTones, getAccountPath, useMayChangeReserves, useWrite } from './words.ts'

const col = columns<DepositLine>()
const placeColumns = [
  col.link('Property', (line) => line.propertyName, getAccountPath, { width: 240 }),
  col.text('Property number', (line) => line.propertyNumber, { width: 130, lesser: true }),
  col.text('Account', (line) => line.accountName, { width: 190 }),
]
const figureColumns = [
  col.date('Due', (line) => line.dueOn, { width: 110 }),
  col.chip(
    'State',
    (line) => line.state,
    (line) => depositTones[line.state],
    { width: 100 },
  ),
  col.money('Required', (line) => line.amount, { total: true, width: 130 }),
  col.money('Received', (line) => line.received, { total: true, width: 130 }),
  col.money('Open', (line) => line.open, { total: true, width: 130 }),
]
const companyColumn = col.text('Management company', (line) => line.managementCompanyName, {
  width: 240,
  lesser: true,
})
const waiverColumn = col.text('Waived because', (line) => line.waivedReason, { width: 240 })

const tabs = [
  {
    label: 'Overdue or short',
    match: (line: DepositLine) => line.state === 'Overdue' || line.state === 'Short',
  },
  { label: 'Due', match: (line: DepositLine) => line.state === 'Due' },
]

/** The table of due deposits with the money received for them, of one account, or all unpaid ones. */
export function DepositTable({ rows, ofAll = false }: { rows: readonly DepositLine[]; ofAll?: boolean }) {
  const mayWrite = useMayChangeReserves()
  const waive = useWaiveDeposit()
  const columns = useMemo(() => {
    const action = col.node(
      'Waive',
      (line) =>
        line.open > 0 && (
          <ActionButton
            word="Waive"
            of={`the deposit due ${line.dueOn} of ${line.propertyName}`}
            run={() => waive(line)}
          />
        ),
      { width: 90 },
    )
    return [
      ...(ofAll ? placeColumns : []),
      ...figureColumns,
      ...(ofAll ? [companyColumn] : [waiverColumn]),
      ...(mayWrite ? [action] : []),
    ]
  }, [ofAll, mayWrite, waive])
  return (
    <DataTable
      caption={ofAll ? 'Deposits owed' : 'Deposits required and received'}
      rows={rows}
      columns={columns}
      rowKey={(line) => line.reserveDepositId}
      {...(ofAll ? { tabs } : { height: 420 })}
      csvName="reserve-deposits"
      empty={ofAll ? 'Nothing is owed.' : 'No deposit has fallen due yet.'}
    />
  )
}

function useWaiveDeposit() {
  const confirm = useConfirm()
  const write = useWrite()
  return useMemo(
    () =>
      ({ reserveDepositId }: DepositLine) =>
        confirm({
          title: 'Waive this deposit?',
          text: 'It is not asked for any more. What had come in for it counts for the next one.',
          confirmLabel: 'Waive',
          reason: { label: 'Reason', required: true, maxLength: 1000 },
          action: (reason) =>
            write(waiveDeposit, { body: { reserveDepositId, reason } }, 'The deposit is waived.'),
        }),
    [confirm, write],
  )
}
