import { Alert } from '@mantine/core'
import { formatDate } from '#kernel/model/dates.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { Receipt } from '#ui/form/Receipt.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { StatusSteps, stepsAt } from '#ui/frame/StatusSteps.tsx'
import { EXPIRED } from '../model/flow.ts'
import type { Detail } from './types.ts'

/** Where the application stands: its way, what was said about it, and the facts of it. */
export function WhereItStands({ detail }: { detail: Detail }) {
  return (
    <>
      <StatusSteps steps={wayOf(detail)} />
      {detail.statusId === 2 && <Received detail={detail} />}
      <Comments detail={detail} />
      <Facts facts={factsOf(detail)} />
    </>
  )
}

function wayOf({ statusId }: Detail) {
  const last = statusId === 6 ? 'Rejected' : statusId === EXPIRED ? 'Expired' : 'Certified'
  const labels = ['Not submitted', 'Submitted', 'Under review', 'Recommended', last]
  if (statusId === 5) return stepsAt(labels, labels.length)
  return stepsAt(labels, Math.min(statusId, 5) - 1, statusId >= 6)
}

function factsOf(detail: Detail) {
  const { known, startsOn, expiresOn, daysLeft, unitsManaged, complianceStaff } = detail
  const day = (moment: string | null) => (moment ? formatDate(moment, 'MM/DD/YYYY') : '')
  const of = (moment: string | null, person: string | null) => [day(moment), person].filter(Boolean).join(', ')
  return [
    { label: 'Company', value: detail.companyName },
    ...(detail.filedAs && detail.filedAs !== detail.companyName ? [{ label: 'Filed as', value: detail.filedAs }] : []),
    { label: 'Kind', value: detail.renewalOfId ? 'Renewal' : 'First application' },
    { label: 'Submitted', value: of(detail.reSubmitted ?? detail.submitted, detail.submittedByName) },
    { label: 'Analyst', value: detail.reviewerName },
    { label: 'Decided', value: of(detail.decided, detail.decidedByName) },
    {
      label: 'Term',
      value: expiresOn
        ? `${day(startsOn)} – ${day(expiresOn)}${daysLeft === null ? '' : `, ${plural(daysLeft, 'day', 'days')} left`}`
        : '',
    },
    {
      label: 'Units for each person in compliance',
      value: unitsManaged && complianceStaff ? formatNumber(Math.round(unitsManaged / complianceStaff)) : '',
    },
    ...(known
      ? [{ label: 'Known to the portal', value: `${known.properties} properties, ${formatNumber(known.units)} units` }]
      : []),
  ]
}

function Comments({ detail }: { detail: Detail }) {
  const rejected = detail.statusId === 6
  return (
    <>
      {detail.returnReason && detail.statusId === 1 && (
        <Alert color="red" title="Returned for correction">
          {detail.returnReason}
        </Alert>
      )}
      {detail.decisionComment && (
        <Alert color={rejected ? 'red' : 'blue'} title={rejected ? 'Why it was rejected' : 'Comment on the decision'}>
          {detail.decisionComment}
        </Alert>
      )}
    </>
  )
}

function Received({ detail }: { detail: Detail }) {
  return (
    <Receipt
      title="Application received"
      number={detail.applicationNumber}
      date={detail.reSubmitted ?? detail.submitted ?? ''}
      next="The agency reviews it and mails you its decision. You can recall it until the review begins."
    />
  )
}
