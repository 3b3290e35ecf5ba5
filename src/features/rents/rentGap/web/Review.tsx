import type { ReviewValues } from '#engines/review/web/index.ts'
import { type PartProps, useSelection } from '#engines/review/web/index.ts'
import {
  type AmountFields,
  ApproveAsClaimed,
  getAmountReviewLines,
} from '#features/shared/invoicedItems/web/index.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { AmountLines } from '#ui/form/AmountLines.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import type { Detail } from '../model/applications.ts'
import { type RentGap, RentGapItem } from '../model/entities.ts'
import { getHouseholdFacts } from './factsOfHousehold.ts'

const Field = getField<ReviewValues<typeof RentGap>>()

/** The approved amounts as form values of the review. */
export const reviewLines = getAmountReviewLines<Detail>(RentGapItem, 'Household')

/** The households with their requested and approved amounts, and the details of the selected one. */
export function HouseholdAmounts({ detail }: { detail: Detail }) {
  const selection = useSelection()
  const selected = selection?.selected ?? null
  const item = detail.items.find((item) => item.rentGapItemId === selected)
  return (
    <>
      <AmountLines<{ items: AmountFields[] }>
        name="items"
        noun="Household"
        lines={detail.items.map((item) => ({
          key: item.rentGapItemId,
          title: `Unit ${item.unit ?? ''}`,
          facts: item.headOfHousehold ?? '',
          claimed: item.claimedAmount,
          approved: detail.statusId >= RequestStatus.REVIEWED ? item.approvedAmount : null,
          reason: item.denialReason,
        }))}
        selected={selected}
        onSelect={(key) => selection?.select(key)}
        below={selection?.below}
      />
      {item && <Facts facts={getHouseholdFacts(detail, item)} />}
    </>
  )
}

/** The reviewer's form: the approved amount of each household. */
export function Review({ detail }: PartProps<Detail>) {
  return (
    <>
      <HouseholdAmounts detail={detail} />
      <ApproveAsClaimed items="households" as="as asked for" />
      <Field name="submittedAsException" />
    </>
  )
}
