import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { useFormParts } from '#ui/form/formContext.ts'
import { later } from '#ui/frame/later.tsx'
import { fromTsv } from '#ui/worksheet/clipboard.ts'
import type { OpenedFile } from '../model/book.ts'
import type { Book, BookContent, CheckedLine, CheckedRow, LastImport } from '../model/index.ts'
import { startsWithAccountCodes } from '../model/pasted.ts'
import type { FigureRow } from './rows.ts'

const Import = later(async () => (await import('./Import.tsx')).Import)
const Last = later(async () => (await import('./Import.tsx')).LastImported)

/** The rows of a file that a user has reviewed and that have no faults. */
export type ReviewedRows = {
  file: string
  rows: readonly CheckedRow[]
  /** The number of rows with faults, which are not imported. */
  faulty: number
  lists: Readonly<Record<string, readonly CheckedLine[]>>
}
/** The functions by which a draft imports figures from a file. */
export type FigureImport = {
  /** Loads the names of accounts in the company’s own books. */
  names: () => Promise<ReadonlyMap<string, string>>
  /**
   * Stores the reviewed rows and reads the record again; false if earlier typed changes could not be saved.
   */
  importRows: (brought: ReviewedRows) => Promise<boolean>
  /** The import that can be undone; null if there is none. */
  last: LastImport
  undoImport: () => Promise<void>
}

type Props = {
  /** The paths in the form of the lists of rows. */
  names: readonly string[]
  /** Creates the workbook's content when a file is opened or saved. */
  book: () => Book | Promise<Book>
  /** The name of the files, without extension. */
  fileName: string
  /** Returns the lists of the form’s values, by the name of their sheet. */
  getFormLists?: (values: Record<string, unknown>) => Lists | Promise<Lists>
  /** Only set if the user may change figures. */
  figureImport?: FigureImport
}
type Lists = NonNullable<BookContent['lists']>
/** The content of a file or a pasted table, before any of it is stored. */
export type FileToReview = {
  file: string
  book: Book
  opened: OpenedFile
  known: ReadonlyMap<string, string>
}

/** The name of a table from the clipboard, used in place of a file name. */
const CLIPBOARD = 'the clipboard'

/** The buttons of a statement for its template, its export and its import. */
export function StatementFiles({
  names,
  book,
  fileName,
  getFormLists: getLists = () => ({}),
  figureImport: taking,
}: Props) {
  const { form } = useFormParts<Record<string, FigureRow[]>>()
  const [fileToReview, setFileToReview] = useState<FileToReview | null>(null)
  usePastedTable(taking ? names : [], async (rows) => {
    const pastedTable = { tables: [{ sheet: null, rows }], lists: {}, about: [] }
    const [loadedBook, codesByName] = await Promise.all([book(), taking?.names() ?? new Map()])
    setFileToReview({ file: CLIPBOARD, book: loadedBook, opened: pastedTable, known: codesByName })
  })
  const save = async (template: boolean) => {
    const { saveBook } = await import('./files.ts')
    const rows = names.flatMap((name) => form.getValues(name) ?? [])
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
          <Import book={book} taking={taking} found={fileToReview} setFound={setFileToReview} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Opens a table with account codes that is pasted into a worksheet of accounts in the same way as a file,
 * so that its figures are matched by code.
 */
function usePastedTable(names: readonly string[], onTable: (rows: string[][]) => Promise<void>): void {
  const { form } = useFormParts<Record<string, FigureRow[]>>()
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (!(target instanceof Element) || target instanceof HTMLInputElement) return
      // Other worksheets of the page, such as a schedule, have other figures of the same accounts.
      const sheet = target.closest<HTMLElement>('[data-accounts]')?.dataset.accounts
      if (!sheet || !names.includes(sheet)) return
      const rows = fromTsv(clipboardData?.getData('text/plain') ?? '')
      const accounts = names.flatMap((name) => (form.getValues(name) ?? []).map((row) => row.clientKey))
      if (!startsWithAccountCodes(rows, new Set(accounts))) return
      event.preventDefault()
      event.stopPropagation()
      void onTable(rows)
    }
    document.addEventListener('paste', onPaste, true)
    return () => document.removeEventListener('paste', onPaste, true)
  })
}

/** Offers to undo the last import, until anything is changed. */
export function LastImported({ taking }: { taking: FigureImport }) {
  if (!taking.last) return null
  return (
    <Suspense>
      <Last taking={taking} />
    </Suspense>
  )
}
