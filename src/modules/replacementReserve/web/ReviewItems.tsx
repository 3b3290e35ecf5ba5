import { Button, Group } from '@mantine/core'
import { useCallback } from 'react'
import { z } from 'zod'
import { type Held, type PartProps, useSelection } from '#review/web/index.ts'
import { AmountLines } from '#ui/form/AmountLines.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { ReplacementReserveRequestItem } from '../model/entities.ts'
import type { Detail } from '../model/requests.ts'
import { Exception } from './Exception.tsx'
import { ReviewedItem } from './ReviewedItem.tsx'
import styles from './request.module.css'

const item = ReplacementReserveRequestItem.fields
const shape = z.object({
  items: z
    .array(
      z.object({
        replacementReserveRequestItemId: item.replacementReserveRequestItemId,
        claimedAmount: item.claimedAmount,
        approvedAmount: item.approvedAmount,
        denialReason: item.denialReason,
      }),
    )
    .meta({ label: 'Items', noun: 'Item' }),
})
export type ReviewValues = z.infer<typeof shape>

/** The reviewer's amounts within the review, and how they travel. */
export const reviewHeld: Held<Detail> = {
  shape: shape.shape,
  valuesOf: ({ items }) => ({
    items: items.map((one) => ({
      replacementReserveRequestItemId: one.replacementReserveRequestItemId,
      claimedAmount: one.claimedAmount,
      approvedAmount: one.approvedAmount,
      denialReason: one.denialReason,
    })),
  }),
  sent: (values) => ({
    approvedAmounts: (values as ReviewValues).items.map((one) => ({
      itemId: one.replacementReserveRequestItemId,
      amount: one.approvedAmount,
      denialReason: one.denialReason,
    })),
  }),
}

/** The items with what is claimed and approved of each, and all that was filed with the one that is looked at. */
export function AmountsOfItems({ detail }: { detail: Detail }) {
  const selection = useSelection()
  const selected = selection?.selected ?? null
  const index = detail.items.findIndex((one) => one.replacementReserveRequestItemId === selected)
  const facts = index >= 0 && <ReviewedItem detail={detail} index={index} documents={false} />
  const lines = detail.items.map((one) => ({
    key: one.replacementReserveRequestItemId,
    title: one.descriptionOfWork ?? '',
    facts: [one.invoiceNumber, one.vendorName].filter(Boolean).join(', '),
    claimed: one.claimedAmount,
    approved: detail.statusId >= 5 || detail.statusId === 4 ? one.approvedAmount : null,
    reason: one.denialReason,
    marks: documentsOf(detail, one.replacementReserveRequestItemId),
  }))
  return (
    <>
      <AmountLines
        name="items"
        noun="Item"
        lines={lines}
        selected={selected}
        onSelect={(key) => selection?.select(key)}
        below={
          selection?.below && (
            <>
              {facts}
              {selection.below}
            </>
          )
        }
      />
      {!selection?.below && facts}
    </>
  )
}

/** How many documents and photos of an item there are. */
function documentsOf({ files }: Detail, itemId: number): string {
  const own = files.filter((file) => file.itemId === itemId)
  const photos = own.filter(({ documentType }) => documentType === 'Photo').length
  const papers = own.length - photos
  return [papers > 0 && `${papers} doc.`, photos > 0 && `${photos} ${photos === 1 ? 'photo' : 'photos'}`]
    .filter(Boolean)
    .join(', ')
}

/** The reviewer's part: approved amount and reason per item, and what was filed with the one that is looked at. */
export function ReviewItems({ detail, refresh }: PartProps<Detail>) {
  return (
    <>
      <AmountsOfItems detail={detail} />
      <ApproveAsClaimed />
      <Exception detail={detail} refresh={refresh} />
    </>
  )
}

/** Fills every amount that is still open with the claim. */
function ApproveAsClaimed() {
  const { form } = useFormParts()
  const { saving } = useFormActions()
  const fill = useCallback(() => {
    const { items } = form.getValues() as ReviewValues
    for (const [index, one] of items.entries())
      if (one.approvedAmount === null)
        form.setValue(`items.${index}.approvedAmount`, one.claimedAmount, { shouldDirty: true })
  }, [form])
  useKeys('Items', [{ key: 'a', label: 'Approve open items as claimed', run: fill }])
  return (
    <Group gap="sm" className={styles.keys}>
      <Button variant="default" disabled={saving} onClick={fill}>
        Approve open items as claimed
      </Button>
      <span>
        <kbd>a</kbd> all as claimed <kbd>Tab</kbd> next field <kbd>↑</kbd> <kbd>↓</kbd> item <kbd>=</kbd> as claimed{' '}
        <kbd>0</kbd> nothing
      </span>
    </Group>
  )
}
