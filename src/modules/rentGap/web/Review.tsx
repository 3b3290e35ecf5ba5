import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { z } from 'zod'
import { type Held, type PartProps, useSelection } from '#review/web/index.ts'
import { AmountLines } from '#ui/form/AmountLines.tsx'
import { Field } from '#ui/form/Field.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import type { Detail } from '../model/applications.ts'
import { RentGapItem } from '../model/entities.ts'
import { factsOfHousehold } from './factsOfHousehold.ts'

const { rentGapItemId, claimedAmount, approvedAmount, denialReason } = RentGapItem.fields
const line = z.object({ rentGapItemId, claimedAmount, approvedAmount, denialReason })
type Values = { items: z.infer<typeof line>[] }

/** The reviewer's amounts within the review, and how they travel. */
export const reviewHeld: Held<Detail> = {
  shape: { items: z.array(line).meta({ label: 'Households', noun: 'Household' }) },
  valuesOf: ({ items }) => ({ items: items.map((one) => line.parse(one)) }),
  sent: (values) => ({
    approvedAmounts: (values as Values).items.map((one) => ({
      itemId: one.rentGapItemId,
      amount: one.approvedAmount,
      denialReason: one.denialReason,
    })),
  }),
}

/** The households with what is asked for and approved of each, and what was filed of the one that is looked at. */
export function AmountsOfHouseholds({ detail }: { detail: Detail }) {
  const selection = useSelection()
  const selected = selection?.selected ?? null
  const item = detail.items.find((one) => one.rentGapItemId === selected)
  return (
    <>
      <AmountLines
        name="items"
        noun="Household"
        lines={detail.items.map((one) => ({
          key: one.rentGapItemId,
          title: `Unit ${one.unit ?? ''}`,
          facts: one.headOfHousehold ?? '',
          claimed: one.claimedAmount,
          approved: detail.statusId >= 4 ? one.approvedAmount : null,
          reason: one.denialReason,
        }))}
        selected={selected}
        onSelect={(key) => selection?.select(key)}
        below={selection?.below}
      />
      {item && <Facts facts={factsOfHousehold(detail, item)} />}
    </>
  )
}

/** The reviewer's part: what is approved of each household. */
export function Review({ detail }: PartProps<Detail>) {
  return (
    <>
      <AmountsOfHouseholds detail={detail} />
      <ApproveAsAsked />
      <Field name="submittedAsException" />
    </>
  )
}

/** Fills every amount that is still open with what is asked for. */
function ApproveAsAsked() {
  const { form } = useFormParts()
  const { saving } = useFormActions()
  const fill = useCallback(() => {
    const { items } = form.getValues() as Values
    for (const [index, one] of items.entries())
      if (one.approvedAmount === null)
        form.setValue(`items.${index}.approvedAmount`, one.claimedAmount, { shouldDirty: true })
  }, [form])
  useKeys('Households', [{ key: 'a', label: 'Approve open households as asked for', run: fill }])
  return (
    <Button variant="default" disabled={saving} onClick={fill}>
      Approve open households as asked for
    </Button>
  )
}
