import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useFieldArray } from 'react-hook-form'
import { fieldId, useFormParts } from './formContext.ts'
import type { LineItemsProps } from './LineItems.tsx'
import type { LineAction } from './LineRow.tsx'
import { type LineNames, lineNames } from './lineNames.ts'
import {
  copyOfLine,
  type Line,
  type LineColumn,
  type ResolvedColumn,
  resolveColumn,
  reviveLine,
  withNewKey,
} from './lines.ts'
import { schemaAt } from './metadata.ts'

/** The last removed line, which can be restored. */
interface RemovedLine {
  index: number
  line: Line
  /** Called when the line is restored. */
  onUndo: ((index: number) => void) | undefined
}

/** The latest values, which the functions below read when called, so that the functions never change. */
type Latest = Pick<LineItemsProps, 'blank' | 'copy' | 'onRemove'> & {
  fields: readonly { rowKey: string }[]
  /** The first editable column, which gets the focus in a new line. */
  first: string
}

/**
 * Provides the lines of a list and their actions. The functions never change, so that lines do not render
 * again.
 */
export function useLines({ name, blank, copy, columns, onRemove }: LineItemsProps) {
  const { id: formId, form, schema, session } = useFormParts<FieldValues>()
  const names = useMemo(() => lineNames(schemaAt(schema, `${name}.*`)), [schema, name])
  const {
    fields,
    insert,
    append,
    remove: takeOut,
  } = useFieldArray({ control: form.control, name, keyName: 'rowKey' })
  const focus = useRef<string | null>(null)
  const latest = useRef<Latest>({ fields, blank, copy, onRemove, first: '' })
  useEffect(() => {
    const first = columns.find((column) => !column.readOnly)?.name ?? ''
    latest.current = { fields, blank, copy, onRemove, first }
    // The focus moves to the new line, or to the undo button after a removal.
    if (focus.current !== null) document.getElementById(focus.current)?.focus()
    focus.current = null
  })
  const { opened: openedRows, open, toggle } = useOpened(latest)
  const put = useCallback(
    (index: number, line: Line) => {
      insert(index, line, { shouldFocus: false })
      session.faults.shift(name, index, 1)
      session.noteChange(name)
      focus.current = fieldId(formId, `${name}.${index}.${latest.current.first}`)
    },
    [insert, session, name, formId],
  )
  const { removed, forget, undo, remove } = useRemoval({ name, names, latest, focus, put, takeOut })
  const make = useCallback(
    (index: number, line: Line) => {
      put(index, withNewKey(line, names))
      forget()
    },
    [put, names, forget],
  )
  const add = useCallback(() => make(latest.current.fields.length, latest.current.blank), [make])
  const addAll = useCallback((lines: Line[]) => append(lines, { shouldFocus: false }), [append])
  const act = useCallback(
    (action: LineAction, index: number) => {
      const line = structuredClone(form.getValues(`${name}.${index}`) as Line)
      if (action === 'duplicate') make(index + 1, latest.current.copy?.(line) ?? copyOfLine(line, names))
      if (action === 'detail') toggle(index)
      if (action === 'remove') void remove(index, line)
    },
    [form, name, names, make, remove, toggle],
  )
  return { fields, names, act, add, addAll, takeOut, undo, removed, opened: openedRows, open }
}

/** Manages which lines show their details, by their row keys. */
function useOpened(latest: RefObject<Latest>) {
  const [openedRows, setOpenedRows] = useState<ReadonlySet<string>>(new Set())
  const change = useCallback(
    (index: number, closes: boolean) => {
      const key = latest.current.fields[index]?.rowKey
      if (key === undefined) return
      setOpenedRows((before) => {
        const after = new Set(before)
        if (!(closes && after.delete(key))) after.add(key)
        return after
      })
    },
    [latest],
  )
  const open = useCallback((index: number) => change(index, false), [change])
  const toggle = useCallback((index: number) => change(index, true), [change])
  return { opened: openedRows, open, toggle }
}

/**
 * Removes a line and undoes the removal. A line that the server has deleted since is restored as a new one.
 */
function useRemoval({
  name,
  names,
  latest,
  focus,
  put,
  takeOut,
}: {
  name: string
  names: LineNames
  latest: RefObject<Latest>
  focus: RefObject<string | null>
  put: (index: number, line: Line) => void
  takeOut: (index: number) => void
}) {
  const { id: formId, session } = useFormParts()
  const [removed, setRemoved] = useState<RemovedLine | null>(null)
  const forget = useCallback(() => setRemoved(null), [])
  const remove = useCallback(
    async (index: number, line: Line) => {
      const answer = (await latest.current.onRemove?.(index)) ?? true
      if (answer === false) return
      takeOut(index)
      session.faults.shift(name, index, -1)
      session.noteChange(name)
      setRemoved({ index, line, onUndo: answer === true ? undefined : answer })
      focus.current = `${fieldId(formId, name)}-undo`
    },
    [takeOut, session, name, formId, latest, focus],
  )
  const undo = useCallback(() => {
    if (!removed) return
    const { index, line, onUndo } = removed
    const lines = session.base[name] as Line[] | undefined
    const isKnown = !line[names.id] || lines?.some((item) => item[names.id] === line[names.id])
    put(index, isKnown ? line : reviveLine(line, names))
    setRemoved(null)
    onUndo?.(index)
  }, [removed, put, session, name, names])
  return { removed, forget, undo, remove }
}

/**
 * Returns the columns with the facts of the entity, and registers labels of the screen for the error summary.
 */
export function useColumns(
  list: string,
  noun: string,
  columns: readonly LineColumn[],
): readonly ResolvedColumn[] {
  const { labels, schema } = useFormParts()
  useEffect(() => {
    labels.set(`${list}.*`, noun)
    for (const { name, label } of columns) if (label !== undefined) labels.set(`${list}.*.${name}`, label)
  }, [labels, list, noun, columns])
  return useMemo(() => columns.map((column) => resolveColumn(schema, list, column)), [schema, list, columns])
}
