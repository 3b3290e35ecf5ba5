import { type ReactNode, useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { changeOf, chartIn } from '#statement/model/index.ts'
import { type StatementColumn, StatementSheet, TieOuts, useFigureRows } from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { same } from '#ui/form/merge.ts'
import type { Detail } from '../model/budgets.ts'
import { columnLabels } from '../model/entities.ts'
import { tiesOf } from '../model/ties.ts'

type Read = (key: string) => number
const change = (read: Read) => read('proposed') - read('currentBudget')
const percent = (read: Read) => changeOf(read('currentBudget'), read('proposed')).percent

const column = (key: keyof typeof columnLabels, readOnly = true): StatementColumn => ({
  key,
  label: columnLabels[key],
  readOnly,
  width: 84,
})
const changes: readonly StatementColumn[] = [
  { key: 'change', label: 'Change', of: 'proposed', formula: change, width: 80 },
  { key: 'changePercent', label: 'Change, %', of: 'proposed', kind: 'percent', formula: percent, width: 70 },
]
const note = (readOnly: boolean): StatementColumn => ({
  key: 'note',
  label: 'Note',
  kind: 'text',
  readOnly,
  width: 200,
})

/** What is typed of a budget beside its lines, where it is written; what is stored where it is read. */
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

/** The chart of a budget, the same one for as long as its accounts say the same. */
function useChart({ accounts }: Detail) {
  const kept = useRef(accounts)
  if (!same(kept.current, accounts)) kept.current = accounts
  return chartIn({ accounts: kept.current })
}

type Carried = { prior: boolean; last: boolean }

/** The columns as somebody sees them: who writes, who reviews, who reads. */
function columnsFor(mode: Mode, carried: Carried, approved: boolean): readonly StatementColumn[] {
  const writes = mode === 'write'
  return [
    column('priorActual', !writes || carried.prior),
    column('currentBudget', !writes || carried.last),
    column('yearToDate', !writes),
    column('proposed', !writes),
    ...(approved || mode === 'review' ? [column('approved', mode !== 'review')] : []),
    ...changes,
    note(!writes),
  ]
}

type Mode = 'write' | 'review' | 'read'

/** The worksheet of a budget with its tie-outs beside. */
export function Sheet({ detail, mode, tools }: { detail: Detail; mode: Mode; tools?: ReactNode }) {
  const chart = useChart(detail)
  const [prior, last] = [detail.prior !== null, detail.last !== null]
  const approved = detail.lines.some((line) => line.approved !== null)
  const columns = useMemo(() => columnsFor(mode, { prior, last }, approved), [mode, prior, last, approved])
  const rows = useFigureRows('lines')
  const typed = useTyped(detail)
  const ties = tiesOf(
    { lines: rows, ...typed },
    { ...detail, months: typed.months },
    mode === 'review' ? 'approved' : 'proposed',
  )
  const notes = new Map(rows.map((row) => [row.clientKey, row.note]))
  return (
    <StatementSheet
      name="lines"
      caption={`Budget ${detail.budgetYear}`}
      chart={chart}
      columns={columns}
      stored={detail.lines}
      people={detail.people}
      readOnly={mode === 'read'}
      goTo={mode === 'review' ? 'approved' : 'proposed'}
      tools={tools}
      beside={(go) => (
        <TieOuts ties={ties} explained={({ left }) => Boolean(left.code && notes.get(left.code))} onGo={go} />
      )}
    />
  )
}
