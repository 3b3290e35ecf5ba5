import { Alert, Button, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { checkFile, type OpenedFile } from '../model/book.ts'
import type { Book, CheckedFile, CheckedRow } from '../model/index.ts'
import type { ReviewedRows } from './StatementFiles.tsx'

type Props = {
  book: Book
  file: string
  opened: OpenedFile
  known: ReadonlyMap<string, string>
  onTake: (brought: ReviewedRows) => Promise<void>
  onClose: () => void
}

/** Shows the rows of an opened file before anything of it is stored. */
export default function ImportDialog({ book, file, opened, known, onTake, onClose }: Props) {
  const [assignedCodes, setAssignedCodes] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const [isNothingReady, setIsNothingReady] = useState(false)
  const checkedFile = useMemo(
    () => checkFile(opened, book, new Map([...known, ...assignedCodes])),
    [opened, book, known, assignedCodes],
  )
  const ready = checkedFile.rows.filter((row) => getOutcome(row) === 'Ready')
  const lists = Object.entries(checkedFile.lists).map(
    ([name, lines]) => [name, lines.filter((line) => line.faults.length === 0)] as const,
  )
  const count = ready.length + lists.reduce((sum, [, lines]) => sum + lines.length, 0)
  const importRows = () => {
    if (count === 0) return setIsNothingReady(true)
    setBusy(true)
    void onTake({
      file,
      faulty: checkedFile.rows.filter(({ faults }) => faults.length > 0).length,
      rows: ready,
      lists: Object.fromEntries(lists),
    }).finally(() => setBusy(false))
  }
  return (
    <Dialog opened onClose={onClose} title={`Import ${file}`} size="80rem">
      {checkedFile.otherBookWarning && (
        <Alert color="yellow" title={checkedFile.otherBookWarning}>
          You import it into {book.title}.
        </Alert>
      )}
      {checkedFile.warnings.map((warning) => (
        <Alert key={warning} color="yellow" title="Part of the file is not read">
          {warning}
        </Alert>
      ))}
      <Differences differences={checkedFile.differences} />
      <Rows
        book={book}
        rows={checkedFile.rows}
        onAssign={(name, code) => setAssignedCodes(new Map([...assignedCodes, [name, code]]))}
      />
      <Lists lists={checkedFile.lists} />
      {isNothingReady && count === 0 && (
        <Alert color="red" role="alert" mt="md">
          No row of the file is ready to be imported. Each row says what is wrong.
        </Alert>
      )}
      <Button mt="md" loading={busy} onClick={importRows}>
        Import {plural(count, 'row', 'rows')}
      </Button>
    </Dialog>
  )
}

const getOutcome = (row: CheckedRow) =>
  row.leftOutReason ? 'Left out' : row.faults.length > 0 ? 'Has faults' : 'Ready'
const colors = { Ready: 'green', 'Has faults': 'red', 'Left out': 'gray' } as const
const col = columns<CheckedRow>()
const getPlace = ({ sheet, row }: CheckedRow) => [sheet, row].filter(Boolean).join(' ')

type Options = readonly { value: string; label: string }[]
type AssignAccount = (name: string, code: string) => void

const getColumns = (book: Book, sheets: boolean, options: Options, onAssign: AssignAccount) => [
  sheets ? col.text('Row', getPlace, { width: 170 }) : col.number('Row', (row) => row.row, { width: 60 }),
  col.chip('Outcome', getOutcome, (row) => colors[getOutcome(row)], { width: 110 }),
  col.text('In the file', (row) => row.name, { width: 220 }),
  col.node(
    'Account',
    (row) =>
      row.code || row.leftOutReason ? (
        (options.find(({ value }) => value === row.code)?.label ?? row.code)
      ) : (
        <Select
          aria-label={`Account of row ${row.row}`}
          size="xs"
          searchable
          data={options}
          limit={20}
          value={null}
          onChange={(code) => code && onAssign(row.name.toLowerCase(), code)}
        />
      ),
    { width: 280 },
  ),
  ...book.columns
    .filter(({ open }) => open)
    .map(({ key, label }) => col.money(label, (row) => row.amounts[key], { width: 135 })),
  col.text('Why', (row) => row.leftOutReason ?? row.faults.join(' '), { width: 260, wrap: true }),
]

/** The rows of accounts; the user assigns an account to each row whose account is unknown. */
function Rows({
  book,
  rows,
  onAssign,
}: {
  book: Book
  rows: readonly CheckedRow[]
  onAssign: AssignAccount
}) {
  const options = useMemo(
    () =>
      book.chart.accounts
        .filter((account) => account.formula === null)
        .map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    [book],
  )
  const count = (outcomeLabel: string) => rows.filter((row) => getOutcome(row) === outcomeLabel).length
  return (
    <>
      <p role="status">
        {plural(count('Ready'), 'row', 'rows')} ready, {count('Has faults')} with faults, {count('Left out')}{' '}
        left out.
      </p>
      {count('Has faults') > 0 && (
        <Alert
          color="red"
          title={`${count('Has faults')} of ${plural(count('Ready') + count('Has faults'), 'line', 'lines')} would not be imported`}
        >
          Mend them here or in the file. The figures of these lines stay as they are in the worksheet.
        </Alert>
      )}
      <DataTable
        caption="Rows of the file"
        rows={rows}
        columns={getColumns(
          book,
          rows.some((row) => row.sheet),
          options,
          onAssign,
        )}
        rowKey={getPlace}
        plain
        height={420}
        empty="The file has no rows."
      />
    </>
  )
}

/** The totals in the file that differ from the sums of its lines: a line is missing or was read wrongly. */
function Differences({ differences }: Pick<CheckedFile, 'differences'>) {
  if (differences.length === 0) return null
  return (
    <Alert color="yellow" title="Totals of the file differ from the lines that would be imported">
      <ul>
        {differences.slice(0, MOST_DIFFERENCES).map(({ row, code, name, column, file, lines }) => (
          <li key={`${row} ${column}`}>
            {code} {name}, {column}: the file says {formatMoney(file)}, its lines come to {formatMoney(lines)}
            , a difference of {formatMoney(sumMoney([file, -lines]))}.
          </li>
        ))}
      </ul>
      {differences.length > MOST_DIFFERENCES &&
        `${differences.length - MOST_DIFFERENCES} more totals differ.`}
    </Alert>
  )
}
const MOST_DIFFERENCES = 8

/** The lists of a workbook: lists with only valid rows share one line, the others show their faults. */
function Lists({ lists }: Pick<CheckedFile, 'lists'>) {
  const all = Object.entries(lists).flatMap(([name, lines]) => {
    const faulty = lines.filter((line) => line.faults.length > 0)
    return lines.length > 0
      ? [{ name, ready: plural(lines.length - faulty.length, 'row', 'rows'), faulty }]
      : []
  })
  const readyLists = all.filter(({ faulty }) => faulty.length === 0)
  return (
    <>
      {readyLists.length > 0 && (
        <p>Also ready: {readyLists.map(({ name, ready }) => `${name}, ${ready}`).join('; ')}.</p>
      )}
      {all
        .filter(({ faulty }) => faulty.length > 0)
        .map(({ name, ready, faulty }) => (
          <section key={name} aria-label={name}>
            <p>
              {name}: {ready} ready, {faulty.length} with faults.
            </p>
            <ul>
              {faulty.map(({ row, faults }) => (
                <li key={row}>
                  Row {row}: {faults.join(' ')}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}
