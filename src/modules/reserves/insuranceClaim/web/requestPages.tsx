import { Fieldset } from '@mantine/core'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { drawnBy, drawnWord } from '#modules/shared/invoicedItems/model/index.ts'
import {
  AmountsOfRequest,
  ApproveAsClaimed,
  amountReviewLines,
  approvedAmount,
  FactsOfItem,
  FiguresOfItems,
  FiledRequest,
  itemFormLines,
  Outcome as OutcomeOfItems,
} from '#modules/shared/invoicedItems/web/index.ts'
import { factOfReview, type PagesOf, type PartProps } from '#review/web/index.ts'
import { Field } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { type Detail, type ItemDetail, requests } from '../model/requests.ts'
import { Items } from './Items.tsx'
import { kind } from './kind.ts'

export { requests as review }

const col = columns<ItemDetail>()

const claimFact = ({ claim }: Detail) => ({
  label: 'Claim',
  value: (
    <Link to={claim.path}>
      {claim.requestNumber}, loss of {formatDate(claim.dateOfLoss, 'MM/DD/YYYY')}
    </Link>
  ),
})

const Item = ({
  detail,
  index,
  documents = true,
}: {
  detail: Detail
  index: number
  documents?: boolean
}) => (
  <FactsOfItem
    kind={kind}
    detail={detail}
    index={index}
    documents={documents}
    before={[{ label: 'Location', value: detail.items[index]?.location }]}
  />
)

const itemParts = { kind, Item }
const Amounts = ({ detail }: { detail: Detail }) => <AmountsOfRequest {...itemParts} detail={detail} />
const filed = {
  ...itemParts,
  about: [col.text('Repair', (item) => item.description, { width: 280 })],
  shown: ['insurancerequest', 'insuranceclaim', 'payment'],
}
const Filed = ({ detail }: { detail: Detail }) => (
  <FiledRequest<ItemDetail, Detail> {...filed} detail={detail} />
)

const Review = ({ detail }: PartProps<Detail>) => (
  <>
    <Amounts detail={detail} />
    <ApproveAsClaimed />
  </>
)

/** The figures of a request that stay in sight at the agency; within the review they follow each key. */
const Figures = ({ detail }: { detail: Detail }) => (
  <FiguresOfItems items={detail.items}>
    {(items) => {
      const decided = isDecided(detail.statusId)
      const approved = decided ? detail.approved : sumMoney(items.map((item) => item.approvedAmount))
      const after = sumMoney([detail.claim.available, -drawnBy(items)])
      return (
        <Facts
          facts={[
            { label: 'Claimed', value: formatMoney(detail.claimed) },
            { label: 'Approved', value: formatMoney(approved) },
            { label: 'Held', value: formatMoney(detail.claim.balance.held) },
            { label: 'Could be approved', value: formatMoney(detail.claim.available) },
            ...(decided
              ? []
              : [{ label: `Left after what is ${drawnWord(items)}`, value: formatMoney(after) }]),
          ]}
        />
      )
    }}
  </FiguresOfItems>
)

/** The effects of a decision: the balance of the claim, the payees, and the amounts not approved. */
const Outcome = ({ action, before, after }: { action: Action; before: Detail; after: Detail | null }) => (
  <OutcomeOfItems
    action={action}
    before={before}
    account={{
      name: `Items of claim ${before.claim.requestNumber} and not approved`,
      balance: before.claim.balance.available,
      after: after?.claim.balance.available ?? null,
      day: null,
    }}
  />
)

/** How a payment request is seen. */
export const pages: PagesOf<typeof requests> = {
  Before: ({ detail }) => <Facts facts={[claimFact(detail)]} />,
  Form: (part) => (
    <>
      <Fieldset legend="Request">
        <Field name="narrative" rows={3} required />
        <Field name="inspectionNeeded" />
      </Fieldset>
      <Items {...part} />
      <Field name="certified" required />
    </>
  ),
  formLines: itemFormLines(kind.entity),
  facts: (detail) => [
    claimFact(detail),
    { label: 'Claimed', sum: true, value: formatMoney(detail.claimed) },
    factOfReview(detail, { label: 'Approved', value: formatMoney(detail.approved), sum: true }),
    { label: 'Held of the claim', sum: true, value: formatMoney(detail.claim.balance.held) },
    { label: 'Held when submitted', value: formatMoney(detail.heldAtSubmit) },
    { label: 'Inspection', value: detail.inspectionNeeded ? 'Ready for inspection' : 'Not asked for' },
    { label: 'Repairs made', value: detail.narrative, wide: true },
  ],
  Filed,
  Review,
  reviewLines: amountReviewLines(kind.entity),
  placesDocuments: true,
  Figures,
  amount: approvedAmount,
  Outcome,
}
