import { Alert, Button, FileButton, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { getAccountNames } from '#ground/chart/model/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import type { PartProps } from '#review/web/index.ts'
import { type CheckedRow, checkRows, readWorkbook, WorkbookError } from '#statement/model/index.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { parseCells } from '#ui/table/csv.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/budgets.ts'
import { importFigures } from '../model/calls.ts'
import { columnLabels, companyColumns } from '../model/entities.ts'
import { chartIn, typedAccounts } from '../model/worksheet.ts'

const fileColumns = companyColumns.map((key) => ({
  key,
  headings: [
    key,
    columnLabels[key],
    ...(key === 'proposed' ? ['budget', 'amount', 'proposed budget'] : []),
    ...(key === 'yearToDate' ? ['ytd'] : []),
    ...(key === 'priorActual' ? ['actual', 'prior year'] : []),
  ],
}))

type Read = { file: string; table: readonly (readonly string[])[]; known: ReadonlyMap<string, string> }

/** Reads a file as a table of texts; a sentence when it cannot be read. */
async function tableOf(file: File): Promise<readonly (readonly string[])[] | string> {
  try {
    if (/\.xlsx$/i.test(file.name)) return await readWorkbook(new Uint8Array(await file.arrayBuffer()))
    return parseCells(await file.text())
  } catch (error) {
    return error instanceof WorkbookError || error instanceof SyntaxError
      ? error.message
      : 'The file could not be read.'
  }
}

type Parts = PartProps<Detail> & { known: { current: Detail } }

/** Stores what is typed, and then the rows of the file. */
function useSending({ refresh, known }: Parts, onDone: () => void) {
  const { save } = useFormActions()
  return async (rows: readonly CheckedRow[], file: string) => {
    // What is typed so far is stored first: the import goes on from there.
    await save()
    const { budgetId: id, version } = known.current
    if (id === 0) return
    const sent = rows.map(({ row, code, name, amounts, note }) => ({
      row,
      code: code ?? '',
      name: name.slice(0, 120),
      ...amounts,
      ...(note && { note: note.slice(0, 1000) }),
    }))
    await ask(importFigures, { params: { id }, body: { version, fileName: file.slice(0, 200), rows: sent } })
    await refresh()
    onDone()
    notify(`${plural(rows.length, 'row', 'rows')} of ${file} are in the worksheet.`)
  }
}

/** Takes figures from a CSV file or an Excel workbook: every row is seen checked before anything is stored. */
export function ImportFigures(part: Parts) {
  const { detail } = part
  const [read, setRead] = useState<Read | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (file: File | null) => {
    if (!file) return
    const table = await tableOf(file)
    if (typeof table === 'string') return setProblem(table)
    setProblem(null)
    const company = detail.filedCompanyId
    const names = company
      ? await ask(getAccountNames, { params: { managementCompanyId: company } }, { quiet: true }).catch(() => [])
      : []
    setRead({ file: file.name, table, known: new Map(names.map((one) => [one.name, one.code])) })
  }
  const send = useSending(part, () => setRead(null))
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
      {read && (
        <Dialog opened onClose={() => setRead(null)} title={`Import ${read.file}`} size="80rem">
          <Checked detail={detail} read={read} onSend={send} />
        </Dialog>
      )}
    </>
  )
}

const outcome = (row: CheckedRow) => (row.left ? 'Left out' : row.faults.length > 0 ? 'Has faults' : 'Ready')
const colors = { Ready: 'green', 'Has faults': 'red', 'Left out': 'gray' } as const
const col = columns<CheckedRow>()

type Options = readonly { value: string; label: string }[]

const columnsOf = (options: Options, onMeant: (row: CheckedRow, code: string) => void) => [
  col.number('Row', (row) => row.row, { width: 60 }),
  col.chip('Outcome', outcome, (row) => colors[outcome(row)], { width: 110 }),
  col.text('In the file', (row) => row.name, { width: 220 }),
  col.node(
    'Account',
    (row) =>
      row.code || row.left ? (
        (options.find(({ value }) => value === row.code)?.label ?? row.code)
      ) : (
        <Select
          aria-label={`Account of row ${row.row}`}
          size="xs"
          searchable
          data={options}
          limit={20}
          value={null}
          onChange={(code) => code && onMeant(row, code)}
        />
      ),
    { width: 280 },
  ),
  ...companyColumns.map((key) =>
    col.text(columnLabels[key], (row) => (row.amounts[key] == null ? '' : formatMoney(row.amounts[key])), {
      width: 115,
    }),
  ),
  col.text('What is told', (row) => row.left ?? row.faults.join(' '), { width: 260, wrap: true }),
]

function Checked({
  detail,
  read,
  onSend,
}: {
  detail: Detail
  read: Read
  onSend: (rows: readonly CheckedRow[], file: string) => Promise<void>
}) {
  const [meant, setMeant] = useState<ReadonlyMap<string, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const rows = useMemo(
    () =>
      checkRows(read.table, {
        chart: chartIn(detail),
        columns: fileColumns,
        usual: 'proposed',
        known: new Map([...read.known, ...meant]),
      }),
    [read, detail, meant],
  )
  const options = useMemo(
    () => typedAccounts(detail).map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    [detail],
  )
  const ready = rows.filter((row) => outcome(row) === 'Ready')
  const shown = columnsOf(options, (row, code) => setMeant(new Map([...meant, [row.name.toLowerCase(), code]])))
  const count = (wanted: string) => rows.filter((row) => outcome(row) === wanted).length
  return (
    <>
      <p role="status">
        {plural(ready.length, 'row', 'rows')} ready, {count('Has faults')} with faults, {count('Left out')} left out.
        Rows with faults are not imported.
      </p>
      <DataTable
        caption="Rows of the file"
        rows={rows}
        columns={shown}
        rowKey={(row) => row.row}
        plain
        height={420}
        empty="The file has no rows."
      />
      <Button
        mt="md"
        disabled={ready.length === 0}
        loading={busy}
        onClick={() => {
          setBusy(true)
          void onSend(ready, read.file).finally(() => setBusy(false))
        }}
      >
        Import {plural(ready.length, 'row', 'rows')}
      </Button>
    </>
  )
}
