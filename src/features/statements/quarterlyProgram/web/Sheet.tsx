import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Account } from '#core/money/chart/model/index.ts'
import { describeTieOut } from '#engines/worksheet/model/index.ts'
import {
  createTieOutPanel,
  isUntouched,
  type StatementColumn,
  StatementSheet,
  useFigureRows,
  useStableChart,
} from '#engines/worksheet/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { isBalance, type SheetName } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { monthName } from '../model/periods.ts'
import { agingNames, getQuarterlyProgramTies } from '../model/ties.ts'
import type { MonthValues } from './formLines.ts'
import { getStoredLines } from './formLines.ts'

type Read = (key: string) => number
const moneyColumn = (key: string, label: string, more: Partial<StatementColumn> = {}): StatementColumn => ({
  key,
  label,
  unit: '$',
  readOnly: true,
  width: 92,
  ...more,
})
const sumToDate = (read: Read) => read('earlier') + read('amount')
const computeAboveBudget = (read: Read) => sumToDate(read) - read('budget')
const computeChange = (read: Read) => read('amount') - read('lastMonth')

/** Returns the columns of a sheet: entered, carried and computed ones. */
function getColumns(sheet: SheetName, month: string, readOnly: boolean): readonly StatementColumn[] {
  const buildAmountColumn = (label: string) => moneyColumn('amount', label, { readOnly })
  const note: StatementColumn = { key: 'note', label: 'Note', kind: 'text', readOnly, width: 180 }
  if (sheet === 'balance')
    return [
      buildAmountColumn(`End of ${month}`),
      moneyColumn('lastMonth', 'Month before'),
      moneyColumn('change', 'Change', {
        formula: computeChange,
        needs: 'amount',
        signed: true,
        summands: { amount: 1, lastMonth: -1 },
      }),
      note,
    ]
  return [
    buildAmountColumn(month),
    moneyColumn('earlier', 'Earlier in the year'),
    moneyColumn('yearToDate', 'Year to date', { formula: sumToDate, summands: { earlier: 1, amount: 1 } }),
    moneyColumn('budget', 'Budget to date'),
    moneyColumn('over', 'Above budget', {
      formula: computeAboveBudget,
      needs: 'amount',
      signed: true,
      summands: { earlier: 1, amount: 1, budget: -1 },
    }),
    note,
  ]
}

/** Returns the payables by age in the form. */
function useAging() {
  const { form } = useFormParts<MonthValues>()
  const values = useWatch({ control: form.control, name: agingNames })
  return Object.fromEntries(agingNames.map((name, index) => [name, values[index] ?? null]))
}

type SheetProps = { detail: MonthDetail; sheet: SheetName; readOnly?: boolean; tools?: ReactNode }

export const captions = { balance: 'Balance sheet', income: 'Income and expense' }

const isOnSheet = { balance: isBalance, income: (account: Account) => !isBalance(account) }

/** A sheet of a month, with its tie-outs at the right. */
export function Sheet({ detail, sheet, readOnly = false, tools }: SheetProps) {
  const chart = useStableChart(detail.accounts, isOnSheet[sheet])
  const month = monthName(detail.periodDate)
  const columns = useMemo(() => getColumns(sheet, month, readOnly), [sheet, month, readOnly])
  const storedLines = useMemo(() => getStoredLines(detail, sheet), [detail, sheet])
  const { ties, untouched } = useTies(detail)
  const marks = ties
    .filter(({ agrees, stops }) => stops && !agrees && !untouched && !readOnly)
    .flatMap((tie) =>
      [tie.left, tie.right].flatMap(({ code }) =>
        code ? [{ code, column: 'amount', words: describeTieOut(tie) }] : [],
      ),
    )
  return (
    <StatementSheet<MonthValues>
      name={sheet}
      caption={`${captions[sheet]}, ${month}`}
      title={captions[sheet]}
      chart={chart}
      columns={columns}
      stored={storedLines}
      people={detail.people}
      readOnly={readOnly}
      goTo="amount"
      tools={tools}
      // When both sheets are shown for reading, the tie-outs are shown only once.
      side={readOnly && sheet === 'income' ? undefined : createTieOutPanel({ ties, untouched })}
      marks={marks}
    />
  )
}

/** Returns the tie-outs of the month in the form, and whether no amount has been entered yet. */
export function useTies(detail: MonthDetail) {
  const [balance, income, aging] = [
    useFigureRows<MonthValues>('balance'),
    useFigureRows<MonthValues>('income'),
    useAging(),
  ]
  const untouched = [balance, income].every((rows) => isUntouched(rows, ['amount']))
  return { ties: getQuarterlyProgramTies({ balance, income, ...aging }, detail), untouched }
}
