import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Account } from '#ground/money/chart/model/index.ts'
import { tiedWords } from '#statement/model/index.ts'
import {
  isUntouched,
  type StatementColumn,
  StatementSheet,
  tiesSide,
  useFigureRows,
  useStableChart,
} from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { isBalance, type SheetName } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { monthName } from '../model/periods.ts'
import { agingNames, getQuarterlyProgramTies } from '../model/ties.ts'
import { getStoredLines } from './formLines.ts'

type Read = (key: string) => number
const money = (key: string, label: string, more: Partial<StatementColumn> = {}): StatementColumn => ({
  key,
  label,
  unit: '$',
  readOnly: true,
  width: 92,
  ...more,
})
const toDate = (read: Read) => read('earlier') + read('amount')
const over = (read: Read) => toDate(read) - read('budget')
const change = (read: Read) => read('amount') - read('lastMonth')

/** Returns the columns of a sheet: typed, carried and computed ones. */
function getColumns(sheet: SheetName, month: string, readOnly: boolean): readonly StatementColumn[] {
  const buildAmountColumn = (label: string) => money('amount', label, { readOnly })
  const note: StatementColumn = { key: 'note', label: 'Note', kind: 'text', readOnly, width: 180 }
  if (sheet === 'balance')
    return [
      buildAmountColumn(`End of ${month}`),
      money('lastMonth', 'Month before'),
      money('change', 'Change', {
        formula: change,
        needs: 'amount',
        signed: true,
        adds: { amount: 1, lastMonth: -1 },
      }),
      note,
    ]
  return [
    buildAmountColumn(month),
    money('earlier', 'Earlier in the year'),
    money('yearToDate', 'Year to date', { formula: toDate, adds: { earlier: 1, amount: 1 } }),
    money('budget', 'Budget to date'),
    money('over', 'Above budget', {
      formula: over,
      needs: 'amount',
      signed: true,
      adds: { earlier: 1, amount: 1, budget: -1 },
    }),
    note,
  ]
}

/** The payables by age as they are typed. */
function useAging() {
  const { form } = useFormParts()
  const watch = useWatch({ control: form.control, name: [...agingNames] }) as (number | null | undefined)[]
  return Object.fromEntries(agingNames.map((name, index) => [name, watch[index] ?? null]))
}

type SheetProps = { detail: MonthDetail; sheet: SheetName; readOnly?: boolean; tools?: ReactNode }

export const captions = { balance: 'Balance sheet', income: 'Income and expense' }

const inSheet = { balance: isBalance, income: (account: Account) => !isBalance(account) }

/** A sheet of a month with its tie-outs at the right. */
export function Sheet({ detail, sheet, readOnly = false, tools }: SheetProps) {
  const chart = useStableChart(detail.accounts, inSheet[sheet])
  const month = monthName(detail.periodDate)
  const columns = useMemo(() => getColumns(sheet, month, readOnly), [sheet, month, readOnly])
  const storedLines = useMemo(() => getStoredLines(detail, sheet), [detail, sheet])
  const { ties, untouched } = useTies(detail)
  const marks = ties
    .filter(({ agrees, stops }) => stops && !agrees && !untouched && !readOnly)
    .flatMap((tie) =>
      [tie.left, tie.right].flatMap(({ code }) =>
        code ? [{ code, column: 'amount', words: tiedWords(tie) }] : [],
      ),
    )
  return (
    <StatementSheet
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
      side={readOnly && sheet === 'income' ? undefined : tiesSide({ ties, untouched })}
      marks={marks}
    />
  )
}

/** The tie-outs of a month as it is typed, and whether anything is entered in it yet. */
export function useTies(detail: MonthDetail) {
  const [balance, income, aging] = [useFigureRows('balance'), useFigureRows('income'), useAging()]
  const untouched = [balance, income].every((rows) => isUntouched(rows, ['amount']))
  return { ties: getQuarterlyProgramTies({ balance, income, ...aging }, detail), untouched }
}
