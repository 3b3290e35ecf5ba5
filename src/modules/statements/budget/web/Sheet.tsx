import { type ReactNode, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { changeWords, getChange, type Tied, tiedWords } from '#statement/model/index.ts'
import {
  type FigureRow,
  isUntouched,
  type Mark,
  type StatementColumn,
  StatementSheet,
  type StatementSheetProps,
  tiesSide,
  useFigureRows,
  useStableChart,
} from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/budgets.ts'
import { columnLabels } from '../model/entities.ts'
import { unexplained } from '../model/rules.ts'
import { getBudgetTies } from '../model/ties.ts'

type Read = (key: string) => number
const change = (read: Read) => read('proposed') - read('currentBudget')
const percent = (read: Read) => getChange(read('currentBudget'), read('proposed')).percent

const column = (key: keyof typeof columnLabels, readOnly = true): StatementColumn => ({
  key,
  label: columnLabels[key],
  unit: '$',
  readOnly,
  width: 84,
})
const changed = { of: 'proposed', needs: 'proposed', signed: true }
const changes: readonly StatementColumn[] = [
  { key: 'change', label: 'Change', unit: '$', ...changed, formula: change, width: 76 },
  {
    key: 'changePercent',
    label: 'Change',
    unit: '%',
    ...changed,
    kind: 'percent',
    formula: percent,
    width: 60,
  },
]
const note = (readOnly: boolean): StatementColumn => ({
  key: 'note',
  label: 'Note',
  kind: 'text',
  readOnly,
  width: 200,
})

/**
 * Returns the content of a budget other than its lines: the typed values while it is edited, the stored ones
 * while it is read.
 */
export function useTyped(detail: Detail) {
  const { form } = useFormParts()
  const [months, staffing, capitalPlan] = useWatch({
    control: form.control,
    name: ['months', 'staffing', 'capitalPlan'],
  }) as unknown[]
  return {
    months: (months as number | null | undefined) ?? detail.months,
    staffing: (staffing as Detail['staffing'] | undefined) ?? detail.staffing,
    capitalPlan: (capitalPlan as Detail['capitalPlan'] | undefined) ?? detail.capitalPlan,
  }
}

type Carried = { prior: boolean; last: boolean }

/** Returns the columns for the mode: writing, reviewing or reading. */
function columnsFor(mode: Mode, carriedColumns: Carried, approved: boolean): readonly StatementColumn[] {
  const writes = mode === 'write'
  return [
    column('priorActual', !writes || carriedColumns.prior),
    column('currentBudget', !writes || carriedColumns.last),
    column('yearToDate', !writes),
    column('proposed', !writes),
    ...(approved || mode === 'review' ? [column('approved', mode !== 'review')] : []),
    ...changes,
    note(!writes),
  ]
}

type Mode = 'write' | 'review' | 'read'

type Props = { detail: Detail; mode: Mode; tools?: ReactNode } & Pick<
  StatementSheetProps,
  'target' | 'onNoProblem'
>

/** The worksheet of a budget with its tie-outs at the right. */
export function Sheet({ detail, mode, tools, target, onNoProblem }: Props) {
  const chart = useStableChart(detail.accounts)
  const [prior, last] = [detail.prior !== null, detail.last !== null]
  const approved = detail.lines.some((line) => line.approved !== null)
  const columns = useMemo(() => columnsFor(mode, { prior, last }, approved), [mode, prior, last, approved])
  const { rows, ties, untouched } = useTies(detail, mode)
  const notes = new Map(rows.map((row) => [row.clientKey, row.note]))
  return (
    <StatementSheet
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
      side={tiesSide({
        ties,
        untouched,
        explained: ({ left }) => Boolean(left.code && notes.get(left.code)),
      })}
      marks={mode === 'write' && !untouched ? getBudgetMarks(rows, ties, detail) : NO_MARKS}
      target={target}
      onNoProblem={onNoProblem}
    />
  )
}
const NO_MARKS: readonly Mark[] = []

/** The tie-outs of a budget as it is typed, and whether anything is proposed in it yet. */
export function useTies(detail: Detail, mode: Mode) {
  const rows = useFigureRows('lines')
  const draft = useTyped(detail)
  const column = mode === 'review' ? 'approved' : 'proposed'
  const ties = getBudgetTies({ lines: rows, ...draft }, { ...detail, months: draft.months }, column)
  return { rows, ties, untouched: isUntouched(rows, ['proposed']) }
}

/** Returns the open points of a budget's accounts: changes to be explained, and tie-outs that stop it. */
export function getBudgetMarks(rows: readonly FigureRow[], ties: readonly Tied[], detail: Detail): Mark[] {
  const notes = new Map(rows.map((row) => [row.clientKey, row.note?.trim()]))
  return [
    ...unexplained(rows, detail).map(({ code, from, to }) => ({
      code,
      column: 'note',
      words: `Explain: ${changeWords(from, to)}`,
      asks: true,
    })),
    ...ties
      .filter(({ agrees, stops, left }) => stops && !agrees && left.code && !notes.get(left.code))
      .map((tie) => ({ code: tie.left.code!, column: 'proposed', words: tiedWords(tie) })),
  ]
}
