import { Anchor, Button, Fieldset, Group } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { PartProps, ReviewValues } from '#engines/review/web/index.ts'
import { ApproveAsClaimed, Exception } from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { grantException } from '../model/calls.ts'
import type { OperatingReserveRequest } from '../model/entities.ts'
import type { RequestDetail } from '../model/operating.ts'
import { Amounts } from './Filed.tsx'

const Field = getField<ReviewValues<typeof OperatingReserveRequest>>()

/**
 * Offers the year-to-date figures of the last budget, with their source. Typed figures stay until the person
 * accepts the offer.
 */
function YearToDate({ detail: { yearToDate: figures } }: { detail: RequestDetail }) {
  const { form } = useFormParts<ReviewValues<typeof OperatingReserveRequest>>()
  const typedIncome = useWatch({ control: form.control, name: 'netIncomeOrLoss' })
  if (!figures) return null
  const { netIncome, year, submitted, requestNumber, to } = figures
  return (
    <Group gap="sm">
      <span>
        Profit or loss of {year} to date: {formatMoney(netIncome)}, budget{' '}
        <Anchor component={Link} to={to}>
          {requestNumber}
        </Anchor>{' '}
        of {formatDate(submitted, 'MM/DD/YYYY')}.
      </span>
      {typedIncome !== netIncome && (
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

/** The reviewer’s part: the approved amounts, and the figures of the property that justify them. */
export function Review({ detail, refresh }: PartProps<RequestDetail>) {
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
      </Fieldset>
      <Exception
        grant={grantException}
        requestId={detail.operatingReserveRequestId}
        detail={detail}
        refresh={refresh}
      />
    </>
  )
}
