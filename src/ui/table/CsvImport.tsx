import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { csvFileName, readCsv, toCsv } from '#ui/table/csv.ts'
import { downloadText } from '../frame/download.ts'
import { IconAlertTriangle, IconDownload, IconUpload } from '../frame/icons.ts'
import styles from './CsvImport.module.css'
import { columns } from './columns.tsx'
import { checkTable, type ImportColumn, type ImportFault, type ImportRow } from './csvCheck.ts'
import { PlainTable } from './PlainTable.tsx'

/** The options of a CSV import. */
export type CsvImportOptions = {
  /** The headings of the file. Other headings and missing required ones are refused. */
  columns: readonly ImportColumn[]
  /**
   * Returns the faults of a row, as sentences. Values are texts exactly as in the file.
   */
  check: (row: Readonly<Record<string, string>>) => readonly string[]
  /**
   * Sends the valid rows. Returns the rows that the server refused, with their line in the file. If it
   * rejects, the message is shown and the user can try again.
   */
  onImport: (rows: readonly ImportRow[]) => Promise<readonly ImportFault[]>
  /** The file name of the empty file that the user can download. */
  patternName?: string
}

/**
 * Imports a CSV file in two steps (CSV-01). The user chooses or drops the file and sees every row with its
 * faults, and then sends the rows without faults. A refusal of the server is shown next to the row.
 */
export function CsvImport({ columns, check, onImport, patternName = 'import' }: CsvImportOptions) {
  const [problem, setProblem] = useState<string | null>(null)
  const [rows, setRows] = useState<readonly ImportRow[] | null>(null)
  const read = async (file: File) => {
    setRows(null)
    setProblem(null)
    try {
      setRows(checkTable(await readCsv(file), columns, check))
    } catch (error) {
      setProblem(error instanceof SyntaxError ? error.message : 'The file could not be read.')
    }
  }
  const downloadPattern = () =>
    downloadText(
      csvFileName(patternName),
      toCsv(
        columns.map(({ name }) => ({ label: name, value: () => '' })),
        [],
      ),
    )
  return (
    <div className={styles.import}>
      <FileDrop onFile={read} />
      <p className={styles.hint}>
        First line: {columns.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ')}
        .{' '}
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={downloadPattern}
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Download an empty file
        </Button>
      </p>
      {problem && <Problem>{problem}</Problem>}
      {rows && <CheckedRows rows={rows} columns={columns} onImport={onImport} onRows={setRows} />}
    </div>
  )
}

function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const [name, setName] = useState('')
  return (
    <label className={styles.drop}>
      <IconUpload size={20} aria-hidden />
      <span>{name || 'Choose a CSV file or drop it here'}</span>
      {/* The input covers its label, because browsers accept dropped files on a file input. */}
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label="Choose a CSV file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (!file) return
          setName(file.name)
          onFile(file)
        }}
      />
    </label>
  )
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.problem}>
      <IconAlertTriangle size={18} aria-hidden />
      {children}
    </div>
  )
}

const col = columns<ImportRow>()
const outcomeColors = { ready: 'blue', faulty: 'red', refused: 'red', imported: 'green' } as const
const outcomeLabels = {
  ready: 'Ready',
  faulty: 'Has faults',
  refused: 'Refused',
  imported: 'Imported',
} as const

function CheckedRows({
  rows,
  columns: expected,
  onImport,
  onRows,
}: {
  rows: readonly ImportRow[]
  columns: readonly ImportColumn[]
  onImport: CsvImportOptions['onImport']
  onRows: (rows: readonly ImportRow[]) => void
}) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const columns = useMemo(
    () => [
      col.text('Line', (row) => row.line),
      col.chip(
        'Outcome',
        (row) => outcomeLabels[row.outcome],
        (row) => outcomeColors[row.outcome],
      ),
      col.text('Faults', (row) => row.faults.join(' '), { wrap: true }),
      ...expected.map(({ name }) => col.text(name, (row) => row.values[name], { id: `value ${name}` })),
    ],
    [expected],
  )
  const ready = rows.filter((row) => row.outcome === 'ready')
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      const refused = new Map((await onImport(ready)).map((fault) => [fault.line, fault.faults]))
      onRows(rows.map((row) => settle(row, refused)))
    } catch (error) {
      setFailure(error instanceof Error && error.message ? error.message : 'The rows could not be sent.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p role="status">{summary(rows)}</p>
      <PlainTable
        caption="Rows of the file"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.line}
        height={320}
      />
      {failure && <Problem>{failure}</Problem>}
      {ready.length > 0 && (
        <div>
          <Button onClick={send} loading={busy}>
            Import {plural(ready.length, 'row', 'rows')}
          </Button>
        </div>
      )}
    </>
  )
}

function settle(row: ImportRow, refused: ReadonlyMap<number, readonly string[]>): ImportRow {
  if (row.outcome !== 'ready') return row
  const faults = refused.get(row.line)
  return faults ? { ...row, faults, outcome: 'refused' } : { ...row, outcome: 'imported' }
}

function summary(rows: readonly ImportRow[]): string {
  const count = (outcome: ImportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const parts = [
    [count('ready'), 'ready to import'],
    [count('faulty'), 'with faults, left out'],
    [count('imported'), 'imported'],
    [count('refused'), 'refused by the server'],
  ] as const
  const phrases = parts
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${plural(number, 'row', 'rows')} ${words}`)
  return phrases.length > 0 ? `${phrases.join('; ')}.` : 'The file has no rows.'
}
