import { Anchor, Button, Fieldset, Group } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { ApproveAsClaimed } from '#modules/shared/invoicedItems/web/index.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import type { Detail } from '../model/operating.ts'
import { Amounts } from './Filed.tsx'

/**
 * Offers what the last budget says of the year, with where it stands; what is typed stays until somebody
 * takes it.
 */
function YearToDate({ detail: { yearToDate: known } }: { detail: Detail }) {
  const { form } = useFormParts()
  const watch = useWatch({ control: form.control, name: 'netIncomeOrLoss' })
  if (!known) return null
  const { netIncome, year, submitted, requestNumber, to } = known
  return (
    <Group gap="sm">
      <span>
        Profit or loss of {year} to date: {formatMoney(netIncome)}, budget{' '}
        <Anchor component={Link} to={to}>
          {requestNumber}
        </Anchor>{' '}
        of {formatDate(submitted, 'MM/DD/YYYY')}.
      </span>
      {watch !== netIncome && (
        <Button
          variant="default"
          size="xs"
          onClick={() => form.setValue('netIncomeOrLoss', netIncome, { shouldDirty: true })}
        >
          Take it over
        </Button>
      )}
    </Group>
  )
}

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
            help={
              detail.averageRent === null
                ? undefined
                : `Average rent ${formatMoney(detail.averageRent)} a month`
            }
          />
          <Field name="netIncomeOrLoss" width={190} />
          <Field name="operatingBalance" width={190} />
        </FieldRow>
        <YearToDate detail={detail} />
        <Field name="sufficientFunds" />
        <Field name="waitingOnProject" help="The days until it is unticked do not count." />
        <Field name="submittedAsException" />
      </Fieldset>
    </>
  )
}
