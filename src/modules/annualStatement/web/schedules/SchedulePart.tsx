import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useMemo } from 'react'
import { metaOf } from '#kernel/model/field.ts'
import { fromCents } from '#kernel/model/money.ts'
import { StatementSheet } from '#statement/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import { keyed, type Line, type LineColumn } from '#ui/form/lines.ts'
import {
  carriedInto,
  centsIn,
  chartOfLines,
  identityOf,
  type Part,
  type Schedule,
  type ScheduleRow,
  scheduleOf,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { formRows, sentRows } from './held.ts'
import { LineDetail } from './LineDetail.tsx'
import { useSources } from './useSources.ts'

export type PartProps = { part: Part; detail: Detail; readOnly?: boolean }

/** A schedule of the statement: its lines with what is computed, last year beside, and what can be carried into it. */
export function SchedulePart(props: PartProps) {
  return scheduleOf(props.part).lines ? <FixedSchedule {...props} /> : <ListedSchedule {...props} />
}

/** Fills what is empty or was carried with what its source says now; what somebody typed stays. */
function CarryButton({ part, detail }: PartProps) {
  const { form, session } = useFormParts()
  const sources = useSources(detail)
  const carry = () => {
    const schedule = scheduleOf(part)
    const { rows: present, ...all } = sources()
    const stored = new Map(detail[part].map((row) => [identityOf(schedule, row), row.origins]))
    // What was typed over since it was stored is somebody's own.
    const known = sentRows(part, (form.getValues(part) as ScheduleRow[] | undefined) ?? []).map((row) => {
      const before = detail[part].find((one) => identityOf(schedule, one) === identityOf(schedule, row))
      const own = Object.entries((stored.get(identityOf(schedule, row)) ?? {}) as object).filter(
        ([name]) => before?.[name] === row[name],
      )
      return { ...row, origins: Object.fromEntries(own) }
    })
    const { rows } = carriedInto(part, known, { ...all, rows: { ...present, [part]: known } })
    form.setValue(part, formRows(part, rows, detail.priorSchedules?.[part]), { shouldDirty: true })
    session.noteChange(part)
  }
  return (
    <Button variant="default" size="xs" onClick={carry}>
      Carry figures
    </Button>
  )
}

/** Last year's ending of the same line, in dollars. */
function lastYear(schedule: Schedule, prior: readonly ScheduleRow[] | undefined, column: string) {
  const known = new Map((prior ?? []).map((row) => [identityOf(schedule, row), row]))
  return (line: Line) => {
    const row = known.get(identityOf(schedule, line))
    return row ? fromCents(centsIn(schedule, row, column)) : null
  }
}

const closings: Partial<Record<Part, string>> = { fundsHeld: 'balance', taxCredits: 'claimed' }

function columnsOf(schedule: Schedule, part: Part, prior: readonly ScheduleRow[] | undefined): readonly LineColumn[] {
  const names = Object.keys(schedule.columns).slice(0, schedule.inLine)
  const typed = names.map((name): LineColumn => {
    const meta = metaOf(schedule.columns[name]!)
    const money = meta?.kind === 'money'
    const options = (schedule.columns[name] as { def?: { innerType?: { options?: readonly string[] } } }).def?.innerType
      ?.options
    return {
      name,
      ...(money ? { total: true, width: 112, negative: true, rounding: false } : {}),
      ...(meta?.kind === 'percent' ? { decimals: 4, width: 100 } : {}),
      ...(options ? { options: options.map((value) => ({ value, label: value })), width: 140 } : {}),
    }
  })
  const closing = closings[part] ?? 'ending'
  const computed = Object.entries(schedule.computed)
    .filter(([name]) => (part === 'taxCredits' ? name !== 'allocated' : name === 'ending'))
    .map(
      ([name, { label }]): LineColumn => ({
        name: `=${name}`,
        label,
        total: true,
        width: 112,
        rounding: false,
        formula: (line) => fromCents(centsIn(schedule, line, name)),
      }),
    )
  const before: LineColumn = {
    name: '=prior',
    label: 'Last year',
    total: true,
    width: 100,
    rounding: false,
    formula: lastYear(schedule, prior, closing),
  }
  return [...typed, ...computed, ...(prior ? [before] : [])]
}

const NO_PASTE: readonly LineColumn[] = []

function ListedSchedule({ part, detail, readOnly }: PartProps) {
  const schedule = scheduleOf(part)
  const prior = detail.priorSchedules?.[part]
  const columns = useMemo(() => columnsOf(schedule, part, prior), [schedule, part, prior])
  const blank = useMemo(() => ({ ...formRows(part, [{}])[0], clientKey: null }), [part])
  const more = useCallback(
    (index: number): ReactNode => <LineDetail part={part} index={index} detail={detail} />,
    [part, detail],
  )
  return (
    <>
      {!readOnly && <CarryButton part={part} detail={detail} />}
      <LineItems
        name={part}
        columns={columns}
        blank={blank}
        paste={NO_PASTE}
        renderDetail={more}
        detailLabel="More"
        copy={(line) => keyed({ ...line, [schedule.key]: 0 }, { id: schedule.key, key: 'clientKey' })}
      />
    </>
  )
}

function FixedSchedule({ part, detail, readOnly = false }: PartProps) {
  const schedule = scheduleOf(part)
  const chart = useMemo(() => chartOfLines(schedule.lines ?? []), [schedule])
  const columns = useMemo(() => {
    const names = Object.keys(schedule.columns)
    const typed = names.map((key) => ({
      key,
      label: metaOf(schedule.columns[key]!)?.label ?? key,
      width: 104,
      readOnly,
    }))
    const computed = Object.entries(schedule.computed).map(([key, { label }]) => ({
      key,
      label,
      width: 104,
      formula: (read: (column: string) => number) => sumBy(schedule, key, read),
    }))
    const before = part === 'cashFlows' ? [{ key: 'prior', label: 'Last year', readOnly: true, width: 104 }] : []
    return [...typed, ...computed, ...before]
  }, [schedule, part, readOnly])
  return (
    <StatementSheet
      name={part}
      caption={schedule.label}
      chart={chart}
      columns={columns}
      stored={detail[part].map((row) => ({
        ...row,
        code: String(row.code),
        note: null,
        origins: row.origins as never,
      }))}
      people={detail.people}
      readOnly={readOnly}
      goTo={Object.keys(schedule.columns)[0]!}
      tools={!readOnly && <CarryButton part={part} detail={detail} />}
    />
  )
}

/** A footing over columns of a worksheet, which reads them in cents. */
function sumBy({ computed }: Schedule, name: string, read: (column: string) => number): number {
  const formula = computed[name]
  if (!formula || !('terms' in formula)) return 0
  return formula.terms.reduce(
    (sum, term) =>
      sum +
      term.sign * (computed[term.column] ? sumBy({ computed } as Schedule, term.column, read) : read(term.column)),
    0,
  )
}
