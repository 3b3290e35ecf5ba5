import { Alert, Button, FileInput, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { downloadText } from '#ui/frame/download.ts'
import { readCsv, toCsv } from '#ui/table/csv.ts'
import { checkTable } from '#ui/table/csvCheck.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { checkLines, getOpenDeposits, postLines } from '../model/calls.ts'
import { type CheckedRow, type StatementRow, statementColumns } from '../model/statement.ts'
import { useWrite } from './words.ts'

/** Reads the rows of a bank statement's file. Throws SyntaxError if the file cannot be read. */
async function readStatement(file: File): Promise<StatementRow[]> {
  const rows = checkTable(await readCsv(file), statementColumns, () => [])
  return rows.map(({ line, values }) => ({
    line,
    propertyNumber: values['Property number'] ?? '',
    account: values.Account ?? '',
    accountNumber: values['Account number'] ?? '',
    date: values.Date ?? '',
    amount: values.Amount ?? '',
    reference: values.Reference ?? '',
  }))
}

type CheckedFile = { name: string; rows: StatementRow[]; lines: CheckedRow[] }

/** Reads and checks a file, and posts the checked lines. `problem` is the reason for a refusal. */
function useStatement() {
  const write = useWrite()
  const [checked, setChecked] = useState<CheckedFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<string | null>(null)
  const tryWork = async (work: () => Promise<void>) => {
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be read.')
    }
  }
  const read = (file: File | null) =>
    tryWork(async () => {
      setChecked(null)
      setResult(null)
      if (!file) return
      const rows = await readStatement(file)
      const lines = await ask(checkLines, { body: { rows } }, { quiet: true })
      setChecked({ name: file.name, rows, lines })
    })
  const post = ({ name, rows }: CheckedFile) =>
    tryWork(async () => {
      const { posted, total } = await write(postLines, { body: { name, rows } }, 'The statement is posted.')
      setChecked(null)
      setResult(`${plural(posted, 'line is', 'lines are')} posted, ${formatMoney(total)} in all.`)
    })
  return { checked, problem, done: result, read, post }
}

/**
 * The import of a bank statement: its lines are matched to accounts and due deposits, and posted all or
 * none.
 */
export function Statement() {
  const { checked, problem, done: result, read, post } = useStatement()
  return (
    <>
      <Group align="end" mb="md">
        <FileInput
          label="Statement as a CSV file"
          description={`Columns: ${statementColumns.map(({ name }) => name).join(', ')}. A line names the property, the account, or its number.`}
          placeholder="Choose a file"
          accept=".csv,text/csv"
          onChange={(file) => void read(file)}
          w={520}
        />
        <DownloadUnpaid />
      </Group>
      {problem && (
        <Alert color="red" role="alert" mb="md">
          {problem}
        </Alert>
      )}
      {result && (
        <Alert color="green" role="status" mb="md">
          {result}
        </Alert>
      )}
      {checked && <Lines checked={checked} onPost={() => post(checked)} />}
    </>
  )
}

/**
 * Downloads the unpaid deposits as a file with the same columns. With references added, it can be imported.
 */
function DownloadUnpaid() {
  const owed = useCall(getOpenDeposits, {})
  const cells = [
    { label: 'Property number', value: (line: (typeof owed)[number]) => line.propertyNumber },
    { label: 'Account', value: (line: (typeof owed)[number]) => line.accountName },
    { label: 'Account number', value: (line: (typeof owed)[number]) => line.accountNumber },
    { label: 'Date', value: (line: (typeof owed)[number]) => formatDate(line.dueOn, 'MM/DD/YYYY') },
    { label: 'Amount', value: (line: (typeof owed)[number]) => line.open },
    { label: 'Reference', value: () => '' },
  ]
  return (
    <Button variant="default" onClick={() => downloadText('deposits-owed.csv', toCsv(cells, owed))}>
      Download amounts owed
    </Button>
  )
}

const col = columns<CheckedRow>()
const lineColumns = [
  col.number('Line', (row) => row.line, { width: 75 }),
  col.chip(
    'Check',
    (row) => (row.faults.length > 0 ? 'Has faults' : 'Ready'),
    (row) => (row.faults.length > 0 ? 'red' : 'green'),
    { width: 110 },
  ),
  col.text('What was found', (row) => row.faults.join(' ') || row.covers, { width: 420, wrap: true }),
  col.text('Property', (row) => row.propertyName, { width: 220 }),
  col.text('Account', (row) => row.accountName, { width: 180 }),
  col.date('Date', (row) => row.entryDate, { width: 110 }),
  col.money('Amount', (row) => row.amount, { total: true, width: 130 }),
  col.text('Reference', (row) => row.reference, { width: 160 }),
]

function Lines({ checked, onPost }: { checked: CheckedFile; onPost: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const { lines } = checked
  const faulty = useMemo(() => lines.filter((row) => row.faults.length > 0).length, [lines])
  const post = async () => {
    setBusy(true)
    await onPost()
    setBusy(false)
  }
  return (
    <>
      <Group mb="md" justify="space-between">
        <Text role="status">
          {faulty > 0
            ? `${plural(faulty, 'line has', 'lines have')} faults. Correct the file and choose it again; nothing is posted until every line is right.`
            : `Every line is right: ${formatMoney(sumMoney(lines.map((row) => row.amount)))} in all.`}
        </Text>
        {faulty === 0 && (
          <Button loading={busy} onClick={() => void post()}>
            Post {plural(lines.length, 'line', 'lines')}
          </Button>
        )}
      </Group>
      <DataTable
        caption="Lines of the statement"
        rows={lines}
        columns={lineColumns}
        rowKey={(row) => row.line}
        initialSort={{ sortBy: 'Check' }}
        csvName="statement-check"
        empty="The file has no lines."
      />
    </>
  )
}
