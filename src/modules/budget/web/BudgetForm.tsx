import { Fieldset } from '@mantine/core'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { PartProps } from '#review/web/index.ts'
import { LastImported, StatementFiles, useTaking } from '#statement/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { LineItems } from '#ui/form/LineItems.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { bookOf, fileNameOf } from '../model/book.ts'
import type { Detail } from '../model/budgets.ts'
import { files } from '../model/calls.ts'
import { CopyLast } from './CopyLast.tsx'
import { Live } from './Live.tsx'
import { RentQuestion } from './RentQuestion.tsx'
import { Sheet } from './Sheet.tsx'

const staffing = [
  { name: 'title' },
  { name: 'hours', width: 110 },
  { name: 'salary', width: 140, total: true },
  { name: 'charged', width: 130 },
  { name: 'rentFreeUnit', width: 120 },
]
const noPosition = { title: null, hours: 40, salary: null, charged: 100, rentFreeUnit: false }
const works = [{ name: 'item' }, { name: 'year', width: 120 }, { name: 'cost', width: 150, total: true }]

const shown = (day: string) => formatDate(day, 'MM/DD/YYYY')

/** A budget while its company writes it: the worksheet, who works there, what is to be replaced, and the certification. */
export function BudgetForm(part: PartProps<Detail> & { known: { current: Detail } }) {
  const { detail } = part
  const book = () => bookOf(detail)
  const taking = useTaking(files, part, ({ budgetId }) => budgetId)
  return (
    <>
      <Facts
        facts={[
          { label: 'Fiscal year', value: `${detail.budgetYear}, ${shown(detail.from)} to ${shown(detail.through)}` },
          { label: 'Units', value: detail.units },
          { label: 'Approved rents of the year', value: detail.rents === null ? '' : formatMoney(detail.rents) },
          {
            label: 'Prior actual',
            value: detail.prior
              ? `carried from the ${detail.prior.year} statement, ${detail.prior.requestNumber}`
              : 'typed: no statement was submitted here',
          },
          {
            label: 'Current budget',
            value: detail.last ? `carried from ${detail.last.requestNumber}` : 'typed: none was approved here',
          },
        ]}
        line
      />
      <FieldRow>
        <Field name="months" width={180} help="Fewer than 12 in a first year: the last months of it." />
      </FieldRow>
      <RentQuestion detail={detail} />
      <Fieldset legend="Worksheet">
        <LastImported taking={taking} />
        <Sheet
          detail={detail}
          mode="write"
          tools={
            <>
              <CopyLast detail={detail} />
              <StatementFiles names={['lines']} book={book} fileName={fileNameOf(detail)} taking={taking} />
            </>
          }
        />
      </Fieldset>
      <LineItems name="staffing" columns={staffing} blank={noPosition} />
      <LineItems name="capitalPlan" columns={works} blank={{ item: null, year: detail.budgetYear, cost: null }} />
      <Field name="comments" rows={3} />
      <Field name="certified" />
      <Live detail={detail} />
    </>
  )
}
