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
import { FormReadOnlyContext, fieldId, useFault, useFormParts } from './formContext.ts'
import { type LineMarks, LineRow, type LineRowProps } from './LineRow.tsx'
import { LineTotals, type Totals } from './LineTotals.tsx'
import css from './lines.module.css'
import type { Line, LineColumn, ResolvedColumn } from './lines.ts'
import { factsAt } from './metadata.ts'
import { useColumns, useLines } from './useLines.ts'
import { usePasteParts } from './usePasteParts.tsx'

/** Most lines of one list. */
const MOST_LINES = 200
/** Pixels of the column of numbers, and the least that a column without a width must have. */
const NUMBER_WIDTH = 32
const LEAST_WIDTH = 150
/**
 * Up to this much room the lines are cards (see `lines.module.css`); columns that need more move the limit
 * up.
 */
const CARDS_BELOW = 900

const NO_COLUMNS: readonly LineColumn[] = []
const PASTE_HERE = 'None yet. Add one, or paste rows from Excel here (Ctrl+V).'

/** See `LineItems`. */
export interface LineItemsProps {
  /** Path of the list in the form's values. */
  name: string
  /** Heading; the list's label when left out. */
  title?: string
  /** What one line is called; the list's `noun`, else "Line". */
  noun?: string
  columns: readonly LineColumn[]
  /** A new line, before anything is typed. */
  blank: Line
  /** Makes the copy for "duplicate"; by default without id and inner lists. */
  copy?: (line: Line) => Line
  maxLines?: number
  /**
   * Asked before a line is removed, for instance about what belongs to it: false keeps it. A function is
   * called with the line's place when the removal is undone.
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
  paste?: readonly LineColumn[]
  /** A last column that shows the status of each line, such as its documents. Keep it stable. */
  marks?: LineMarks
  /** What opens below a line: files, comments, bids. `index` is the line's place now. */
  renderDetail?: (index: number) => ReactNode
  /** Words of the button that opens it. */
  detailLabel?: string
}

/**
 * An editable list of lines in a form, up to 200. Typing repaints one cell; sums follow. Lines can be added,
 * duplicated and removed (with undo); Enter goes to the same cell of the next line, Shift+Enter to the one
 * before, Ctrl+Enter adds a line. Where there is no room for the columns each line becomes a card. In a
 * read-only form it shows plain values.
 */
export const LineItems = memo(function LineItems(props: LineItemsProps) {
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
  const { noun, title } = wordsOfList(schema, props)
  const resolved = useColumns(name, noun, columns)
  const lines = useLines({ ...props, noun })
  const { fields, act, add, opened: readonlySet } = lines
  const full = fields.length >= maxLines
  const editable = !readOnly && resizable
  const paste = useListPaste(props, noun, resolved, lines, editable)
  useFollowed(name, renderDetail ? lines.open : undefined, resolved)
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
      style={roomFor(resolved, actions)}
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
                detail={readonlySet.has(field.rowKey) ? (renderDetail?.(index) ?? null) : null}
              />
            ))}
          </tbody>
          <LineTotals list={name} columns={resolved} onTotals={props.onTotals} marks={props.marks} />
        </table>
      </div>
      {fields.length === 0 ? <Text c="dimmed">{paste.button ? PASTE_HERE : 'None yet.'}</Text> : null}
      {paste.place}
      {editable ? (
        <LinesFoot {...lines} name={name} noun={noun} most={full ? maxLines : null} more={paste.button} />
      ) : null}
    </section>
  )
})

/** Pasting into the columns that can be typed into, and into those that only a spreadsheet brings. */
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

/** Heading of the list and what one line is called. */
function wordsOfList(
  schema: z.core.$ZodType,
  { name, title, noun }: LineItemsProps,
): { title: string; noun: string } {
  const facts = factsAt(schema, name)
  const lineNoun = noun ?? facts.noun ?? 'Line'
  return { noun: lineNoun, title: title ?? facts.label ?? `${lineNoun}s` }
}

/** Opens the detail of a line that the error summary leads to, unless the field is in the line itself. */
function useFollowed(
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

/** Next to marks, which also lead to the detail, its button is only an arrow. */
const actionsWidth = ({ canAdd, detailLabel, marks }: Actions): number =>
  16 + (detailLabel === undefined ? 0 : marks ? 30 : 72) + (canAdd === null ? 0 : 54)

/** Returns the width that the columns need beyond the width below which lines become cards. */
function roomFor(columns: readonly ResolvedColumn[], actions: Actions): CSSProperties {
  const widths = columns.map((column) => column.width ?? LEAST_WIDTH)
  const ends = NUMBER_WIDTH + (actions.marks?.width ?? 0) + actionsWidth(actions)
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
  const lastWidth = actionsWidth({ canAdd, detailLabel, marks })
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

/** Enter goes down and Shift+Enter up within a column; Ctrl+Enter adds a line. */
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
