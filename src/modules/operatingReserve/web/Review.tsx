import { Fieldset } from '@mantine/core'
import { formatMoney } from '#kernel/model/money.ts'
import { ApproveAsClaimed } from '#modules/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import type { Detail } from '../model/operating.ts'
import { Amounts } from './Filed.tsx'

/** The reviewer's part: amounts, and what the figures of the property say. */
export function Review({ detail }: PartProps<Detail>) {
  return (
    <>
      <Amounts detail={detail} />
      <ApproveAsClaimed />
      <Fieldset legend="The property">
        <FieldRow>
          <Field
            name="vacancy"
            width={140}
            help={detail.averageRent === null ? undefined : `Average rent ${formatMoney(detail.averageRent)} a month`}
          />
          <Field name="netIncomeOrLoss" width={190} />
          <Field name="operatingBalance" width={190} />
        </FieldRow>
        <Field name="sufficientFunds" />
        <Field name="waitingOnProject" help="The days until it is unticked do not count." />
        <Field name="submittedAsException" />
      </Fieldset>
    </>
  )
}
