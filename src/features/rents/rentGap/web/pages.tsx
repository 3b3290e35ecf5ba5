import { Fieldset } from '@mantine/core'
import { financialInstitutions } from '#core/money/financialInstitutions/model/index.ts'
import type { FormValues } from '#engines/review/web/index.ts'
import { hideReviewFact, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import { computeApprovedTotal } from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { applications, type Detail } from '../model/applications.ts'
import type { RentGap } from '../model/entities.ts'
import { ApplicationNotices } from './ApplicationNotices.tsx'
import { getRentGapChecks } from './checks.tsx'
import { DocumentPlaces } from './DocumentPlaces.tsx'
import { Figures } from './Figures.tsx'
import { Filed } from './Filed.tsx'
import { Households } from './Households.tsx'
import { formLines } from './householdForm.ts'
import { Review, reviewLines } from './Review.tsx'

const Field = getField<FormValues<typeof RentGap>>()

export { applications as review }

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

function Form({ detail, refresh, known }: PartProps<Detail> & { known: { current: Detail } }) {
  const banks = useCall(financialInstitutions.getAll, {})
  return (
    <>
      <Fieldset legend="Application">
        <FieldRow>
          <Field name="assistanceYear" required width={110} />
          <Field name="periodStart" required width={160} />
          <Field name="periodEnd" required width={160} />
        </FieldRow>
        <FieldRow>
          <Field name="payee" required width={320} />
          <Field
            name="financialInstitutionId"
            options={banks.map((bank) => ({ value: bank.financialInstitutionId, label: bank.name }))}
            width={320}
          />
        </FieldRow>
        <Field name="companyComments" rows={3} />
      </Fieldset>
      <p>
        Assistance is for tenants who moved in by {day(detail.movedInBy)} and have no voucher. The gap is the
        rent that may be charged on the first day, less the rent the tenant pays.
      </p>
      <Households detail={detail} />
      <DocumentPlaces detail={detail} refresh={refresh} known={known} />
      <Field name="certified" required />
    </>
  )
}

/** The screens of an application: its form, its facts, its read-only view and its review. */
export const pages: PagesOf<typeof applications> = {
  Form,
  formLines,
  Before: ApplicationNotices,
  facts: (detail) => [
    { label: 'Year', value: detail.assistanceYear },
    { label: 'Period', value: `${day(detail.periodStart)} to ${day(detail.periodEnd)}` },
    { label: 'Households', value: plural(detail.items.length, 'household', 'households') },
    { label: 'Paid to', value: detail.payee },
    { label: 'Asked for', value: formatMoney(detail.claimed), sum: true },
    hideReviewFact(detail, { label: 'Approved', value: formatMoney(detail.approved), sum: true }),
    ...(detail.submittedAsException ? [{ label: 'Exception', value: 'Taken although not qualified' }] : []),
    { label: 'Comments', value: detail.companyComments, wide: true },
  ],
  Filed,
  Figures,
  amount: computeApprovedTotal,
  Review,
  reviewLines,
  useChecks: getRentGapChecks,
  placesDocuments: true,
}
