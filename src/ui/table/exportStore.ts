import { type ComponentType, createContext, useContext } from 'react'
import type { Column } from './columns.tsx'

/** The file formats in which a list can be saved with all its rows. */
export type FileKind = 'CSV' | 'Excel'

/** A column of a file: the field of the rows, the label, and the format of the values. */
export type FileColumn = {
  name: string
  label: string
  kind: 'text' | 'number' | 'money' | 'day' | 'moment' | 'month' | 'flag'
  prefix?: string
}

/** A list that may have very many rows: the call that returns them, the query, and the number of rows. */
export type LongList = {
  title: string
  callPath: string
  asked: Readonly<Record<string, string | number | boolean>>
  columns: readonly FileColumn[]
  total: number
}

/** The functions that prepare the files of long lists. */
export type ExportStore = {
  /** Saves a short list immediately with `atOnce`, and starts preparing the file of a long one. */
  save: (kind: FileKind, list: LongList, atOnce: () => Promise<unknown>) => Promise<void>
  /** Starts preparing a file of any size in the background. */
  begin: (kind: FileKind, list: LongList) => Promise<void>
  /** Shows the progress of the files that were requested here. */
  UnderWay: ComponentType<{ callPath: string }>
  /** The link to all files of the user. */
  all: { label: string; to: string }
}

/** The store of the signed-in person. If it is null, files are created only in the browser. */
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
 * Returns the columns of a list's file. `fields` contains the row fields of the columns for which the server
 * uses another name.
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
