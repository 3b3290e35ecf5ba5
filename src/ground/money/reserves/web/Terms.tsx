import { Stack } from '@mantine/core'
import { z } from 'zod'
import { addMonths, formatDate, today } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
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
const takeBack = col.node(
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
const withActions = [...termColumns, takeBack]
const columnsFor = (open: boolean, terms: readonly Term[]) =>
  open && terms.some((term) => term.fromMonth > today()) ? withActions : termColumns

/** The first of the month after this one. */
const nextMonth = (): string => `${addMonths(`${today().slice(0, 8)}01`, 1)}`

/** The deposits and the interest, each from a month on. */
export function Terms({ detail, writes }: { detail: AccountDetail; writes: boolean }) {
  const open = writes && detail.closedOn === null
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
      <div>{open && <NewSchedule detail={detail} />}</div>
      <TermTable caption="Monthly deposits" rows={schedules} columns={columnsFor(open, schedules)} />
      <h2>Interest</h2>
      <div>{open && <NewRate detail={detail} />}</div>
      <TermTable caption="Interest rates" rows={rates} columns={columnsFor(open, rates)} />
    </Stack>
  )
}

const TermTable = ({
  caption,
  rows,
  columns: shown,
}: {
  caption: string
  rows: Term[]
  columns: typeof termColumns
}) => (
  <DataTable
    caption={caption}
    rows={rows}
    columns={shown}
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

function NewSchedule({ detail: { reserveAccountId, monthlyDeposit } }: { detail: AccountDetail }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Change the deposit"
      title="Monthly deposit"
      save="Save deposit"
      schema={scheduleSchema}
      values={{ fromMonth: nextMonth(), monthlyDeposit, reason: null }}
      send={(terms) => write(addSchedule, { body: { ...terms, reserveAccountId } }, 'The deposit is set.')}
    >
      <FieldRow>
        <Field name="fromMonth" width={180} />
        <Field name="monthlyDeposit" width={180} help="$0.00: nothing falls due." />
      </FieldRow>
      <Field name="reason" />
    </RecordDialog>
  )
}

const rateSchema = z.object({
  fromMonth: ReserveInterestRate.fields.fromMonth,
  annualInterestRate: ReserveInterestRate.fields.annualInterestRate,
  reason: ReserveInterestRate.fields.reason,
})

function NewRate({ detail: { reserveAccountId, annualInterestRate } }: { detail: AccountDetail }) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Change the interest"
      title="Interest rate"
      save="Save interest"
      schema={rateSchema}
      values={{ fromMonth: nextMonth(), annualInterestRate, reason: null }}
      send={(terms) => write(addRate, { body: { ...terms, reserveAccountId } }, 'The interest is set.')}
    >
      <FieldRow>
        <Field name="fromMonth" width={180} />
        <Field name="annualInterestRate" width={180} />
      </FieldRow>
      <Field name="reason" />
    </RecordDialog>
  )
}
