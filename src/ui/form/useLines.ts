import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { fieldId, useFormParts } from './formContext.ts'
import type { LineItemsProps } from './LineItems.tsx'
import type { LineAction } from './LineRow.tsx'
import { lineNames } from './lineNames.ts'
import { copyOfLine, keyed, type Line, type LineColumn, type ResolvedColumn, resolveColumn, revived } from './lines.ts'
import { schemaAt } from './metadata.ts'

interface Removed {
  index: number
  line: Line
  /** Told when the line is back. */
  onUndo: ((index: number) => void) | undefined
}

/** The lines of a list and what can be done with them. The functions are stable, so that lines need no repainting. */
export function useLines({ name, blank, copy, columns, onRemove }: LineItemsProps) {
  const { id: formId, form, schema, session } = useFormParts()
  const names = useMemo(() => lineNames(schemaAt(schema, `${name}.*`)), [schema, name])
  const { fields, insert, append, remove: takeOut } = useFieldArray({ control: form.control, name, keyName: 'rowKey' })
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const focus = useRef<string | null>(null)
  const latest = useRef({ fields, blank, copy, removed, onRemove, first: '' })
  useEffect(() => {
    const first = columns.find((column) => !column.readOnly)?.name ?? ''
    latest.current = { fields, blank, copy, removed, onRemove, first }
    // The line that was just made, or the undo button of the one that was just removed.
    if (focus.current !== null) document.getElementById(focus.current)?.focus()
    focus.current = null
  })

  const put = useCallback(
    (index: number, line: Line) => {
      insert(index, line, { shouldFocus: false })
      session.faults.shift(name, index, 1)
      session.noteChange(name)
      setRemoved(null)
      focus.current = fieldId(formId, `${name}.${index}.${latest.current.first}`)
    },
    [insert, session, name, formId],
  )
  const add = useCallback(() => put(latest.current.fields.length, keyed(latest.current.blank, names)), [put, names])
  const undo = useCallback(() => {
    const { removed } = latest.current
    if (!removed) return
    const { index, line, onUndo } = removed
    const known = (session.base[name] as Line[] | undefined)?.some((one) => one[names.id] === line[names.id])
    put(index, known || !line[names.id] ? line : revived(line, names))
    onUndo?.(index)
  }, [put, session, name, names])
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
    [takeOut, session, name, formId],
  )
  const act = useCallback(
    (action: LineAction, index: number) => {
      const line = structuredClone(form.getValues(`${name}.${index}`) as Line)
      if (action === 'duplicate') {
        const made = latest.current.copy?.(line) ?? copyOfLine(line, names)
        put(index + 1, keyed(made, names))
      }
      if (action === 'detail') toggle(setOpened, latest.current.fields[index]?.rowKey)
      if (action === 'remove') void remove(index, line)
    },
    [form, name, names, put, remove],
  )
  const addAll = useCallback((lines: Line[]) => append(lines, { shouldFocus: false }), [append])
  const open = useCallback((index: number) => {
    const key = latest.current.fields[index]?.rowKey
    if (key !== undefined) setOpened((before) => new Set(before).add(key))
  }, [])
  return { fields, names, act, add, addAll, takeOut, undo, removed, opened, open }
}

function toggle(set: (change: (before: ReadonlySet<string>) => ReadonlySet<string>) => void, key: string | undefined) {
  if (key === undefined) return
  set((before) => {
    const after = new Set(before)
    if (!after.delete(key)) after.add(key)
    return after
  })
}

/** The columns with what the entity says of them; labels given on the screen become known to the error summary. */
export function useColumns(list: string, noun: string, columns: readonly LineColumn[]): readonly ResolvedColumn[] {
  const { labels, schema } = useFormParts()
  useEffect(() => {
    labels.set(`${list}.*`, noun)
    for (const { name, label } of columns) if (label !== undefined) labels.set(`${list}.*.${name}`, label)
  }, [labels, list, noun, columns])
  return useMemo(() => columns.map((column) => resolveColumn(schema, list, column)), [schema, list, columns])
}
