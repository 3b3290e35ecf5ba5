import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { AccountLine } from '../model/shapes.ts'
import { getAccountPath } from './words.ts'

const col = columns<AccountLine>()
const accountColumns = [
  col.link('Account', (line) => line.name, getAccountPath, { width: 160 }),
  col.text('Kind', (line) => line.kind, { width: 190, lesser: true }),
  col.text('Held by', (line) => line.holder, { width: 90, lesser: true }),
  col.text('Bank', (line) => line.bankName, { width: 210, lesser: true }),
  col.text('Number', (line) => line.accountNumber, { width: 130, lesser: true }),
]
const propertyColumns = [
  col.link(
    'Property',
    (line) => line.propertyName,
    (line) => `/EditProject/${line.propertyId}`,
    { width: 240 },
  ),
  col.text('Property number', (line) => line.propertyNumber, { width: 130, lesser: true }),
]
const figureColumns = [
  col.money('Balance', (line) => line.balance, { total: true, width: 140 }),
  col.money('Per unit', (line) => line.perUnit, { width: 110 }),
  col.chip(
    'Minimum',
    (line) => (line.belowMinimum ? 'Below' : line.minimum > 0 ? 'Met' : ''),
    (line) => (line.belowMinimum ? 'red' : 'green'),
    { width: 95 },
  ),
  col.money('Monthly deposit', (line) => line.monthlyDeposit, { total: true, width: 120 }),
  col.money('Owed', (line) => line.owed, { total: true, width: 110 }),
  col.date('Owed since', (line) => line.owedSince, { width: 110 }),
  col.text('Interest', (line) => `${line.annualInterestRate}%`, { width: 90, lesser: true }),
  col.date('Closed', (line) => line.closedOn, { width: 105, lesser: true }),
]
const allColumns = [
  ...propertyColumns,
  ...accountColumns,
  ...figureColumns,
  col.text('Management company', (line) => line.managementCompanyName, { width: 240, lesser: true }),
]
const onePropertyColumns = [...accountColumns, ...figureColumns]

const tabs = [
  { label: 'Open', match: (line: AccountLine) => line.closedOn === null },
  { label: 'Deposits overdue', match: (line: AccountLine) => line.late },
  { label: 'Below the minimum', match: (line: AccountLine) => line.belowMinimum },
  { label: 'Closed', match: (line: AccountLine) => line.closedOn !== null },
]

/** The table of reserve accounts, of one property or of all in scope. */
export function AccountTable({
  rows,
  oneProperty = false,
}: {
  rows: readonly AccountLine[]
  oneProperty?: boolean
}) {
  return (
    <DataTable
      caption="Reserve accounts"
      rows={rows}
      columns={oneProperty ? onePropertyColumns : allColumns}
      rowKey={(line) => line.reserveAccountId}
      to={getAccountPath}
      {...(oneProperty
        ? { height: 'none' as const }
        : { tabs, alphabet: (line: AccountLine) => line.propertyName })}
      csvName="reserve-accounts"
      empty="No reserve account yet."
    />
  )
}
