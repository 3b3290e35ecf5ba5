import { Button, Group, Text } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
} from 'react'
import type { z } from 'zod'
import { IconPlus } from '../frame/icons.ts'
import { RequiredMark } from './FieldFrame.tsx'
import type { LineAt, ListPath } from './fieldPath.ts'
import { FormReadOnlyContext, fieldId, useFault, useFormParts } from './formContext.ts'
import { type LineMarks, LineRow, type LineRowProps } from './LineRow.tsx'
import { LineTotals, type Totals } from './LineTotals.tsx'
import css from './lines.module.css'
import type { Line, LineColumn, ResolvedColumn } from './lines.ts'
import { factsAt } from './metadata.ts'
import { useColumns, useLines } from './useLines.ts'
import { usePasteParts } from './usePasteParts.tsx'

/** The default maximum number of lines of a list. */
const MOST_LINES = 200
/** The width of the column of numbers, and the minimum width of a column without a width, in pixels. */
const NUMBER_WIDTH = 32
const LEAST_WIDTH = 150
/**
 * Below this width in pixels the lines are cards (see `lines.module.css`). Columns that need more space raise
 * the limit.
 */
const CARDS_BELOW = 900

const NO_COLUMNS: readonly LineColumn[] = []
const EMPTY_TEXT = 'None yet. Add one, or paste rows from Excel here (Ctrl+V).'

/** See `LineItems`. */
export interface LineItemsProps<Name extends string = string, Row = Line> {
  /** Path of the list in the form's values. */
  name: Name
  /** The heading; the list's label if omitted. */
  title?: string
  /** The name of one line; by default the list's `noun`, or "Line". */
  noun?: string
  columns: readonly LineColumn<Row>[]
  /** A new line, before anything is typed. */
  blank: Line
  /** Makes the copy for "duplicate"; by default without id and inner lists. */
  copy?: (line: Line) => Line
  maxLines?: number
  /**
   * Called before a line is removed; false prevents it. A returned function is called with the line's
   * position if the removal is undone.
   */
  onRemove?: (index: number) => Promise<boolean | ((index: number) => void)>
  /** False: lines can be edited, but neither added nor removed. */
  resizable?: boolean
  /**
   * Called with the sums of the columns with `total` whenever they change. Keep it stable (`useCallback`, or
   * a state setter).
   */
  onTotals?: (totals: Totals) => void
  /** Columns in addition to the visible ones that rows pasted from a spreadsheet may have. Keep it stable. */
  paste?: readonly LineColumn<Row>[]
  /** A last column that shows the status of each line, such as its documents. Keep it stable. */
  marks?: LineMarks
  /** Renders the details that open below a line: files, comments, bids. `index` is its current position. */
  renderDetail?: (index: number) => ReactNode
  /** The label of the button that opens the details. */
  detailLabel?: string
}

/** A list of lines of a form with these values. Its name is a path, and its columns are fields of a line. */
export type LineItemsOf<Values> = <Name extends ListPath<Values>>(
  props: LineItemsProps<Name, LineAt<Values, Name>>,
) => ReactNode

/**
 * Returns the component of the form's lists of lines, by the form's schema or by the type of its values, so
 * that a misspelled name of a list or of a column does not compile. Call it once, next to the schema.
 */
export function getLineItems<Values>(): LineItemsOf<Values>
export function getLineItems<Schema extends z.ZodType>(schema: Schema): LineItemsOf<z.input<Schema>>
export function getLineItems(): unknown {
  return LineItems
}

/**
 * An editable list of up to 200 lines in a form. Typing renders only one cell and then the sums. Lines can be
 * added, duplicated and removed (with undo). Enter moves to the same cell of the next line, Shift+Enter to
 * the previous line, and Ctrl+Enter adds a line. If there is no space for the columns, each line is a card.
 * In a read-only form it shows plain values.
 */
