import { Alert, Button, Group, NumberInput } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import { getYearNumber, today } from '#kernel/model/dates.ts'
import { code as choice } from '#kernel/model/field.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { endAccount, getChart, getFirstOpenYear, saveAccount } from '../model/calls.ts'
import { type Account, ChartAccount, createYearField, statements } from '../model/entities.ts'

const { code, name, statement, section, position, formula } = ChartAccount.fields
const signs = { 1: 'Added', [-1]: 'Subtracted' }
const schema = z.object({
  code,
  name,
  statement,
  section,
  position,
  sign: choice('Counts in its section', -1, 1, signs),
  formula,
  fromYear: createYearField('From year'),
})

const Field = getField(schema)

const blank = {
  code: '',
  name: '',
  statement: statements[1],
  section: '',
  position: 0,
  sign: 1,
  formula: null,
}

const col = columns<Account>()
const chartColumns = [
  col.text('Code', (item) => item.code, { width: 80 }),
  col.text('Account', (item) => item.name, { width: 320 }),
  col.text('Statement', (item) => item.statement, { width: 160 }),
  col.text('Section', (item) => item.section, { width: 230 }),
  col.text('Formula', (item) => item.formula, { width: 260, wrap: true }),
  col.text('Counts', (item) => (item.sign === -1 ? 'Subtracted' : ''), { width: 100 }),
  col.text('From', (item) => String(item.effectiveFrom), { width: 75 }),
  col.text('Through', (item) => String(item.effectiveTo ?? ''), { width: 80 }),
]

/**
 * The screen of a year's chart of accounts. An administrator adds and changes accounts from the first year
 * on for which nothing has been filed.
 */
export default function ChartOfAccounts() {
  return useMay(saveAccount) ? <EditableChart /> : <Chart firstOpen={null} />
}

const EditableChart = () => <Chart firstOpen={useCall(getFirstOpenYear, {})} />

/** Explains why the chart of a filed year cannot be changed, and links to the first year that can. */
const FiledNotice = ({
  year,
  firstOpen,
  onShow,
}: {
  year: number
  firstOpen: number
  onShow: () => void
}) => (
  <Alert color="blue" title={`The chart of ${year} cannot be changed`}>
    <p>
      Budgets and statements that were filed through {firstOpen - 1} use the accounts as they are. A change
      applies from {firstOpen} on.
    </p>
    <Button variant="default" size="xs" onClick={onShow}>
      Show the chart of {firstOpen}
    </Button>
  </Alert>
)

/**
 * The chart of a year. `firstOpen` is the first year that may be changed; null if the caller may change
 * none.
 */
function Chart({ firstOpen }: { firstOpen: number | null }) {
  const [chartYear, setChartYear] = useState(getYearNumber(today()) + 1)
  const admin = firstOpen !== null
  const isFiled = admin && chartYear < firstOpen
  const accounts = useCall(getChart, { params: { year: chartYear } })
  // The buttons come directly after the account name, so that they are visible at any width.
  const columns = useMemo(
    () =>
      admin && !isFiled
        ? [
            ...chartColumns.slice(0, 2),
            col.node('Change', (item) => <Actions account={item} year={chartYear} />, { width: 170 }),
            ...chartColumns.slice(2),
          ]
        : chartColumns,
    [admin, isFiled, chartYear],
  )
  return (
    <Screen
      title="Chart of accounts"
      actions={admin && <Edit year={isFiled ? firstOpen : chartYear} account={null} />}
    >
      <p>
        Budgets and statements of a year use the chart of that year. A change applies from a year on; earlier
        years keep theirs. Formulas add and subtract codes, and ranges of codes: 5120..5194.
      </p>
      <Group>
        <NumberInput
          label="Year"
          value={chartYear}
          onChange={(value) => Number(value) >= 1990 && Number(value) <= 2200 && setChartYear(Number(value))}
          min={1990}
          max={2200}
          w={120}
        />
      </Group>
      {isFiled && (
        <FiledNotice year={chartYear} firstOpen={firstOpen} onShow={() => setChartYear(firstOpen)} />
      )}
      <DataTable
        caption="Accounts"
        rows={accounts}
        columns={columns}
        rowKey={(item) => item.chartAccountId}
        csvName="chart-of-accounts"
        empty="No accounts in this year."
      />
    </Screen>
  )
}

function Edit({ account, year }: { account: Account | null; year: number }): ReactNode {
  const send = useSend(saveAccount, { quiet: true })
  return (
    <RecordDialog
      button={account ? 'Change' : 'Add an account'}
      of={account?.code}
      title={account ? `${account.code} ${account.name}` : 'New account'}
      save="Save account"
      schema={schema}
      small={account !== null}
      values={{ ...(account ?? blank), fromYear: year }}
      send={async (values) => {
        await send({
          body: { ...values, sign: values.sign === -1 ? -1 : 1, programs: account?.programs ?? null },
        })
        notify(`${values.code} is saved from ${values.fromYear} on.`)
      }}
    >
      <FieldRow>
        <Field name="code" width={120} />
        <Field name="name" />
      </FieldRow>
      <FieldRow>
        <Field name="statement" options={statements.map((value) => ({ value, label: value }))} width={220} />
        <Field name="section" />
        <Field name="position" width={110} />
      </FieldRow>
      <Field name="formula" help="Empty for an account that is typed." />
      <FieldRow>
        <Field
          name="sign"
          options={[1, -1].map((value) => ({ value, label: signs[value as 1] }))}
          width={200}
        />
        <Field name="fromYear" width={140} />
      </FieldRow>
    </RecordDialog>
  )
}

function Actions({ account, year }: { account: Account; year: number }) {
  const end = useSend(endAccount, { quiet: true })
  const confirm = useConfirm()
  const confirmEnd = () =>
    confirm({
      title: `Leave out ${account.code} ${account.name} from ${year} on?`,
      text: 'Years before keep it. Nothing is changed where a formula needs it.',
      confirmLabel: 'Leave out',
      danger: true,
      action: () => end({ body: { code: account.code, fromYear: year } }),
    })
  return (
    <>
      <Edit account={account} year={year} />
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        onClick={() => void confirmEnd()}
        aria-label={`Leave out ${account.code}`}
      >
        Leave out
      </Button>
    </>
  )
}
