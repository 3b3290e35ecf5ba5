import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useFormParts } from './formContext.ts'
import type { LineNames } from './lineNames.ts'
import { type Line, type ResolvedColumn, withNewKey } from './lines.ts'
import { type PastedLines, type PastedRows, type Places, readPastedLines, readRows } from './pasted.ts'

/** The last paste, which can be undone or matched with other columns. */
export interface Paste extends PastedLines {
  from: PastedRows
  /** The number of rows that were skipped because the list is full. */
  left: number
  /** The keys of the pasted lines. */
  keys: readonly unknown[]
  /** The content of the cells right after the paste. */
  after: string
  /** Empty lines at the end that the paste replaced. */
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

/** Adds pasted lines at the end in place of empty lines there, and removes them again. */
function usePastedLines({ name, names, blank, columns, most, append, takeOut }: PasteInto) {
  const { form, session } = useFormParts<FieldValues>()
  const lines = () => (form.getValues(name) as Line[] | undefined) ?? []
  /** Returns the content of the cells, without ids that a save has set. */
  const getTypedContent = () =>
    JSON.stringify(lines().map((line) => columns.map((column) => line[column.name] ?? null)))
  const removeAt = (indexes: number[]) => {
    if (indexes.length === 0) return
    takeOut(indexes)
    for (const index of indexes.toReversed()) session.faults.shift(name, index, -1)
  }
  const removePasted = ({ keys, before }: Paste) => {
    removeAt(lines().flatMap((line, index) => (keys.includes(line[names.key]) ? [index] : [])))
    if (before.length > 0) append([...before])
    session.noteChange(name)
  }
  const addPasted = (from: PastedRows): Paste => {
    const read = readPastedLines(from, columns)
    const present = lines()
    const full = present.findLastIndex((line) => !isEmpty(line, columns)) + 1
    const before = present.slice(full)
    removeAt(before.map((_, index) => full + index))
    const created = read.lines
      .slice(0, Math.max(0, most - full))
      .map((line) => withNewKey({ ...blank, ...line }, names))
    append(created)
    session.noteChange(name)
    for (const index of created.keys())
      for (const column of columns) session.checkField(`${name}.${full + index}.${column.name}`)
    const keys = created.map((line) => line[names.key])
    return { ...read, from, before, keys, left: read.lines.length - created.length, after: getTypedContent() }
  }
  return { addPasted, removePasted, getTypedContent }
}

/**
 * Adds rows pasted from a spreadsheet at the end of a list of lines. One undo removes the whole paste; Ctrl+Z
 * does so as long as nothing else was changed. Matching the columns again reads the same rows again.
 */
export function usePaste(into: PasteInto) {
  const { addPasted, removePasted, getTypedContent } = usePastedLines(into)
  const [paste, setPaste] = useState<Paste | null>(null)
  const undo = () => {
    if (paste) removePasted(paste)
    setPaste(null)
  }
  const apply = (rows: PastedRows) => setPaste(addPasted(rows))
  const take = (text: string): boolean => {
    const rows = readRows(text, into.columns)
    if (rows) apply(rows)
    return rows !== null
  }
  const matchAnew = (places: Places) => {
    if (!paste) return
    removePasted(paste)
    apply({ ...paste.from, places })
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // A single cell, or a text in a text area, is pasted at the cursor as usual.
    if (event.target instanceof HTMLTextAreaElement || !text.includes('\t') || !take(text)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndoKey = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!isUndoKey || !paste || paste.after !== getTypedContent()) return
    event.preventDefault()
    undo()
  }
  return { paste, take, matchAnew, undo, close: () => setPaste(null), onPaste, onKeyDown }
}
