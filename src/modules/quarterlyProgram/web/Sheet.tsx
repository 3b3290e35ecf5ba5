import { type ReactNode, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { type StatementColumn, StatementSheet, TieOuts, useFigureRows } from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { same } from '#ui/form/merge.ts'
import { chartsIn, type SheetName } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { monthName } from '../model/periods.ts'
import { agingNames, tiesOf } from '../model/ties.ts'
import { storedOf } from './held.ts'

type Read = (key: string) => number
const money = (key: string, label: string, more: Partial<StatementColumn> = {}): StatementColumn => ({
  key,
  label,
  readOnly: true,
  width: 96,
  ...more,
})
const toDate = (read: Read) => read('earlier') + read('amount')
const over = (read: Read) => toDate(read) - read('budget')
const change = (read: Read) => read('amount') - read('lastMonth')

/** The columns of a sheet: what is typed, what is carried beside it, and what comes of both. */
function columnsOf(sheet: SheetName, month: string, readOnly: boolean): readonly StatementColumn[] {
  const typed = (label: string) => money('amount', label, { readOnly })
  const note: StatementColumn = { key: 'note', label: 'Note', kind: 'text', readOnly, width: 180 }
  if (sheet === 'balance')
    return [
      typed(`End of ${month}`),
      money('lastMonth', 'Month before'),
      money('change', 'Change', { formula: change, adds: { amount: 1, lastMonth: -1 } }),
      note,
    ]
  return [
    typed(month),
    money('earlier', 'Earlier in the year'),
    money('yearToDate', 'Year to date', { formula: toDate, adds: { earlier: 1, amount: 1 } }),
    money('budget', 'Budget to date'),
    money('over', 'Above budget', { formula: over, adds: { earlier: 1, amount: 1, budget: -1 } }),
    note,
  ]
}

/** Both charts of a month, the same ones for as long as its accounts say the same. */
function useCharts({ accounts }: MonthDetail) {
  const kept = useRef(accounts)
  if (!same(kept.current, accounts)) kept.current = accounts
  return chartsIn({ accounts: kept.current })
}

/** The payables by age as they are typed. */
function useAging() {
  const { form } = useFormParts()
  const typed = useWatch({ control: form.control, name: [...agingNames] }) as (number | null | undefined)[]
  return Object.fromEntries(agingNames.map((name, at) => [name, typed[at] ?? null]))
}

type SheetProps = { detail: MonthDetail; sheet: SheetName; readOnly?: boolean; tools?: ReactNode }

const captions = { balance: 'Balance sheet', income: 'Income and expense' }

/** A sheet of a month; the balance sheet with its tie-outs beside. */
export function Sheet({ detail, sheet, readOnly = false, tools }: SheetProps) {
  const charts = useCharts(detail)
  const month = monthName(detail.periodDate)
  const columns = useMemo(() => columnsOf(sheet, month, readOnly), [sheet, month, readOnly])
  const stored = useMemo(() => storedOf(detail, sheet), [detail, sheet])
  return (
    <StatementSheet
      name={sheet}
      caption={`${captions[sheet]}, ${month}`}
      chart={charts[sheet]}
      columns={columns}
      stored={stored}
      people={detail.people}
      readOnly={readOnly}
      goTo="amount"
      tools={tools}
      beside={sheet === 'balance' ? (go) => <Ties detail={detail} onGo={go} /> : undefined}
    />
  )
}

function Ties({ detail, onGo }: { detail: MonthDetail; onGo: (code: string) => void }) {
  const typed = { balance: useFigureRows('balance'), income: useFigureRows('income'), ...useAging() }
  return <TieOuts ties={tiesOf(typed, detail)} onGo={onGo} />
}
