import { Button } from '@mantine/core'
import { useState } from 'react'
import { downloadText } from '#ui/frame/download.ts'
import { csvFileName, readCsv, toCsv } from '#ui/table/csv.ts'
import { findImportField, importFields } from '../model/importFields.ts'
import { type ImportRow, MAX_ROWS } from '../model/importing.ts'
import styles from './program2013.module.css'
import type { ImportedFile } from './useImported.ts'

type Table = Awaited<ReturnType<typeof readCsv>>

/**
 * Converts a file into rows by field. Throws a sentence if a required heading is missing or it has too many
 * rows.
 */
function toImportedFile(fileName: string, table: Table, type: string): ImportedFile {
  const fields = new Map(table.columns.map((name) => [name, findImportField(name)]))
  const mappedFields = new Set(fields.values())
  const missing = importFields.filter(
    ({ name, required }) => required && !mappedFields.has(name) && !(name === 'recordType' && type),
  )
  if (missing.length > 0)
    throw new SyntaxError(`Missing columns: ${missing.map(({ label }) => label).join(', ')}.`)
  if (table.rows.length === 0) throw new SyntaxError('The file has no rows.')
  if (table.rows.length > MAX_ROWS)
    throw new SyntaxError(`The file has ${table.rows.length} rows; at most ${MAX_ROWS} are imported at once.`)
  const rows = table.rows.map(({ line, values }) => {
    const cells = Object.entries(values).flatMap(([heading, text]) => {
      const field = fields.get(heading)
      return field && text.trim() !== '' ? [[field, text.trim().slice(0, 200)]] : []
    })
    const row = { line, ...Object.fromEntries(cells) } as ImportRow
    return row.recordType || !type ? row : { ...row, recordType: type }
  })
  return { fileName, rows, left: table.columns.filter((name) => fields.get(name) === undefined) }
}

const downloadEmptyFile = () =>
  downloadText(
    csvFileName('2013-records'),
    toCsv(
      importFields.map(({ label }) => ({ label, value: () => '' })),
      [],
    ),
  )

/** Selects a file or accepts a dropped one; its content is checked before anything is stored. */
export function ImportFile({ type, onRead }: { type: string; onRead: (imported: ImportedFile) => void }) {
  const [problem, setProblem] = useState('')
  const read = async (file: File) => {
    setProblem('')
    try {
      onRead(toImportedFile(file.name, await readCsv(file), type))
    } catch (error) {
      setProblem(error instanceof SyntaxError ? error.message : 'The file could not be read.')
    }
  }
  return (
    <>
      <label className={styles.drop}>
        <span>Choose a CSV file or drop it here</span>
        {/* The input covers its label, for browsers let files drop on it by themselves. */}
        <input
          type="file"
          accept=".csv,text/csv"
          aria-label="Choose a CSV file"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) void read(file)
          }}
        />
      </label>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <p>
        A row for each property, known by its number; a column for each line of the form. Numbers may have
        commas. Nothing is stored before every row is in order.{' '}
        <Button size="compact-xs" variant="subtle" onClick={downloadEmptyFile}>
          Download an empty file
        </Button>
      </p>
    </>
  )
}
