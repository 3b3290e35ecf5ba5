import { Alert, Fieldset } from '@mantine/core'
import { Link } from 'react-router'
import type { PagesOf, PartProps, ReviewValues } from '#engines/review/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { type ClaimDetail, claims } from '../model/claims.ts'
import type { InsuranceClaim } from '../model/entities.ts'
import {
  CHECKS_TARGET,
  type ClosingReason,
  findSameLoss,
  getClaimWarnings,
  getClosingReasons,
} from '../model/rules.ts'
import { EmailStatusButton } from './Actions.tsx'
import { ClaimState, scrollToChecks } from './ClaimState.tsx'
import { formLines, LossForm } from './LossForm.tsx'

const Field = getField<ReviewValues<typeof InsuranceClaim>>()

export { claims as review }

const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')
const formatAmount = (amount: number | null) => (amount === null ? '' : formatMoney(amount))
const getTypeName = ({ types, insuranceClaimTypeOfLossId, otherTypeOfLoss }: ClaimDetail) =>
  otherTypeOfLoss ||
  types.find((item) => item.insuranceClaimTypeOfLossId === insuranceClaimTypeOfLossId)?.name

/**
 * Warnings above a filed claim: late notice, policy year, deductible, and another claim for the same loss.
 */
function Filed({ detail }: PartProps<ClaimDetail>) {
  const otherClaim = findSameLoss(detail, detail.others)
  const warningTexts = getClaimWarnings(detail, detail)
  return (
    <>
      {warningTexts.map((text) => (
        <Alert key={text} color="yellow">
          {text}
        </Alert>
      ))}
      {otherClaim && (
        <Alert color="yellow">
          Claim{' '}
          <Link to={`/insuranceclaim/view/${otherClaim.insuranceClaimId}/${detail.propertyId}`}>
            {otherClaim.requestNumber}
          </Link>{' '}
          is filed for a loss of this type on the same day. {detail.sameLossComment}
        </Alert>
      )}
    </>
  )
}

/** The reviewer’s fields below the warnings. */
function Review({ detail }: PartProps<ClaimDetail>) {
  return (
    <>
      <Filed detail={detail} refresh={async () => undefined} />
      <Fieldset legend="Review">
        <FieldRow>
          <Field name="dateReportedToCo" width={250} />
          <Field name="approvedAmount" width={200} />
          <Field name="dateMemoRelease" width={200} />
        </FieldRow>
        <Field name="claimChecksSent" />
      </Fieldset>
      <Fieldset legend="Repairs">
        <Field
          name="inspectionRequired"
          {...(detail.needsInspection &&
            !detail.inspectionRequired && {
              help: 'An amount claimed this high requires one, whether the box is checked or not.',
            })}
        />
        <Field name="inspectorVisit" />
        <Field name="inspectedOn" width={180} />
        <Field name="picturesReceived" />
      </Fieldset>
    </>
  )
}

/** The amounts of a claim, which remain visible while the agency works on it. */
const Figures = ({ detail: { balance } }: { detail: ClaimDetail }) => (
  <Facts
    line
    facts={[
      { label: 'Checks received', value: formatMoney(balance.received) },
      ...(balance.forwarded > 0
        ? [{ label: 'Sent on to the owner', value: formatMoney(balance.forwarded) }]
        : []),
      { label: 'Paid', value: formatMoney(balance.paid) },
      { label: 'Held', value: formatMoney(balance.held) },
      { label: 'Not yet approved', value: formatMoney(balance.available) },
    ]}
  />
)

const renderRemedy = ({ to }: ClosingReason) => {
  if (to === CHECKS_TARGET) return <LinkButton onClick={scrollToChecks}>To the checks</LinkButton>
  return to && <Link to={to}>Open it</Link>
}

/**
 * Returns the list of checks beside the review: each reason why the claim cannot be closed, with a link to
 * settle it, and whether the agency was notified in time.
 */
function useChecks(detail: ClaimDetail) {
  const reasons = getClosingReasons(detail)
  const { noticeLate, notifyHours } = detail
  return [
    ...reasons.map((reason) => ({ words: reason.message, fine: false, more: renderRemedy(reason) })),
    ...(reasons.length > 0 ? [] : [{ words: 'Nothing keeps this claim from being closed.', fine: true }]),
    {
      words: `The agency was notified ${noticeLate ? 'later than' : 'within'} ${notifyHours} hours.`,
      fine: !noticeLate,
    },
  ]
}

/** The screens of a claim: the form, the filed claim and the review. */
export const pages: PagesOf<typeof claims> = {
  Form: LossForm,
  formLines,
  facts: (detail) => [
    { label: 'Loss', value: formatDay(detail.dateOfLoss) },
    { label: 'Type of loss', value: getTypeName(detail) },
    { label: 'Insurance company', value: detail.insuranceProvider },
    { label: 'Amount claimed', value: formatAmount(detail.totalAmountClaimed) },
    // Further facts appear only if they have a value.
    ...getFurtherFacts(detail).filter(({ value }) => value !== null && value !== ''),
    { label: 'Held by the agency', sum: true, value: formatMoney(detail.balance.held) },
    { label: 'What happened', value: detail.description, wide: true },
  ],
  Filed,
  FiledForm: ClaimState,
  Review,
  Figures,
  useChecks,
  Actions: EmailStatusButton,
}

function getFurtherFacts(detail: ClaimDetail) {
  const { replacementCost, actualCashValue, injuries, tenantsRelocated } = detail
  const people = [injuries && 'Somebody was injured', tenantsRelocated && 'Tenants were relocated']
  return [
    { label: 'Insurer’s claim number', value: detail.claimNumber },
    { label: 'Deductible', value: formatAmount(detail.deductible) },
    { label: 'Replacement cost', value: formatAmount(replacementCost) },
    { label: 'Actual cash value', value: formatAmount(actualCashValue) },
    {
      label: 'Depreciation holdback',
      value:
        replacementCost === null || actualCashValue === null
          ? ''
          : formatMoney(sumMoney([replacementCost, -actualCashValue])),
    },
    { label: 'Uninhabitable units', value: detail.unitsUninhabitable },
    { label: 'People', value: people.filter(Boolean).join('. ') },
    { label: 'Police or fire report', value: detail.reportNumber },
    { label: 'Adjuster', value: [detail.adjusterName, detail.adjusterPhone].filter(Boolean).join(', ') },
  ]
}
