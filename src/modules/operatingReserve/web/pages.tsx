import { Alert, Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { PagesOf, PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import type { Detail, operatingRequests } from '../model/operating.ts'
import { balanceOf, FINANCIALS, needOf, vacancyLoss, warnings } from '../model/rules.ts'
import { queueColumns } from './columns.ts'
import { DocumentPlace } from './Documents.tsx'
import { Filed } from './Filed.tsx'
import { Items, SaveFirst } from './Items.tsx'
import { type FormItem, held } from './itemForm.ts'
import { Review, reviewHeld } from './Review.tsx'

const money = (amount: number | null): string => (amount === null ? '' : formatMoney(amount))

/** What the property needs by the figures as they are typed, beside what is asked for and what the reserve holds. */
function Need({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const names = ['currentPayables', 'dueWithinMonth', 'cashAvailable', 'reserveTypeId', 'items'] as const
  const [currentPayables, dueWithinMonth, cashAvailable, reserveTypeId, items] = useWatch({
    control: form.control,
    name: [...names],
  }) as [number | null, number | null, number | null, number | null, FormItem[] | undefined]
  const amounts = (items ?? []).map((item) => (typeof item.claimedAmount === 'number' ? item.claimedAmount : 0))
  const total = sumMoney(amounts)
  const figures = { currentPayables, dueWithinMonth, cashAvailable }
  const balance = balanceOf({ reserves: detail.reserves, reserveTypeId })
  const found = warnings(figures, total, balance)
  return (
    <>
      <Facts
        facts={[
          { label: 'Needed by these figures', value: money(needOf(figures)) },
          { label: 'Asked for', value: formatMoney(total) },
          { label: 'Balance of the reserve', value: money(balance) },
        ]}
      />
      {found.length > 0 && <Alert color="yellow">{found.join(' ')}</Alert>}
    </>
  )
}

function Form({ detail, refresh }: PartProps<Detail>) {
  return (
    <>
      <Fieldset legend="Request">
        <Field
          name="reserveTypeId"
          options={detail.reserves.map((one) => ({ value: one.reserveTypeId, label: one.name }))}
          required
          width={280}
        />
        <Field name="description" rows={3} required />
        <Field name="processingInstructions" rows={2} />
      </Fieldset>
      <Fieldset legend="How the property stands">
        <FieldRow>
          <Field name="figuresAsOf" required width={160} />
          <Field name="currentPayables" required width={170} />
          <Field name="dueWithinMonth" required width={220} />
          <Field name="cashAvailable" required width={170} />
        </FieldRow>
        {detail.operatingReserveRequestId > 0 ? (
          <DocumentPlace
            detail={detail}
            kind={FINANCIALS}
            itemId={null}
            label="Balance sheet and income statement of the year to date"
            required
            onChanged={refresh}
          />
        ) : (
          <SaveFirst />
        )}
      </Fieldset>
      <Items detail={detail} refresh={refresh} />
      <Need detail={detail} />
      <Field name="certified" required />
    </>
  )
}

/** How a request is seen. */
export const pages: PagesOf<typeof operatingRequests> = {
  Form,
  held,
  facts: (detail) => [
    { label: 'Reserve', value: detail.reserves.find((one) => one.reserveTypeId === detail.reserveTypeId)?.name },
    { label: 'Claimed', value: formatMoney(detail.claimed) },
    { label: 'Approved', value: detail.statusId >= 5 || detail.canReview ? formatMoney(detail.approved) : '' },
    { label: 'Balance', value: money(balanceOf(detail)) },
    { label: `Needed, figures of ${formatDate(detail.figuresAsOf, 'MM/DD/YYYY')}`, value: money(needOf(detail)) },
    { label: 'Vacancy loss a month', value: money(vacancyLoss(detail.vacancy, detail.averageRent)) },
    { label: 'Why the property cannot pay', value: detail.description, wide: true },
    { label: 'Processing instructions', value: detail.processingInstructions, wide: true },
  ],
  Filed,
  Review,
  reviewHeld,
  placesDocuments: true,
  columns: queueColumns,
}
