import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import {
  describeChange,
  describeTieOut,
  getCentsChange,
  type TieOutResult,
} from '#engines/worksheet/model/index.ts'
import {
  createTieOutPanel,
  type FigureRow,
  isUntouched,
  type Mark,
  type StatementColumn,
  StatementSheet,
  type StatementSheetProps,
  useFigureRows,
  useStableChart,
} from '#engines/worksheet/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/budgets.ts'
import { columnLabels } from '../model/entities.ts'
import { findUnexplainedChanges } from '../model/rules.ts'
import { getBudgetTies } from '../model/ties.ts'
import type { BudgetValues } from './formLines.ts'

type Read = (key: string) => number
const computeChange = (read: Read) => read('proposed') - read('currentBudget')
const computeChangePercent = (read: Read) => getCentsChange(read('currentBudget'), read('proposed')).percent

const getColumn = (key: keyof typeof columnLabels, readOnly = true): StatementColumn => ({
  key,
  label: columnLabels[key],
  unit: '$',
  readOnly,
  width: 84,
})
const changeOptions = { describes: 'proposed', needs: 'proposed', signed: true }
const changeColumns: readonly StatementColumn[] = [
  { key: 'change', label: 'Change', unit: '$', ...changeOptions, formula: computeChange, width: 76 },
  {
    key: 'changePercent',
    label: 'Change',
    unit: '%',
    ...changeOptions,
    kind: 'percent',
    formula: computeChangePercent,
    width: 60,
  },
]
const getNoteColumn = (readOnly: boolean): StatementColumn => ({
  key: 'note',
  label: 'Note',
  kind: 'text',
  readOnly,
  width: 200,
})

/**
 * Returns the content of a budget without its lines: from the form while it is edited, otherwise the stored
 * content.
 */
export function useBudgetContent(detail: Detail) {
  const { form } = useFormParts<BudgetValues>()
  const [months, staffing, capitalPlan] = useWatch({
    control: form.control,
    name: ['months', 'staffing', 'capitalPlan'],
  })
  return {
    months: (months as number | null | undefined) ?? detail.months,
    staffing: (staffing as Detail['staffing'] | undefined) ?? detail.staffing,
    capitalPlan: (capitalPlan as Detail['capitalPlan'] | undefined) ?? detail.capitalPlan,
  }
}

type CarriedColumns = { prior: boolean; last: boolean }

/** Returns the columns for the mode: writing, reviewing or reading. */
function getColumns(
  mode: Mode,
  carriedColumns: CarriedColumns,
  approved: boolean,
): readonly StatementColumn[] {
  const isWriting = mode === 'write'
  return [
    getColumn('priorActual', !isWriting || carriedColumns.prior),
    getColumn('currentBudget', !isWriting || carriedColumns.last),
    getColumn('yearToDate', !isWriting),
    getColumn('proposed', !isWriting),
    ...(approved || mode === 'review' ? [getColumn('approved', mode !== 'review')] : []),
    ...changeColumns,
    getNoteColumn(!isWriting),
  ]
}

type Mode = 'write' | 'review' | 'read'

type Props = { detail: Detail; mode: Mode; tools?: ReactNode } & Pick<
  StatementSheetProps,
  'target' | 'onNoProblem'
>

/** The worksheet of a budget, with its tie-outs at the right. */
export function Sheet({ detail, mode, tools, target, onNoProblem }: Props) {
  const chart = useStableChart(detail.accounts)
  const [prior, last] = [detail.prior !== null, detail.last !== null]
  const approved = detail.lines.some((line) => line.approved !== null)
  const columns = useMemo(() => getColumns(mode, { prior, last }, approved), [mode, prior, last, approved])
  const { rows, ties, untouched } = useTies(detail, mode)
  const notes = new Map(rows.map((row) => [row.clientKey, row.note]))
  return (
    <StatementSheet<BudgetValues>
      name="lines"
      caption={`Budget ${detail.budgetYear}`}
      title="Worksheet"
      chart={chart}
      columns={columns}
      stored={detail.lines}
      people={detail.people}
      readOnly={mode === 'read'}
      goTo={mode === 'review' ? 'approved' : 'proposed'}
      tools={tools}
      side={createTieOutPanel({
        ties,
        untouched,
        isExplained: ({ left }) => Boolean(left.code && notes.get(left.code)),
      })}
      marks={mode === 'write' && !untouched ? getBudgetMarks(rows, ties, detail) : NO_MARKS}
      target={target}
      onNoProblem={onNoProblem}
    />
  )
}
const NO_MARKS: readonly Mark[] = []

/** Returns the tie-outs of the budget in the form, and whether nothing is proposed in it yet. */
export function useTies(detail: Detail, mode: Mode) {
  const rows = useFigureRows<BudgetValues>('lines')
  const draft = useBudgetContent(detail)
  const getColumn = mode === 'review' ? 'approved' : 'proposed'
  const ties = getBudgetTies({ lines: rows, ...draft }, { ...detail, months: draft.months }, getColumn)
  return { rows, ties, untouched: isUntouched(rows, ['proposed']) }
}

/** Returns the open points of a budget's accounts: changes to explain, and failed tie-outs that stop it. */
export function getBudgetMarks(
  rows: readonly FigureRow[],
  ties: readonly TieOutResult[],
  detail: Detail,
): Mark[] {
  const notes = new Map(rows.map((row) => [row.clientKey, row.note?.trim()]))
  return [
    ...findUnexplainedChanges(rows, detail).map(({ code, from, to }) => ({
      code,
      column: 'note',
      words: `Explain: ${describeChange(from, to)}`,
      asks: true,
    })),
    ...ties
      .filter(({ agrees, stops, left }) => stops && !agrees && left.code && !notes.get(left.code))
      .map((tie) => ({ code: tie.left.code!, column: 'proposed', words: describeTieOut(tie) })),
  ]
}
