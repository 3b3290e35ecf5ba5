import { type ComponentType, createContext, useContext } from 'react'
import type { Column } from './columns.tsx'

/** The kinds of files that a list is saved as with all its rows. */
export type FileKind = 'CSV' | 'Excel'

/** A column of a file: the field of the rows, its label, and the format of its values. */
export type FileColumn = {
  name: string
  label: string
  kind: 'text' | 'number' | 'money' | 'day' | 'moment' | 'month' | 'flag'
  prefix?: string
}

/** A list that may have very many rows: the call that returns them, its query, and their number. */
export type LongList = {
  title: string
  callPath: string
  asked: Readonly<Record<string, string | number | boolean>>
  columns: readonly FileColumn[]
  total: number
}

/** Where files of long lists are made. */
export type ExportStore = {
  /** Saves few rows at once, by `atOnce`, and has a file of many prepared. */
  save: (kind: FileKind, list: LongList, atOnce: () => Promise<unknown>) => Promise<void>
  /** Starts preparing a file of any size in the background. */
  begin: (kind: FileKind, list: LongList) => Promise<void>
  /** How far the files are that were asked for here. */
  UnderWay: ComponentType<{ callPath: string }>
  /** Where all of one's files are. */
  all: { label: string; to: string }
}

/** The store of who is signed in; where there is none, files are made in the browser alone. */
export const ExportStoreContext = createContext<ExportStore | null>(null)

export const useExports = () => useContext(ExportStoreContext)

const kinds: Readonly<Partial<Record<string, FileColumn['kind']>>> = {
  number: 'number',
  money: 'money',
  date: 'day',
  moment: 'moment',
  month: 'month',
  bool: 'flag',
}

/**
 * The columns of a list’s file; `fields` says which field of the rows a column reads that the server calls
 * otherwise.
 */
export const fileColumns = (
  columns: readonly Pick<Column<never>, 'served' | 'label' | 'kind' | 'prefix'>[],
  fields: Readonly<Record<string, string>>,
): FileColumn[] =>
  columns.flatMap(({ served, label, kind, prefix }) =>
    served
      ? [{ name: fields[served] ?? served, label, kind: kinds[kind] ?? 'text', ...(prefix && { prefix }) }]
      : [],
  )
