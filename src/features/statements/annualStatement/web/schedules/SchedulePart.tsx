import { Button, Group } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { createTieOutPanel, StatementSheet, TieOuts } from '#engines/worksheet/web/index.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { fromCents } from '#kernel/model/money.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { type Line, type LineColumn, withNewKey } from '#ui/form/lines.ts'
import { DeskPage } from '#ui/worksheet/desk/SheetDesk.tsx'
import {
  carryFigures,
  chartOfLines,
  getAddends,
  getAnnualStatementLabel,
  getAnnualStatementSchedule,
  getCents,
  getIdentity,
  type Part,
  type Schedule,
  type ScheduleRow,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { getComputedColumnsInRow, getEntryColumns } from './columns.ts'
import { getFormRows, getRowsToSend } from './formLines.ts'
import { LineDetail } from './LineDetail.tsx'
import styles from './schedules.module.css'
import { useSources } from './useSources.ts'
import { usePartTies } from './useTies.ts'

type ScheduleValues = Record<Part, ScheduleRow[]>
const LineItems = getLineItems<ScheduleValues>()

export type SchedulePartProps = { part: Part; detail: Detail; readOnly?: boolean; files?: ReactNode }

/**
 * A schedule of the statement: its lines with computed columns, last year's figures, and the button that
 * fills in carried figures.
 */
export function SchedulePart(props: SchedulePartProps) {
  if (getAnnualStatementSchedule(props.part).lines) return <FixedSchedule {...props} />
  return (
    <DeskPage>
      <ListedSchedule {...props} />
      <PartTies {...props} />
    </DeskPage>
  )
}

const PartTies = ({ detail, part }: SchedulePartProps) => (
  <TieOuts ties={usePartTies(detail, part)} onGo={doNothing} />
)
/** The figures in a schedule's tie-outs open their place through links, so the click itself does nothing. */
const doNothing = () => undefined

/**
 * The button that fills figures that are empty or were carried with their source's current values. Entered
 * figures stay.
 */
function CarryButton({ part, detail }: SchedulePartProps) {
  const { form, session } = useFormParts<ScheduleValues>()
  const sources = useSources(detail)
  const [message, setMessage] = useState('')
  const carry = () => {
    const schedule = getAnnualStatementSchedule(part)
    const rowsByIdentity = new Map(detail[part].map((row) => [getIdentity(schedule, row), row]))
    const draft = getRowsToSend(part, form.getValues(part) ?? [])
    // A figure that was changed since it was stored counts as entered.
    const draftRows = draft.map((row) => {
      const priorColumns = rowsByIdentity.get(getIdentity(schedule, row))
      const unchangedOrigins = Object.entries(priorColumns?.origins ?? {}).filter(
        ([name]) => priorColumns?.[name] === row[name],
      )
      return { ...row, origins: Object.fromEntries(unchangedOrigins) }
    })
    const { rows, from } = carryFigures(part, draftRows, sources())
    if (from.size > 0) {
      form.setValue(part, getFormRows(part, rows, detail.priorSchedules?.[part]), { shouldDirty: true })
      session.noteChange(part)
    }
    setMessage(
      from.size > 0 ? `Carried into ${from.size} lines.` : 'Nothing to carry over: your entries stay.',
    )
  }
  return (
    <>
      <Button variant="default" onClick={carry}>
        Carry figures
      </Button>
      <span role="status">{message}</span>
    </>
  )
}

/**
 * Returns a function that gives last year's amount of the same line in this column, in dollars. Null if
 * last year had no such line.
 */
function getLastYearAmount(schedule: Schedule, prior: readonly ScheduleRow[] | undefined, column: string) {
  const priorByIdentity = new Map((prior ?? []).map((row) => [getIdentity(schedule, row), row]))
  return (line: Line) => {
    const row = priorByIdentity.get(getIdentity(schedule, line))
    return row ? fromCents(getCents(schedule, row, column)) : null
  }
}

/** The column whose last year's amount is shown; `ending` in all other schedules. */
const closingColumns: Partial<Record<Part, string>> = { fundsHeld: 'balance', taxCredits: 'claimed' }

function getColumns(
  schedule: Schedule,
  part: Part,
  prior: readonly ScheduleRow[] | undefined,
): readonly LineColumn[] {
  const lineColumns = getEntryColumns(schedule).inRow.map((name): LineColumn => {
    const meta = getFieldMeta(schedule.columns[name]!)
    const money = meta?.kind === 'money'
    return {
      name,
      ...(money ? { total: true, width: 122, negative: true, rounding: false } : {}),
      ...(meta?.kind === 'text' ? { width: 140 } : {}),
      ...(meta?.kind === 'number' ? { width: 90, plain: true } : {}),
      ...(meta?.kind === 'percent' ? { decimals: 4, width: 100 } : {}),
      ...(meta?.kind === 'choice' ? { width: 130 } : {}),
    }
  })
  const closing = closingColumns[part] ?? 'ending'
  const computed = getComputedColumnsInRow(part).map(
    (name): LineColumn => ({
      name: `=${name}`,
      label: getAnnualStatementLabel(schedule, name),
      total: true,
      width: 122,
      rounding: false,
      formula: (line) => fromCents(getCents(schedule, line, name)),
    }),
  )
  const priorColumns: LineColumn = {
    name: '=prior',
    label: 'Last year',
    total: true,
    width: 122,
    rounding: false,
    formula: getLastYearAmount(schedule, prior, closing),
  }
  return [...lineColumns, ...computed, ...(prior ? [priorColumns] : [])]
}

/**
 * The width in pixels at which a list fits as a table: its columns, the line number and the line's buttons.
 */
const computeWidth = (columns: readonly LineColumn[]): number =>
  columns.reduce((sum, column) => sum + (column.width ?? 160), 180)

const NO_PASTE_COLUMNS: readonly LineColumn[] = []

function ListedSchedule({ part, detail, readOnly, files }: SchedulePartProps) {
  const schedule = getAnnualStatementSchedule(part)
  const prior = detail.priorSchedules?.[part]
  const columns = useMemo(() => getColumns(schedule, part, prior), [schedule, part, prior])
  const blank = useMemo(() => ({ ...getFormRows(part, [{}])[0], clientKey: null }), [part])
  const renderDetails = useCallback(
    (index: number): ReactNode => <LineDetail part={part} index={index} detail={detail} />,
    [part, detail],
  )
  return (
    <>
      <Group gap="sm">
        {!readOnly && <CarryButton part={part} detail={detail} />}
        {files}
      </Group>
      <div className={styles.grid} style={{ ['--needed' as string]: `${computeWidth(columns)}px` }}>
        <LineItems
          name={part}
          title={`${schedule.noun}s`}
          columns={columns}
          blank={blank}
          paste={NO_PASTE_COLUMNS}
          renderDetail={renderDetails}
          detailLabel="More"
          copy={(line) => withNewKey({ ...line, [schedule.key]: 0 }, { id: schedule.key, key: 'clientKey' })}
        />
      </div>
    </>
  )
}

function FixedSchedule({ part, detail, readOnly = false, files }: SchedulePartProps) {
  const schedule = getAnnualStatementSchedule(part)
  const chart = useMemo(() => chartOfLines(schedule.lines ?? []), [schedule])
  const columns = useMemo(() => {
    const names = Object.keys(schedule.columns)
    const draft = names.map((key) => ({
      key,
      label: getFieldMeta(schedule.columns[key]!)?.label ?? key,
      unit: '$' as const,
      width: 96,
      readOnly,
    }))
    const computed = Object.entries(schedule.computed).map(([key, { label }]) => {
      const adds = getAddends(schedule, key)
      const formula = (read: (column: string) => number) =>
        Object.entries(adds).reduce((sum, [column, sign]) => sum + sign * read(column), 0)
      return { key, label, unit: '$' as const, width: 96, formula, adds }
    })
    const priorColumns =
      part === 'cashFlows'
        ? [{ key: 'prior', label: 'Last year', unit: '$' as const, readOnly: true, width: 96 }]
        : []
    return [...draft, ...computed, ...priorColumns]
  }, [schedule, part, readOnly])
  return (
    <StatementSheet<ScheduleValues>
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
      tools={
        <>
          {!readOnly && <CarryButton part={part} detail={detail} />}
          {files}
        </>
      }
      side={createTieOutPanel({ ties: usePartTies(detail, part) })}
    />
  )
}
