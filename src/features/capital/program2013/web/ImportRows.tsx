import { Button, Group } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { importRecords } from '../model/calls.ts'
import { facts } from '../model/facts.ts'
import { getImportFaults, type ImportContext, type ImportRow } from '../model/importing.ts'
import styles from './program2013.module.css'
import { RepairRow } from './RepairRow.tsx'
import type { ImportedFile } from './useImported.ts'

type Props = {
  year: number
  known: ImportContext
  imported: ImportedFile
  setImported: (next: ImportedFile | null) => void
}
const col = columns<ImportRow>()
const readyColumns = [
  col.number('Line', (row) => row.line, { width: 65 }),
  col.text('Project number', (row) => row.projectNumber, { width: 140 }),
  col.text('Type', (row) => row.recordType, { width: 110 }),
  col.text('Project name', (row) => row.projectName, { width: 240 }),
  col.text('City', (row) => row.city, { width: 140 }),
  col.text('County', (row) => row.county, { width: 140 }),
  col.text('ZIP code', (row) => row.zip, { width: 85 }),
  col.text('Units', (row) => row.units, { width: 70 }),
  col.text('Vacancy', (row) => row.vacancyPercent, { width: 80 }),
  col.text('Gross potential rent', (row) => row.I01, { width: 140 }),
]

/** The rows of a file: those with faults, corrected in place, then the valid ones. */
export function ImportRows({ year, known, imported, setImported }: Props) {
  const { rows, fileName, left: ignoredColumns } = imported
  const faults = useMemo(() => getImportFaults(rows, known), [rows, known])
  // A corrected row remains in the list until all are sent, so that the next row does not move while a person
  // types.
  const [repairedLines, setRepairedLines] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  const faulty = rows.flatMap((row, index) => (faults[index]!.length > 0 ? [row.line] : []))
  const visibleIndexes = rows.flatMap((row, index) =>
    faults[index]!.length > 0 || repairedLines.has(row.line) ? [index] : [],
  )
  const change = (position: number, next: Partial<ImportRow>) => {
    setRepairedLines(new Set([...repairedLines, ...faulty]))
    setImported({
      ...imported,
      rows: rows.map((row, index) => (index === position ? { ...row, ...next } : row)),
    })
  }
  const leaveOut = (position: number) =>
    setImported({ ...imported, rows: rows.filter((_, index) => index !== position) })
  const focusFirstFault = () => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  const validRows = useMemo(() => rows.filter((_, index) => faults[index]!.length === 0), [rows, faults])
  return (
    <>
      <p role="status">
        {fileName}: {plural(rows.length, 'row', 'rows')}, {validRows.length} in order, {faulty.length} with
        faults.
        {ignoredColumns.length > 0 && ` Columns that are left out: ${ignoredColumns.join(', ')}.`}
      </p>
      <SendRows
        year={year}
        imported={imported}
        setImported={setImported}
        toFault={focusFirstFault}
        faultyCount={faulty.length}
      />
      {visibleIndexes.length > 0 && (
        <ul ref={list} className={styles.repairs} aria-label="Rows to repair">
          {visibleIndexes.map((index) => (
            <RepairRow
              key={rows[index]!.line}
              row={rows[index]!}
              faults={faults[index]!}
              known={known}
              onChange={(next) => change(index, next)}
              onLeaveOut={() => leaveOut(index)}
            />
          ))}
        </ul>
      )}
      <h2>In order</h2>
      <DataTable
        caption="Rows in order"
        rows={validRows}
        columns={readyColumns}
        rowKey={(row) => row.line}
        csvName="2013-rows-in-order"
        empty="No row is in order yet."
      />
    </>
  )
}

type SendingProps = Omit<Props, 'known'> & { faultyCount: number; toFault: () => void }

/** The button that sends all rows at once, or moves to the first row with faults. */
function SendRows({ year, imported, setImported, faultyCount: open, toFault }: SendingProps) {
  const { rows, fileName } = imported
  const write = useWrite(['program2013'])
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const send = async () => {
    if (open > 0) return toFault()
    setBusy(true)
    setRefused([])
    try {
      const body = rows.map((row) => row)
      await write(
        importRecords,
        { params: { year }, query: { fileName }, body },
        `${plural(rows.length, 'record is', 'records are')} imported.`,
      )
      setImported(null)
      void navigate(`${facts.queue}/${year}/1/all`)
    } catch (error) {
      setRefused(refusalWords(error))
    } finally {
      setBusy(false)
    }
  }
  const discard = async () => {
    const text = 'The rows and what was repaired in them are gone from this screen. Nothing was stored.'
    if ((await confirm({ title: 'Discard this file?', text, confirmLabel: 'Discard' })).confirmed)
      setImported(null)
  }
  return (
    <>
      <p role="alert" className={styles.problem}>
        {refused.join(' ')}
      </p>
      <Group>
        <Button loading={busy} onClick={() => void send()}>
          {open > 0
            ? `Go to the first of ${plural(open, 'row', 'rows')} with faults`
            : `Import ${plural(rows.length, 'record', 'records')}`}
        </Button>
        <Button variant="default" onClick={() => void discard()}>
          Another file…
        </Button>
      </Group>
    </>
  )
}
