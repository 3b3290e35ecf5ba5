import { Button, Stack } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { z } from 'zod'
import { ask } from '#kernel/web/api.ts'
import { useSession } from '#kernel/web/hooks.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { LineItems } from '#ui/form/LineItems.tsx'
import { ReplacementReserveRequest, ReplacementReserveRequestItem } from '../model/entities.ts'
import { saveReplacementReview } from '../model/stepCalls.ts'
import { BalancePanel } from './BalancePanel.tsx'
import { ReviewedItem } from './ReviewedItem.tsx'
import type { Detail } from './types.ts'
import { Warnings } from './Warnings.tsx'

const item = ReplacementReserveRequestItem.fields
const shape = z.object({
  agencyComments: ReplacementReserveRequest.fields.agencyComments,
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

/**
 * The reviewer's part: approved amount and reason per item, each item's papers below it. `accept` takes over the saved
 * request; `children` are what can be done next, so that a step saves first.
 */
export function ReviewItems({
  detail,
  accept,
  children,
}: {
  detail: Detail
  accept: (detail: Detail) => void
  children: ReactNode
}) {
  const values = useMemo(
    () => ({
      version: detail.version,
      agencyComments: detail.agencyComments,
      items: detail.items.map((one) => ({
        replacementReserveRequestItemId: one.replacementReserveRequestItemId,
        descriptionOfWork: one.descriptionOfWork,
        claimedAmount: one.claimedAmount,
        approvedAmount: one.approvedAmount,
        denialReason: one.denialReason,
      })),
    }),
    [detail],
  )
  const { userId } = useSession()
  const [totals, setTotals] = useState<Record<string, number>>({})
  const save = async (sent: Record<string, unknown>) => {
    const { items, agencyComments } = sent as Values
    const saved = await ask(
      saveReplacementReview,
      {
        body: {
          requestId: detail.replacementReserveRequestId,
          version: detail.version,
          agencyComments,
          approvedAmounts: items.map((one) => ({
            itemId: one.replacementReserveRequestItemId,
            amount: one.approvedAmount,
            denialReason: one.denialReason,
          })),
        },
      },
      { quiet: true },
    )
    accept(saved)
  }
  return (
    <Form
      schema={shape}
      values={values}
      onSave={save}
      draftKey={`${userId}/review/ReplacementReserve/${detail.replacementReserveRequestId}`}
      label="Review"
    >
      <Stack gap="md">
        <ErrorSummary />
        <LineItems
          name="items"
          columns={columns}
          blank={{}}
          resizable={false}
          onTotals={setTotals}
          detailLabel="Papers"
          renderDetail={(index) => <ReviewedItem detail={detail} index={index} />}
        />
        <BalancePanel detail={detail} total={totals.approvedAmount ?? detail.approved} word="approved" />
        <Warnings detail={detail} items={detail.items} />
        <Field name="agencyComments" rows={2} />
        <FormButtons save="Save review">
          <ApproveAsClaimed />
        </FormButtons>
        {children}
      </Stack>
    </Form>
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
