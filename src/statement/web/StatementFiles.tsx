import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { useFormParts } from '#ui/form/formContext.ts'
import { later } from '#ui/frame/later.tsx'
import { fromTsv } from '#ui/worksheet/clipboard.ts'
import type { OpenedFile } from '../model/book.ts'
import type { Book, BookContent, CheckedLine, CheckedRow, LastImport } from '../model/index.ts'
import { namesAccounts } from '../model/pasted.ts'
import type { FigureRow } from './rows.ts'

const Import = later(async () => (await import('./Import.tsx')).Import)
const Last = later(async () => (await import('./Import.tsx')).LastImported)

/** The rows of a file after a user has reviewed them: rows without a fault. */
export type Brought = {
  file: string
  rows: readonly CheckedRow[]
  /** Rows of the file that have faults and are not brought. */
  faulty: number
  lists: Readonly<Record<string, readonly CheckedLine[]>>
}
/** How a draft takes figures from a file. */
export type Taking = {
  /** Loads the names of accounts in the company’s own books. */
  names: () => Promise<ReadonlyMap<string, string>>
  /**
   * Stores the reviewed rows and reads the record again; false if earlier typed changes could not be saved.
   */
  take: (brought: Brought) => Promise<boolean>
  /** The import that can be taken back, and how. */
  last: LastImport
  takeBack: () => Promise<void>
}

type Props = {
  /** The paths of the rows in the form. */
  names: readonly string[]
  /** Made when a file is opened or saved. */
  book: () => Book | Promise<Book>
  /** The name of the files, without extension. */
  fileName: string
  /** The lists of the form’s values, by sheet. */
  listsOf?: (values: Record<string, unknown>) => Lists | Promise<Lists>
  /** Only where figures may be written. */
  taking?: Taking
}
type Lists = NonNullable<BookContent['lists']>
/** The content of a file or a pasted table, before any of it is stored. */
export type Opened = { file: string; book: Book; opened: OpenedFile; known: ReadonlyMap<string, string> }

/** The name of a table from the clipboard, used in place of a file name. */
const CLIPBOARD = 'the clipboard'

/** Template, export and import of a statement, and the way back from an import. */
export function StatementFiles({ names, book, fileName, listsOf: getLists = () => ({}), taking }: Props) {
  const { form } = useFormParts()
  const [checkedFile, setCheckedFile] = useState<Opened | null>(null)
  usePastedTable(taking ? names : [], async (rows) => {
    const pastedTable = { tables: [{ sheet: null, rows }], lists: {}, about: [] }
    const [created, codesByName] = await Promise.all([book(), taking?.names() ?? new Map()])
    setCheckedFile({ file: CLIPBOARD, book: created, opened: pastedTable, known: codesByName })
  })
  const save = async (template: boolean) => {
    const { saveBook } = await import('./files.ts')
    const rows = names.flatMap((name) => form.getValues(name) as FigureRow[])
    const lines = rows.map((row) => ({ ...row, code: row.clientKey }))
    await saveBook(
      await book(),
      { lines, lists: await getLists(form.getValues()) },
      template ? `${fileName} template` : fileName,
      template,
    )
  }
  return (
    <>
      {taking && (
        <Button variant="default" onClick={() => void save(true)}>
          Template
        </Button>
      )}
      <Button variant="default" onClick={() => void save(false)}>
        Export
      </Button>
      {taking && (
        <Suspense
          fallback={
            <Button variant="default" disabled>
              Import file…
            </Button>
          }
        >
          <Import book={book} taking={taking} found={checkedFile} setFound={setCheckedFile} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Takes over a table with codes that is pasted into a worksheet of accounts: it is taken by its codes, as a
 * file is.
 */
function usePastedTable(names: readonly string[], onTable: (rows: string[][]) => Promise<void>): void {
  const { form } = useFormParts()
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (!(target instanceof Element) || target instanceof HTMLInputElement) return
      // Other worksheets of the page, such as a schedule, hold other figures of the same accounts.
      const sheet = target.closest<HTMLElement>('[data-accounts]')?.dataset.accounts
      if (!sheet || !names.includes(sheet)) return
      const rows = fromTsv(clipboardData?.getData('text/plain') ?? '')
      const accounts = names.flatMap((name) =>
        (form.getValues(name) as FigureRow[]).map((row) => row.clientKey),
      )
      if (!namesAccounts(rows, new Set(accounts))) return
      event.preventDefault()
      event.stopPropagation()
      void onTable(rows)
    }
    document.addEventListener('paste', onPaste, true)
    return () => document.removeEventListener('paste', onPaste, true)
  })
}

/** Offers the way back from the last import, until something is changed. */
export function LastImported({ taking }: { taking: Taking }) {
  if (!taking.last) return null
  return (
    <Suspense>
      <Last taking={taking} />
    </Suspense>
  )
}
