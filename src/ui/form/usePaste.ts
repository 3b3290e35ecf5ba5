import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useFormParts } from './formContext.ts'
import type { LineNames } from './lineNames.ts'
import { keyed, type Line, type ResolvedColumn } from './lines.ts'
import { linesOf, type PastedLines, type PastedRows, type Places, readRows } from './pasted.ts'

/** What was pasted last, for as long as it can be undone or matched anew. */
export interface Paste extends PastedLines {
  from: PastedRows
  /** Rows that found no room. */
  left: number
  /** Keys of the lines it made. */
  keys: readonly unknown[]
  /** Empty lines that stood at the end and made room. */
  before: readonly Line[]
}

/** See `usePaste`. */
interface PasteInto {
  name: string
  names: LineNames
  blank: Line
  columns: readonly ResolvedColumn[]
  most: number
  append: (lines: Line[]) => void
  takeOut: (indexes: number[]) => void
}

const isEmpty = (line: Line, columns: readonly ResolvedColumn[]) =>
  columns.every(({ name }) => line[name] === null || line[name] === undefined || line[name] === '')

/**
 * Rows pasted from a spreadsheet into a list of lines: they are added at its end, in the place of empty lines there. One
 * undo takes the whole paste back; Ctrl+Z does as long as nothing else was changed. Matching the columns anew reads the
 * same rows again.
 */
export function usePaste({ name, names, blank, columns, most, append, takeOut }: PasteInto) {
  const { form, session } = useFormParts()
  const [paste, setPaste] = useState<Paste | null>(null)
  const latest = useRef<Paste | null>(null)
  latest.current = paste
  const isFresh = useRef(false)
  useEffect(
    () =>
      session.typed.on(() => {
        isFresh.current = false
      }),
    [session],
  )
  const lines = useCallback(() => (form.getValues(name) as Line[] | undefined) ?? [], [form, name])
  const removeAt = useCallback(
    (indexes: number[]) => {
      if (indexes.length === 0) return
      takeOut(indexes)
      for (const index of indexes.toReversed()) session.faults.shift(name, index, -1)
    },
    [takeOut, session, name],
  )

  const undo = useCallback(() => {
    const last = latest.current
    if (!last) return
    removeAt(lines().flatMap((line, index) => (last.keys.includes(line[names.key]) ? [index] : [])))
    if (last.before.length > 0) append([...last.before])
    session.noteChange(name)
    setPaste(null)
  }, [append, lines, name, names, removeAt, session])

  const apply = useCallback(
    (from: PastedRows) => {
      const read = linesOf(from, columns)
      const present = lines()
      const full = present.findLastIndex((line) => !isEmpty(line, columns)) + 1
      const before = present.slice(full)
      removeAt(before.map((_, index) => full + index))
      const made = read.lines.slice(0, most - full).map((line) => keyed({ ...blank, ...line }, names))
      append(made)
      session.noteChange(name)
      for (const index of made.keys())
        for (const column of columns) session.checkField(`${name}.${full + index}.${column.name}`)
      const keys = made.map((line) => line[names.key])
      setPaste({ ...read, from, before, keys, left: read.lines.length - made.length })
      isFresh.current = true
    },
    [append, blank, columns, lines, most, name, names, removeAt, session],
  )

  const take = (text: string): boolean => {
    const rows = readRows(text, columns)
    if (rows) apply(rows)
    return rows !== null
  }
  const matchAnew = (places: Places) => {
    if (!paste) return
    undo()
    apply({ ...paste.from, places })
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // A cell alone, or a text of several lines, goes where the cursor is.
    if (event.target instanceof HTMLTextAreaElement || !text.includes('\t') || !take(text)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!wanted || !isFresh.current || !paste) return
    event.preventDefault()
    undo()
  }
  return { paste, take, matchAnew, undo, close: () => setPaste(null), onPaste, onKeyDown }
}
