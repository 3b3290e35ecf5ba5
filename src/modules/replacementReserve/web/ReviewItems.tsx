import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Held, PartProps } from '#review/web/index.ts'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { Exception } from './Exception.tsx'
import { ReviewedItem } from './ReviewedItem.tsx'
import { Warnings } from './Warnings.tsx'

const item = ReplacementReserveRequestItem.fields
const shape = z.object({
  items: z
    .array(
      z.object({
        replacementReserveRequestItemId: item.replacementReserveRequestItemId,
        descriptionOfWork: item.descriptionOfWork,
        claimedAmount: item.claimedAmount,
        approvedAmount: item.approvedAmount,
        denialReason: item.denialReason,
      }),
    )
    .meta({ label: 'Items', noun: 'Item' }),
})
type Values = z.infer<typeof shape>

const columns = [
  { name: 'descriptionOfWork', readOnly: true },
  { name: 'claimedAmount', width: 130, total: true, readOnly: true, rounding: false },
  { name: 'approvedAmount', width: 140, total: true, rounding: false },
  { name: 'denialReason', width: 300 },
]

/** The reviewer's amounts within the review, and how they travel. */
export const reviewHeld: Held<Detail> = {
  shape: shape.shape,
  valuesOf: ({ items }) => ({
    items: items.map((one) => ({
      replacementReserveRequestItemId: one.replacementReserveRequestItemId,
      descriptionOfWork: one.descriptionOfWork,
      claimedAmount: one.claimedAmount,
      approvedAmount: one.approvedAmount,
      denialReason: one.denialReason,
    })),
  }),
  sent: (values) => ({
    approvedAmounts: (values as Values).items.map((one) => ({
      itemId: one.replacementReserveRequestItemId,
      amount: one.approvedAmount,
      denialReason: one.denialReason,
    })),
  }),
}

/** The reviewer's part: approved amount and reason per item, each item's papers below it. */
export function ReviewItems({ detail, refresh }: PartProps<Detail>) {
  const { form } = useFormParts()
  const typed = useWatch({ control: form.control, name: 'items' }) as Values['items'] | undefined
  const items = useMemo(
    () => detail.items.map((item, index) => ({ ...item, approvedAmount: typed?.[index]?.approvedAmount ?? null })),
    [detail.items, typed],
  )
  return (
    <>
      <LineItems
        name="items"
        columns={columns}
        blank={{}}
        resizable={false}
        detailLabel="Documents"
        renderDetail={(index) => <ReviewedItem detail={detail} index={index} />}
      />
      <BalancePanel detail={detail} items={items} />
      <Warnings detail={detail} items={items} />
      <ApproveAsClaimed />
      <Exception detail={detail} refresh={refresh} />
    </>
  )
}

/** Fills every amount that is still open with the claim. */
function ApproveAsClaimed() {
  const { form } = useFormParts()
  const { saving } = useFormActions()
  const fill = () => {
    const { items } = form.getValues() as Values
    for (const [index, one] of items.entries())
      if (one.approvedAmount === null)
        form.setValue(`items.${index}.approvedAmount`, one.claimedAmount, { shouldDirty: true })
  }
  return (
    <Button variant="default" disabled={saving} onClick={fill}>
      Approve open items as claimed
    </Button>
  )
}
