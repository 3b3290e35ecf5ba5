import { Alert, Button, FileButton } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { fromTsv } from '#ui/worksheet/clipboard.ts'
import type { OpenedFile } from '../model/book.ts'
import type { Book, BookContent, CheckedLine, CheckedRow, LastImport } from '../model/index.ts'
import { namesAccounts } from '../model/pasted.ts'
import type { FigureRow } from './StatementSheet.tsx'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

/** What a file brings, once somebody has looked through it: rows without a fault. */
export type Brought = {
  file: string
  rows: readonly CheckedRow[]
  lists: Readonly<Record<string, readonly CheckedLine[]>>
}
/** How a draft takes figures from a file. */
export type Taking = {
  /** What the company’s own books call accounts. */
  names: () => Promise<ReadonlyMap<string, string>>
  /** Stores what is brought and reads the record again; false where what was typed before could not be saved. */
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
  /** What the files are called, without ending. */
  fileName: string
  /** The lists of the form’s values, by sheet. */
  listsOf?: (values: Record<string, unknown>) => Lists | Promise<Lists>
  /** Only where figures may be written. */
  taking?: Taking
}
type Lists = NonNullable<BookContent['lists']>
type Opened = { file: string; book: Book; opened: OpenedFile; known: ReadonlyMap<string, string> }

/** Template, export and import of a statement, and the way back from an import. */
export function StatementFiles({ names, book, fileName, listsOf = () => ({}), taking }: Props) {
  const { form } = useFormParts()
  const save = async (template: boolean) => {
    const { saveBook } = await import('./files.ts')
    const rows = names.flatMap((name) => form.getValues(name) as FigureRow[])
    const lines = rows.map((row) => ({ ...row, code: row.clientKey }))
    await saveBook(
      await book(),
      { lines, lists: await listsOf(form.getValues()) },
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
      {taking && <Import {...{ names, book, taking }} />}
    </>
  )
}

/** Tells of a table with codes that is pasted into a worksheet of accounts: it is taken by its codes, as a file is. */
function usePastedTable(names: readonly string[], onTable: (rows: string[][]) => void): void {
  const { form } = useFormParts()
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target, clipboardData } = event
      if (!(target instanceof Element) || target instanceof HTMLInputElement) return
      // Other worksheets of the page, such as a schedule, hold other figures of the same accounts.
      const sheet = target.closest<HTMLElement>('[data-accounts]')?.dataset.accounts
      if (!sheet || !names.includes(sheet)) return
      const rows = fromTsv(clipboardData?.getData('text/plain') ?? '')
      const accounts = names.flatMap((name) => (form.getValues(name) as FigureRow[]).map((row) => row.clientKey))
      if (!namesAccounts(rows, new Set(accounts))) return
      event.preventDefault()
      event.stopPropagation()
      onTable(rows)
    }
    document.addEventListener('paste', onPaste, true)
    return () => document.removeEventListener('paste', onPaste, true)
  })
}

/** What a table from the clipboard is called where a file has its name. */
const CLIPBOARD = 'the clipboard'

/** Opens a file and shows it checked; nothing is stored before somebody says so. */
function Import({ names, book: made, taking }: Pick<Props, 'names' | 'book'> & { taking: Taking }) {
  const [found, setFound] = useState<Opened | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (file: File | null) => {
    if (!file) return
    const { openFile } = await import('./files.ts')
    const book = await made()
    const opened = await openFile(file, book)
    const words = typeof opened === 'string' ? opened : null
    setProblem(words)
    if (typeof opened !== 'string') setFound({ file: file.name, book, opened, known: await taking.names() })
  }
  usePastedTable(names, (rows) => {
    const opened = { tables: [{ sheet: null, rows }], lists: {}, about: [] }
    void Promise.all([made(), taking.names()]).then(([book, known]) =>
      setFound({ file: CLIPBOARD, book, opened, known }),
    )
  })
  const take = async (brought: Brought) => {
    const taken = await taking.take(brought)
    setFound(null)
    if (!taken) return notify('Nothing was imported: what was typed before could not be saved.', { kind: 'error' })
    notify(`${plural(countOf(brought), 'row', 'rows')} of ${brought.file} are in the worksheet.`, {
      undo: () => void takeBack(taking, brought.file),
    })
  }
  return (
    <>
      <FileButton onChange={(file) => void open(file)} accept=".csv,.xlsx">
        {(props) => (
          <Button variant="default" {...props}>
            Import file…
          </Button>
        )}
      </FileButton>
      {problem && (
        <Alert color="red" title="This file cannot be read" withCloseButton onClose={() => setProblem(null)}>
          {problem}
        </Alert>
      )}
      {found && (
        <Suspense>
          <ImportDialog {...found} onTake={take} onClose={() => setFound(null)} />
        </Suspense>
      )}
    </>
  )
}

const countOf = ({ rows, lists }: Brought) =>
  rows.length + Object.values(lists).reduce((sum, lines) => sum + lines.length, 0)

async function takeBack(taking: Taking, file: string): Promise<void> {
  await taking.takeBack()
  notify(`The import of ${file} is taken back: every figure is as it was before.`)
}

/** Offers the way back from the last import, until something is changed. */
export function LastImported({ taking }: { taking: Taking }) {
  const { changed } = useFormActions()
  const [busy, setBusy] = useState(false)
  const { last } = taking
  if (!last || changed) return null
  const at = formatDate(last.at, 'MM/DD/YYYY h:mm A')
  return (
    <Alert color="blue" title={`${plural(last.rows, 'row', 'rows')} of ${last.file} were imported on ${at}`}>
      <Button
        variant="default"
        size="xs"
        loading={busy}
        onClick={() => {
          setBusy(true)
          void takeBack(taking, last.file).finally(() => setBusy(false))
        }}
      >
        Take the import back
      </Button>
    </Alert>
  )
}