const LineItems = memo(function LineItems(props: LineItemsProps) {
  const {
    name,
    columns,
    maxLines = MOST_LINES,
    resizable = true,
    renderDetail,
    detailLabel = 'Details',
  } = props
  const { id: formId, schema } = useFormParts()
  const readOnly = useContext(FormReadOnlyContext)
  const { noun, title } = getListLabels(schema, props)
  const resolved = useColumns(name, noun, columns)
  const lines = useLines({ ...props, noun })
  const { fields, act, add, opened: openedRows } = lines
  const full = fields.length >= maxLines
  const editable = !readOnly && resizable
  const paste = useListPaste(props, noun, resolved, lines, editable)
  useOpenOnFault(name, renderDetail ? lines.open : undefined, resolved)
  const error = useFault(name)
  const headingId = `${fieldId(formId, name)}-title`
  const actions = {
    canAdd: editable ? !full : null,
    detailLabel: renderDetail && detailLabel,
    marks: props.marks,
  }
  const shared = { list: name, noun, columns: resolved, readOnly, onAction: act, ...actions }
  return (
    <section
      className={css.list}
      style={getExtraWidth(resolved, actions)}
      aria-labelledby={headingId}
      id={fieldId(formId, name)}
      tabIndex={-1}
      {...paste.events}
    >
      <h2 id={headingId}>{title}</h2>
      {paste.bar}
      {error ? <div className={css.error}>{error}</div> : null}
      <div className={css.scroll}>
        <table onKeyDown={readOnly ? undefined : lineKeys(formId, name, editable && !full ? add : undefined)}>
          <LinesHead {...shared} />
          <tbody>
            {fields.map((field, index) => (
              <LineRow
                key={field.rowKey}
                {...shared}
                index={index}
                detail={openedRows.has(field.rowKey) ? (renderDetail?.(index) ?? null) : null}
              />
            ))}
          </tbody>
          <LineTotals list={name} columns={resolved} onTotals={props.onTotals} marks={props.marks} />
        </table>
      </div>
      {fields.length === 0 ? <Text c="dimmed">{paste.button ? EMPTY_TEXT : 'None yet.'}</Text> : null}
      {paste.place}
      {editable ? (
        <LinesFoot {...lines} name={name} noun={noun} most={full ? maxLines : null} more={paste.button} />
      ) : null}
    </section>
  )
})

/** Provides pasting into the editable columns, and into the additional columns of `paste`. */
function useListPaste(
  { name, blank, paste, maxLines = MOST_LINES }: LineItemsProps,
  noun: string,
  resolvedColumns: readonly ResolvedColumn[],
  { names, addAll: append, takeOut }: ReturnType<typeof useLines>,
  editable: boolean,
) {
  const pasteColumns = useColumns(name, noun, paste ?? NO_COLUMNS)
  const columns = useMemo(
    () => [...resolvedColumns, ...pasteColumns].filter((column) => !column.readOnly),
    [resolvedColumns, pasteColumns],
  )
  const into = { name, names, blank, columns, most: maxLines, append, takeOut }
  return usePasteParts(editable && paste !== undefined, noun, into)
}

/** Returns the heading of the list and the name of one line. */
function getListLabels(
  schema: z.core.$ZodType,
  { name, title, noun }: LineItemsProps,
): { title: string; noun: string } {
  const facts = factsAt(schema, name)
  const lineNoun = noun ?? facts.noun ?? 'Line'
  return { noun: lineNoun, title: title ?? facts.label ?? `${lineNoun}s` }
}

/** Opens the details of a line when the error summary leads to a field in them. */
function useOpenOnFault(
  list: string,
  open: ((index: number) => void) | undefined,
  columns: readonly ResolvedColumn[],
) {
  const { followers } = useFormParts()
  useEffect(() => {
    if (!open) return
    const follow = (field: string) => {
      if (!field.startsWith(`${list}.`)) return
      const [index, column] = field.slice(list.length + 1).split('.')
      if (column !== undefined && !columns.some(({ name }) => name === column)) open(Number(index))
    }
    followers.add(follow)
    return () => {
      followers.delete(follow)
    }
  }, [followers, list, open, columns])
}

