import { Fieldset } from '@mantine/core'
import { Link } from 'react-router'
import type { FormValues } from '#engines/review/web/index.ts'
import { hideReviewFact, type PagesOf, type PartProps } from '#engines/review/web/index.ts'
import { describeDrawn, sumDrawn } from '#features/shared/invoicedItems/model/index.ts'
import {
  ApproveAsClaimed,
  computeApprovedTotal,
  FiledRequest,
  getAmountReviewLines,
  getItemFormLines,
  ItemFactsPanel,
  ItemFigures,
  DecisionOutcome as OutcomeOfItems,
  RequestAmounts,
} from '#features/shared/invoicedItems/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { isDecided } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { getField } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { InsuranceRequest } from '../model/entities.ts'
import { type ItemDetail, type RequestDetail, requests } from '../model/requests.ts'
import { Items } from './Items.tsx'
import { kind } from './kind.ts'

const Field = getField<FormValues<typeof InsuranceRequest>>()

export { requests as review }

const col = columns<ItemDetail>()

const getClaimFact = ({ claim }: RequestDetail) => ({
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
  detail: RequestDetail
  index: number
  documents?: boolean
}) => (
  <ItemFactsPanel
    kind={kind}
    detail={detail}
    index={index}
    documents={documents}
    before={[{ label: 'Location', value: detail.items[index]?.location }]}
  />
)

const itemParts = { kind, Item }
const Amounts = ({ detail }: { detail: RequestDetail }) => <RequestAmounts {...itemParts} detail={detail} />
const filedParts = {
  ...itemParts,
  about: [col.text('Repair', (item) => item.description, { width: 280 })],
  shown: ['insurancerequest', 'insuranceclaim', 'payment'],
}
const Filed = ({ detail }: { detail: RequestDetail }) => (
  <FiledRequest<ItemDetail, RequestDetail> {...filedParts} detail={detail} />
)

const Review = ({ detail }: PartProps<RequestDetail>) => (
  <>
    <Amounts detail={detail} />
    <ApproveAsClaimed />
  </>
)

/** The figures of a request, which remain visible to the agency and change as the reviewer types amounts. */
const Figures = ({ detail }: { detail: RequestDetail }) => (
  <ItemFigures items={detail.items}>
    {(items) => {
      const decided = isDecided(detail.statusId)
      const approved = decided ? detail.approved : sumMoney(items.map((item) => item.approvedAmount))
      const after = sumMoney([detail.claim.available, -sumDrawn(items)])
      return (
        <Facts
          facts={[
            { label: 'Claimed', value: formatMoney(detail.claimed) },
            { label: 'Approved', value: formatMoney(approved) },
            { label: 'Held', value: formatMoney(detail.claim.balance.held) },
            { label: 'Could be approved', value: formatMoney(detail.claim.available) },
            ...(decided
              ? []
              : [{ label: `Left after what is ${describeDrawn(items)}`, value: formatMoney(after) }]),
          ]}
        />
      )
    }}
  </ItemFigures>
)

/** Shows the effects of a decision: the balance of the claim, the payees, and the amounts not approved. */
const Outcome = ({
  action,
  before,
  after,
}: {
  action: Action
  before: RequestDetail
  after: RequestDetail | null
}) => (
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

/** The screens of a payment request: the form, the filed request and the review. */
export const pages: PagesOf<typeof requests> = {
  Before: ({ detail }) => <Facts facts={[getClaimFact(detail)]} />,
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
  formLines: getItemFormLines(kind.entity),
  facts: (detail) => [
    getClaimFact(detail),
    { label: 'Claimed', sum: true, value: formatMoney(detail.claimed) },
    hideReviewFact(detail, { label: 'Approved', value: formatMoney(detail.approved), sum: true }),
    { label: 'Held of the claim', sum: true, value: formatMoney(detail.claim.balance.held) },
    { label: 'Held when submitted', value: formatMoney(detail.heldAtSubmit) },
    { label: 'Inspection', value: detail.inspectionNeeded ? 'Ready for inspection' : 'Not asked for' },
    { label: 'Repairs made', value: detail.narrative, wide: true },
  ],
  Filed,
  Review,
  reviewLines: getAmountReviewLines(kind.entity),
  placesDocuments: true,
  Figures,
  amount: computeApprovedTotal,
  Outcome,
}
