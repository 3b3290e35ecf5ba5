import { Stack } from '@mantine/core'
import { z } from 'zod'
import { addMonths, formatDate, today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { addRate, addSchedule, removeRate, removeSchedule } from '../model/calls.ts'
import { ReserveDepositSchedule, ReserveInterestRate } from '../model/entities.ts'
import type { AccountDetail } from '../model/shapes.ts'
import { ActionButton } from './ActionButton.tsx'
import { useWrite } from './words.ts'

type Term = {
  id: number
  fromMonth: string
  value: string
  reason: string | null
  remove: () => Promise<unknown>
}

const col = columns<Term>()
const termColumns = [
  col.date('From', (term) => term.fromMonth, { width: 120 }),
  col.text('Value', (term) => term.value, { width: 160 }),
  col.text('Reason', (term) => term.reason, { width: 360 }),
]
const withdrawColumn = col.node(
  'Withdraw',
  (term) =>
    term.fromMonth > today() && (
      <ActionButton
        word="Withdraw"
        of={`what holds from ${formatDate(term.fromMonth, 'MM/DD/YYYY')}`}
        run={term.remove}
      />
    ),
  { width: 120 },
)
const withActions = [...termColumns, withdrawColumn]
const getColumns = (open: boolean, terms: readonly Term[]) =>
  open && terms.some((term) => term.fromMonth > today()) ? withActions : termColumns

/** The first day of next month. */
const getNextMonth = (): string => `${addMonths(`${today().slice(0, 8)}01`, 1)}`

/** The tab with the monthly deposits and the interest rates of an account, each from a month on. */
export function Terms({ detail, writes }: { detail: AccountDetail; writes: boolean }) {
  const mayChange = writes && detail.closedOn === null
  const write = useWrite()
  const schedules = detail.schedules.map(
    ({ reserveDepositScheduleId: id, fromMonth, monthlyDeposit, reason }) => ({
      id,
      fromMonth,
      value: formatMoney(monthlyDeposit),
      reason,
      remove: () => write(removeSchedule, { params: { id } }, 'It is withdrawn.'),
    }),
  )
  const rates = detail.rates.map(({ reserveInterestRateId: id, fromMonth, annualInterestRate, reason }) => ({
    id,
    fromMonth,
    value: `${annualInterestRate}%`,
    reason,
    remove: () => write(removeRate, { params: { id } }, 'It is withdrawn.'),
  }))
  return (
    <Stack align="stretch" gap="sm">
      <h2>Monthly deposit</h2>
      <div>{mayChange && <NewSchedule detail={detail} />}</div>
      <TermTable caption="Monthly deposits" rows={schedules} columns={getColumns(mayChange, schedules)} />
      <h2>Interest</h2>
      <div>{mayChange && <NewRate detail={detail} />}</div>
      <TermTable caption="Interest rates" rows={rates} columns={getColumns(mayChange, rates)} />
    </Stack>
  )
}

const TermTable = ({
  caption,
  rows,
  columns: shownColumns,
}: {
  caption: string
  rows: Term[]
  columns: typeof termColumns
}) => (
  <DataTable
    caption={caption}
    rows={rows}
    columns={shownColumns}
    rowKey={(term) => term.id}
    plain
    height="none"
    empty="Nothing is set."
  />
)

const scheduleSchema = z.object({
  fromMonth: ReserveDepositSchedule.fields.fromMonth,
  monthlyDeposit: ReserveDepositSchedule.fields.monthlyDeposit,
  reason: ReserveDepositSchedule.fields.reason,
})

const ScheduleField = getField(scheduleSchema)

function NewSchedule({ detail: { reserveAccountId, monthlyDeposit } }: { detail: AccountDetail }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Change the deposit"
      title="Monthly deposit"
      save="Save deposit"
      schema={scheduleSchema}
      values={{ fromMonth: getNextMonth(), monthlyDeposit, reason: null }}
      send={(terms) => write(addSchedule, { body: { ...terms, reserveAccountId } }, 'The deposit is set.')}
    >
      <FieldRow>
        <ScheduleField name="fromMonth" width={180} />
        <ScheduleField name="monthlyDeposit" width={180} help="$0.00: nothing falls due." />
      </FieldRow>
      <ScheduleField name="reason" />
    </RecordDialog>
  )
}

const rateSchema = z.object({
  fromMonth: ReserveInterestRate.fields.fromMonth,
  annualInterestRate: ReserveInterestRate.fields.annualInterestRate,
  reason: ReserveInterestRate.fields.reason,
})

const RateField = getField(rateSchema)

function NewRate({ detail: { reserveAccountId, annualInterestRate } }: { detail: AccountDetail }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Change the interest"
      title="Interest rate"
      save="Save interest"
      schema={rateSchema}
      values={{ fromMonth: getNextMonth(), annualInterestRate, reason: null }}
      send={(terms) => write(addRate, { body: { ...terms, reserveAccountId } }, 'The interest is set.')}
    >
      <FieldRow>
        <RateField name="fromMonth" width={180} />
        <RateField name="annualInterestRate" width={180} />
      </FieldRow>
      <RateField name="reason" />
    </RecordDialog>
  )
}