type Actions = Pick<LineRowProps, 'canAdd' | 'detailLabel'> & { marks?: LineMarks | undefined }

/** Returns the width of the last column. Next to marks, the button for details is only an arrow. */
const getActionsWidth = ({ canAdd, detailLabel, marks }: Actions): number =>
  16 + (detailLabel === undefined ? 0 : marks ? 30 : 72) + (canAdd === null ? 0 : 54)

/** Returns the width that the columns need beyond the width below which lines become cards. */
function getExtraWidth(columns: readonly ResolvedColumn[], actions: Actions): CSSProperties {
  const widths = columns.map((column) => column.width ?? LEAST_WIDTH)
  const ends = NUMBER_WIDTH + (actions.marks?.width ?? 0) + getActionsWidth(actions)
  const needed = widths.reduce((sum, width) => sum + width, ends)
  return { ['--list-extra' as string]: `${Math.max(0, needed - CARDS_BELOW)}px` }
}

function LinesHead({
  columns,
  noun,
  readOnly,
  canAdd,
  detailLabel,
  marks,
}: Pick<LineRowProps, 'columns' | 'noun' | 'readOnly' | 'canAdd' | 'detailLabel' | 'marks'>) {
  const lastWidth = getActionsWidth({ canAdd, detailLabel, marks })
  return (
    <>
      <colgroup>
        <col style={{ width: NUMBER_WIDTH }} />
        {columns.map((column) => (
          <col key={column.name} style={column.width === undefined ? undefined : { width: column.width }} />
        ))}
        {marks ? <col style={{ width: marks.width }} /> : null}
        <col style={{ width: lastWidth }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{noun}</span>#
          </th>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={column.total ? css.figure : undefined}>
              {column.label}
              <RequiredMark shown={column.required && !readOnly} />
            </th>
          ))}
          {marks ? <th scope="col">{marks.label}</th> : null}
          <td />
        </tr>
      </thead>
    </>
  )
}

function LinesFoot({
  noun,
  most,
  add,
  undo,
  removed,
  name,
  more,
}: Pick<ReturnType<typeof useLines>, 'add' | 'undo' | 'removed'> & {
  name: string
  /** Further buttons. */
  more: ReactNode
  noun: string
  /** The maximum number of lines, if it is reached; otherwise null. */
  most: number | null
}) {
  const undoId = `${fieldId(useFormParts().id, name)}-undo`
  return (
    <Group mt="xs" data-noprint>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        disabled={most !== null}
        onClick={add}
      >
        Add {noun.toLowerCase()}
      </Button>
      {more}
      {most === null ? null : <Text size="sm">At most {most} lines.</Text>}
      <Text role="status" size="sm">
        {removed ? `${noun} ${removed.index + 1} removed.` : ''}
      </Text>
      {removed ? (
        <Button variant="subtle" size="xs" id={undoId} onClick={undo}>
          Undo
        </Button>
      ) : null}
    </Group>
  )
}

/** Handles Enter (down) and Shift+Enter (up) within a column, and Ctrl+Enter, which adds a line. */
function lineKeys(formId: string, list: string, add: (() => void) | undefined) {
  const idPrefix = `${fieldId(formId, list)}-`
  return (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.key !== 'Enter' || event.defaultPrevented || !target.id.startsWith(idPrefix)) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      add?.()
      return
    }
    if (target instanceof HTMLTextAreaElement) return
    const [index = '', ...column] = target.id.slice(idPrefix.length).split('-')
    const next = document.getElementById(
      `${idPrefix}${Number(index) + (event.shiftKey ? -1 : 1)}-${column.join('-')}`,
    )
    if (!next) return
    event.preventDefault()
    next.focus()
    if (next instanceof HTMLInputElement) next.select()
  }
}
