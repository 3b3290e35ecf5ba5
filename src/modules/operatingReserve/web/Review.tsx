import { Button, Fieldset } from '@mantine/core'
import { useCallback } from 'react'
import { z } from 'zod'
import { formatMoney } from '#kernel/model/money.ts'
import { type Held, type PartProps, useSelection } from '#review/web/index.ts'
import { AmountLines } from '#ui/form/AmountLines.tsx'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import { OperatingReserveRequestItem } from '../model/entities.ts'
import type { Detail, ItemDetail } from '../model/operating.ts'
import { factsOfItem } from './factsOfItem.ts'

const { operatingReserveRequestItemId, claimedAmount, approvedAmount, denialReason } =
  OperatingReserveRequestItem.fields
const line = z.object({ operatingReserveRequestItemId, claimedAmount, approvedAmount, denialReason })
const shape = { items: z.array(line).meta({ label: 'Items', noun: 'Item' }) }
type Values = { items: z.infer<typeof line>[] }

/** The reviewer's amounts within the review, and how they travel. */
export const reviewHeld: Held<Detail> = {
  shape,
  valuesOf: ({ items }) => ({ items: items.map((one) => line.parse(one)) }),
  sent: (values) => ({
    approvedAmounts: (values as Values).items.map((one) => ({
      itemId: one.operatingReserveRequestItemId,
      amount: one.approvedAmount,
      denialReason: one.denialReason,
    })),
  }),
}

const titleOf = (item: ItemDetail): string => item.description ?? ''

/** The costs with what is claimed and approved of each, and what was filed with the one that is looked at. */
export function AmountsOfItems({ detail }: { detail: Detail }) {
  const selection = useSelection()
  const selected = selection?.selected ?? null
  const item = detail.items.find((one) => one.operatingReserveRequestItemId === selected)
  const lines = detail.items.map((one) => ({
    key: one.operatingReserveRequestItemId,
    title: titleOf(one),
    facts: [one.invoiceNumber, one.vendorName].filter(Boolean).join(', '),
    claimed: one.claimedAmount,
    approved: detail.statusId >= 4 ? one.approvedAmount : null,
    reason: one.denialReason,
  }))
  return (
    <>
      <AmountLines
        name="items"
        noun="Item"
        lines={lines}
        selected={selected}
        onSelect={(key) => selection?.select(key)}
        below={selection?.below}
      />
      {item && <Facts facts={factsOfItem(detail, item)} />}
    </>
  )
}

/** The reviewer's part: amounts, and what the figures of the property say. */
export function Review({ detail }: PartProps<Detail>) {
  return (
    <>
      <AmountsOfItems detail={detail} />
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

/** Fills every amount that is still open with the claim. */
function ApproveAsClaimed() {
  const { form } = useFormParts()
  const { saving } = useFormActions()
  const fill = useCallback(() => {
    const { items } = form.getValues() as Values
    for (const [index, one] of items.entries())
      if (one.approvedAmount === null)
        form.setValue(`items.${index}.approvedAmount`, one.claimedAmount, { shouldDirty: true })
  }, [form])
  useKeys('Items', [{ key: 'a', label: 'Approve open items as claimed', run: fill }])
  return (
    <Button variant="default" disabled={saving} onClick={fill}>
      Approve open items as claimed
    </Button>
  )
}
