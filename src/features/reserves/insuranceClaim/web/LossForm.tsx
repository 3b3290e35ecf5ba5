import { Alert, Fieldset } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { FormLines, FormValues, PartProps } from '#engines/review/web/index.ts'
import { SaveFirstNotice } from '#features/shared/invoicedItems/web/index.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import type { ClaimDetail } from '../model/claims.ts'
import { type InsuranceClaim, InsuranceClaimItem } from '../model/entities.ts'
import { findSameLoss, getClaimWarnings, MAX_DAMAGED_ITEMS } from '../model/rules.ts'
import { ClaimDocuments } from './ClaimDocuments.tsx'

const { insuranceClaimItemId, items, unitsAffected, cause } = InsuranceClaimItem.fields
const line = z.object({
  insuranceClaimItemId: insuranceClaimItemId.optional(),
  clientKey: z.string().nullable().optional(),
  items,
  unitsAffected,
  cause,
})
const blank = { insuranceClaimItemId: 0, items: null, unitsAffected: null, cause: null }
const damagedColumns = [
  { name: 'items', required: true, headings: ['Item', 'Damage'] },
  { name: 'unitsAffected', width: 200, headings: ['Units', 'Unit', 'Building'] },
  { name: 'cause', width: 200, headings: ['Cause', 'Reason'] },
] as const

/** The damaged items as lines of the form: their shape, their values, and how they are sent. */
export const formLines = {
  shape: { items: z.array(line).meta({ label: 'Damaged items', noun: 'Item' }) },
  valuesOf: (detail) => ({ items: detail.items.map((item) => line.parse(item)) }),
  sent: (values) => ({ items: values.items }),
} satisfies FormLines<ClaimDetail>

type ClaimValues = FormValues<typeof InsuranceClaim, typeof formLines>
const Field = getField<ClaimValues>()
const LineItems = getLineItems<ClaimValues>()

type WatchedFields = Pick<
  ClaimDetail,
  | 'dateOfLoss'
  | 'insuranceClaimTypeOfLossId'
  | 'policyFrom'
  | 'policyUntil'
  | 'totalAmountClaimed'
  | 'deductible'
  | 'sameLossComment'
>
const watchedFields = [
  'dateOfLoss',
  'insuranceClaimTypeOfLossId',
  'policyFrom',
  'policyUntil',
  'totalAmountClaimed',
  'deductible',
  'sameLossComment',
] as const

function useWatchedFields(): WatchedFields {
  const { form } = useFormParts<ClaimValues>()
  const values = useWatch({ control: form.control, name: [...watchedFields] })
  return Object.fromEntries(
    watchedFields.map((name, index) => [name, values[index] ?? null]),
  ) as WatchedFields
}

/** The form in which a company reports a loss. */
export function LossForm({ detail, refresh }: PartProps<ClaimDetail>) {
  const draft = useWatchedFields()
  const type = detail.types.find(
    (item) => item.insuranceClaimTypeOfLossId === draft.insuranceClaimTypeOfLossId,
  )
  const otherClaim = findSameLoss(draft, detail.others)
  const warningTexts = getClaimWarnings(draft, detail)
  return (
    <>
      <Fieldset legend="Loss">
        <FieldRow>
          <Field
            name="dateOfLoss"
            required
            width={160}
            help={`Report it within ${detail.notifyHours} hours.`}
          />
          <Field
            name="insuranceClaimTypeOfLossId"
            options={detail.types.map((item) => ({
              value: item.insuranceClaimTypeOfLossId,
              label: item.name,
            }))}
            required
            width={220}
          />
          {type?.name === 'Other' && <Field name="otherTypeOfLoss" required width={240} />}
          <Field name="unitsUninhabitable" width={190} />
          <Field name="reportNumber" width={250} />
        </FieldRow>
        {(otherClaim || draft.sameLossComment) && <Field name="sameLossComment" required rows={2} />}
        <Field name="description" required rows={4} />
        <Field name="injuries" />
        <Field name="tenantsRelocated" />
      </Fieldset>
      <LineItems
        name="items"
        title="Damage"
        columns={damagedColumns}
        blank={blank}
        maxLines={MAX_DAMAGED_ITEMS}
        paste={NO_COLUMNS}
      />
      <InsuranceFields />
      {warningTexts.length > 0 && <Alert color="yellow">{warningTexts.join(' ')}</Alert>}
      <Fieldset legend="Photos and documents">
        {detail.insuranceClaimId > 0 ? (
          <ClaimDocuments detail={detail} refresh={refresh} />
        ) : (
          <SaveFirstNotice what="the claim" />
        )}
      </Fieldset>
    </>
  )
}

const NO_COLUMNS: never[] = []

/** The fields of the insurer, the policy and the claimed amounts. */
const InsuranceFields = () => (
  <Fieldset legend="Insurance">
    <FieldRow>
      <Field name="insuranceProvider" required width={260} />
      <Field name="claimNumber" width={270} />
      <Field name="policyFrom" width={150} />
      <Field name="policyUntil" width={150} />
    </FieldRow>
    <FieldRow>
      <Field name="adjusterName" width={260} />
      <Field name="adjusterPhone" width={200} />
    </FieldRow>
    <FieldRow>
      <Field name="totalAmountClaimed" required width={180} />
      <Field name="deductible" width={150} />
      <Field name="replacementCost" width={170} />
      <Field name="actualCashValue" width={170} />
    </FieldRow>
  </Fieldset>
)
