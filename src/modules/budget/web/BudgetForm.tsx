import { Fieldset } from '@mantine/core'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { LineItems } from '#ui/form/LineItems.tsx'
import type { Detail } from '../model/budgets.ts'
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

/** A budget while its company writes it: the worksheet, who works there, what is to be replaced, and the certification. */
export function BudgetForm({ detail }: PartProps<Detail>) {
  return (
    <>
      <FieldRow>
        <Field name="months" width={180} help="Fewer than 12 in a first year: the last months of it." />
      </FieldRow>
      <RentQuestion detail={detail} />
      <Fieldset legend="Worksheet">
        <Sheet detail={detail} mode="write" tools={<CopyLast detail={detail} />} />
      </Fieldset>
      <LineItems name="staffing" columns={staffing} blank={noPosition} />
      <LineItems name="capitalPlan" columns={works} blank={{ item: null, year: detail.budgetYear, cost: null }} />
      <Field name="comments" rows={3} />
      <Field name="certified" />
      <Live detail={detail} />
    </>
  )
}
