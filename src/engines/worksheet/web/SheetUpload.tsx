import { Button, FileInput, Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { downloadText } from '#ui/frame/download.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { csvFileName, toCsv } from '#ui/table/csv.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type SheetOutcome, type SheetReader, WRONG } from '../model/sheetRows.ts'
import { openCells } from './files.ts'
import { type FaultLine, getFaultLines, getFaultRows, readSheetFile, type SheetFile } from './sheetFile.ts'

type Rows = Record<string, string>[]
type Props<Outcome extends SheetOutcome> = {
  /** The button that opens the upload. */
  button: string
  title: string
  sheet: SheetReader
  /** A sentence about the content that the rows must have. */
  needs: string
  /** The fiscal year that is selected first. */
  year: number
  /** Checks the rows of a file for a year on the server. */
  check: (year: number, rows: Rows) => Promise<Outcome>
  /** Stores the rows: all of them, or none. */
  store: (year: number, rows: Rows) => Promise<unknown>
  storeLabel: (year: number) => string
  /** Describes results of an upload in addition to the counts of its rows. */
  more?: (outcome: Outcome) => readonly string[]
  patternName: string
}

/**
 * A button that opens the upload of a sheet for a year: a file is read and checked row by row, and either
 * all of its rows are stored or none.
 */
export function SheetUpload<Outcome extends SheetOutcome>(props: Props<Outcome>) {
  const [isOpened, setIsOpened] = useState(false)
  const { button, title } = props
  return (
    <>
      <Button variant="default" onClick={() => setIsOpened(true)}>
        {button}
      </Button>
      <Dialog opened={isOpened} onClose={() => setIsOpened(false)} title={title} size="xl">
        <Steps {...props} done={() => setIsOpened(false)} />
      </Dialog>
    </>
  )
}

type Checked<Outcome> = { file: SheetFile; name: string; year: number; result: Outcome }

/** Reads a file and has its rows checked on the server for a year. */
function useCheckedFile<Outcome extends SheetOutcome>({ sheet, check }: Props<Outcome>) {
  const [problem, setProblem] = useState<readonly string[]>([])
  const [checked, setChecked] = useState<Checked<Outcome> | null>(null)
  const read = async (file: File | null, year: number) => {
    setChecked(null)
    setProblem([])
    if (!file) return
    const cells = await openCells(file)
    const table = typeof cells === 'string' ? cells : readSheetFile(cells, sheet)
    if (typeof table === 'string') {
      setProblem([table])
      return
    }
    await check(
      year,
      table.rows.map((row) => row.values),
    ).then(
      (result) => setChecked({ file: table, name: file.name, year, result }),
      (error: unknown) => setProblem(refusalWords(error)),
    )
  }
  return { problem, checked, read }
}

function Steps<Outcome extends SheetOutcome>(props: Props<Outcome> & { done: () => void }) {
  const { sheet, needs, patternName } = props
  const [year, setYear] = useState(props.year)
  const [file, setFile] = useState<File | null>(null)
  const { problem, checked, read } = useCheckedFile(props)
  return (
    <>
      <Group align="end" gap="sm">
        <NumberInput
          label="Fiscal year"
          value={year}
          min={1990}
          max={2200}
          w={120}
          onChange={(value) => {
            setYear(Number(value))
            void read(file, Number(value))
          }}
        />
        <FileInput
          label="CSV or Excel file"
          placeholder="Choose a file"
          accept=".csv,.xlsx,text/csv"
          value={file}
          clearable
          w={340}
          onChange={(file) => {
            setFile(file)
            void read(file, year)
          }}
        />
        <Button variant="subtle" onClick={() => saveEmptyFile(sheet, patternName)}>
          Download an empty file
        </Button>
      </Group>
      <p>
        Needed: {sheet.required.map(sheet.getFieldLabel).join(', ')}. {needs}
      </p>
      <p role="alert">{problem.join(' ')}</p>
      {checked && <Outcome {...props} checked={checked} />}
    </>
  )
}

const saveEmptyFile = ({ fields, getFieldLabel: getLabel }: SheetReader, name: string) =>
  downloadText(
    csvFileName(name),
    toCsv(
      fields.map((field) => ({ label: getLabel(field), value: () => '' })),
      [],
    ),
  )

/** Shows how the rows would change the stored ones, or their faults. */
function Outcome<Result extends SheetOutcome>(
  props: Props<Result> & { done: () => void; checked: Checked<Result> },
) {
  const { checked, sheet, store, storeLabel, more, done: finish } = props
  const { file, name, year, result } = checked
  const [refused, setRefused] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  if (result.faults.length > 0) return <Faults checked={checked} sheet={sheet} />
  const run = async () => {
    setBusy(true)
    await store(
      year,
      file.rows.map((row) => row.values),
    ).then(finish, (error: unknown) => setRefused(refusalWords(error)))
    setBusy(false)
  }
  return (
    <>
      <p role="status">
        {name}: {[getCounts(result), ...(more?.(result) ?? [])].join(', ')}
      </p>
      <p role="alert">{refused.join(' ')}</p>
      <Group>
        <Button loading={busy} onClick={() => void run()}>
          {storeLabel(year)}
        </Button>
      </Group>
    </>
  )
}

const getCounts = ({ rows, added, changed, unchanged }: SheetOutcome): string =>
  [
    plural(rows, 'row', 'rows'),
    `${formatNumber(added)} new`,
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
    `${formatNumber(unchanged)} as they are`,
  ].join(', ')

const col = columns<FaultLine>()
const faultColumns = [
  col.text('Line', (faultLine) => faultLine.line, { width: 70 }),
  col.text('Column', (faultLine) => faultLine.column, { width: 160 }),
  col.text(WRONG, (faultLine) => faultLine.message, { width: 460, wrap: true }),
]

function Faults({ checked, sheet }: { checked: Checked<SheetOutcome>; sheet: SheetReader }) {
  const { file, result } = checked
  return (
    <>
      <p role="status">
        {plural(getFaultRows(file, result.faults).length, 'row has', 'rows have')} faults among{' '}
        {formatNumber(result.rows)}. Nothing is stored until every row is right.
      </p>
      <DataTable
        caption="Faults of the file"
        rows={getFaultLines(file, result.faults, sheet)}
        columns={faultColumns}
        rowKey={(faultLine) => `${faultLine.line} ${faultLine.column} ${faultLine.message}`}
        height={280}
        plain
      />
      <Group>
        <Button onClick={() => saveFaults(checked)}>Download the faulty rows</Button>
      </Group>
    </>
  )
}

/**
 * Saves the faulty rows unchanged with their faults in an added last column, which the next upload ignores.
 */
function saveFaults({ file, name, result }: Checked<SheetOutcome>) {
  const rows = getFaultRows(file, result.faults)
  const wrong = { label: WRONG, value: (row: (typeof rows)[number]) => row.wrong }
  const originalColumns = file.headings.map((heading) => ({
    label: heading,
    value: (row: (typeof rows)[number]) => row.values[heading] ?? '',
  }))
  downloadText(csvFileName(`${name.replace(/\.\w+$/, '')}-faults`), toCsv([...originalColumns, wrong], rows))
}
