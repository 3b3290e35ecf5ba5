import { Fieldset } from '@mantine/core'
import { formatMoney } from '#kernel/model/money.ts'
import { columnsWith, type PagesOf, queueOf, recordsOfProperty } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { causes } from '../model/entities.ts'
import { type Line, monthsOf, suspensions } from '../model/suspensions.ts'

const col = columns<Line>()

export { suspensions as review }

/** How a suspension is seen. */
export const pages: PagesOf<typeof suspensions> = {
  Form: () => (
    <Fieldset legend="Suspension">
      <Field name="cause" options={causes.map((cause) => ({ value: cause, label: cause }))} width={320} />
      <FieldRow>
        <Field name="startMonth" />
        <Field name="endMonth" />
      </FieldRow>
      <Field name="reason" rows={4} />
    </Fieldset>
  ),
  facts: (detail) => [
    { label: 'Cause', value: detail.cause },
    { label: 'Months', value: monthsOf(detail) },
    { label: 'Monthly deposit', value: formatMoney(detail.account?.monthlyDeposit) },
    { label: 'Balance', value: formatMoney(detail.account?.balance) },
    { label: 'Per unit', value: formatMoney(detail.account?.perUnit) },
    { label: 'Needed per unit', value: formatMoney(detail.needed) },
    { label: 'Must remain per unit', value: formatMoney(detail.thresholdPerUnit) },
    { label: 'Reason', value: detail.reason, wide: true },
  ],
  Review: () => <Field name="thresholdPerUnit" width={300} />,
  columns: columnsWith(suspensions, [
    col.text('Cause', (line) => line.cause, { width: 160 }),
    col.date('From', (line) => line.startMonth, { width: 105 }),
    col.date('Through', (line) => line.endMonth, { width: 105, lesser: true }),
  ]),
}

export const Suspensions = queueOf({ review: suspensions, pages })
export const OfProperty = recordsOfProperty({ review: suspensions, pages })
