import { Alert, Button, FileButton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import type { Book } from '../model/index.ts'
import type { FigureImport, FileToReview, ReviewedRows } from './StatementFiles.tsx'
import styles from './statement.module.css'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

type Props = {
  book: () => Book | Promise<Book>
  taking: FigureImport
  /** The opened file whose rows are in review; null if there is none. */
  found: FileToReview | null
  setFound: (checkedFile: FileToReview | null) => void
}

/** Opens a file and shows its checked rows; nothing is stored until the user confirms. */
export function Import({ book: loadBook, taking, found, setFound }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const openChosenFile = async (file: File | null) => {
    if (!file) return
    const { openFile } = await import('./files.ts')
    const book = await loadBook()
    const openedFile = await openFile(file, book)
    const text = typeof openedFile === 'string' ? openedFile : null
    setProblem(text)
    if (typeof openedFile !== 'string')
      setFound({ file: file.name, book, opened: openedFile, known: await taking.names() })
  }
  const importRows = async (reviewed: ReviewedRows) => {
    const isImported = await taking.importRows(reviewed)
    setFound(null)
    if (!isImported)
      return notify('Nothing was imported: your earlier entries could not be saved.', { kind: 'error' })
    const faultText = reviewed.faulty > 0 ? `; ${reviewed.faulty} with faults were not imported` : ''
    notify(
      `${plural(getCount(reviewed), 'row', 'rows')} of ${reviewed.file} are in the worksheet${faultText}.`,
      {
        ...(faultText && { kind: 'warning' as const }),
        undo: () => void undoImport(taking, reviewed.file),
      },
    )
  }
  return (
    <>
      <FileButton onChange={(file) => void openChosenFile(file)} accept=".csv,.xlsx">
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
          <ImportDialog {...found} onTake={importRows} onClose={() => setFound(null)} />
        </Suspense>
      )}
    </>
  )
}

const getCount = ({ rows, lists }: ReviewedRows) =>
  rows.length + Object.values(lists).reduce((sum, lines) => sum + lines.length, 0)

async function undoImport(taking: FigureImport, file: string): Promise<void> {
  await taking.undoImport()
  notify(`The import of ${file} is taken back: every figure is as it was before.`)
}

/** A button that undoes the last import, until anything is changed. */
export function LastImported({ taking }: { taking: FigureImport }) {
  const { changed } = useFormActions()
  const [busy, setBusy] = useState(false)
  const { last } = taking
  if (!last || changed) return null
  const importTime = formatDate(last.at, 'MM/DD/YYYY h:mm A')
  return (
    <p className={styles.imported}>
      {plural(last.rows, 'row', 'rows')} of {last.file} were imported on {importTime}
      <Button
        variant="default"
        size="compact-xs"
        loading={busy}
        onClick={() => {
          setBusy(true)
          void undoImport(taking, last.file).finally(() => setBusy(false))
        }}
      >
        Take the import back
      </Button>
    </p>
  )
}
