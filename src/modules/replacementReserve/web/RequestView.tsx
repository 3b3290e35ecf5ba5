import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import { Receipt } from '#ui/form/Receipt.tsx'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { StatusSteps, stepsAt } from '#ui/frame/StatusSteps.tsx'
import { getRequest } from '../model/calls.ts'
import { flow } from '../model/flow.ts'
import { changeStatus, unSubmit } from '../model/stepCalls.ts'
import { AdminChange } from './AdminChange.tsx'
import { BalancePanel } from './BalancePanel.tsx'
import { DocumentsPanel } from './DocumentsPanel.tsx'
import { FiledItems } from './FiledItems.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { Letters } from './Letters.tsx'
import { Payment } from './Payment.tsx'
import { ReviewItems } from './ReviewItems.tsx'
import type { Detail } from './types.ts'

const shortDate = (moment: string | null): string => (moment ? formatDate(moment, 'MM/DD/YYYY') : '')

function ageWords({ ageDays, decided, promisedBy }: Detail): string {
  if (ageDays === null) return ''
  const days = plural(ageDays, 'day', 'days')
  return decided ? `${days}, decided ${shortDate(decided)}` : `${days}, decision promised by ${shortDate(promisedBy)}`
}

/** A request as filed: what it says, where it stands, what this person may do with it next, and its whole history. */
export function RequestView({ detail }: { detail: Detail }) {
  const client = useQueryClient()
  const { replacementReserveRequestId: requestId } = detail
  // A saved review raises the version before the screen is drawn again; a step taken at once must know it.
  const latest = useRef(detail)
  latest.current = detail
  const accept = (saved: Detail) => {
    latest.current = saved
    client.setQueryData(queryOf(getRequest, { params: { requestId } }).queryKey, saved)
  }
  const run = async (action: Action, reason: string) => {
    const { version } = latest.current
    if (action.to === 1) await ask(unSubmit, { params: { id: requestId }, body: { reason, version } }, { quiet: true })
    else
      await ask(
        changeStatus,
        { body: { requestId, statusId: action.to ?? detail.statusId, reason, version } },
        { quiet: true },
      )
    await client.invalidateQueries({ queryKey: ['replacementreserve'] })
    notify(flow.steps[action.name]?.done ?? 'Done')
  }
  const steps = stepsAt(
    ['Not submitted', 'Submitted', 'Under review', 'Reviewed', detail.statusId === 6 ? 'Denied' : 'Approved'],
    detail.statusId === 5 ? 5 : Math.min(detail.statusId, 5) - 1,
    detail.statusId === 6,
  )
  return (
    <Screen
      title={`Replacement reserve request ${detail.requestNumber}`}
      breadcrumbs={[
        { label: 'Replacement reserve', to: '/ReplacementReserveMultiNav' },
        { label: detail.propertyName, to: `/ReplacementReserveList/${detail.propertyId}` },
      ]}
      actions={<StatusChip status={detail.statusId} label={detail.statusLabel} />}
    >
      <StatusSteps steps={steps} />
      {detail.statusId === 2 && <SubmissionReceipt detail={detail} />}
      {detail.returnReason && detail.statusId === 1 && (
        <Alert color="red" title="Returned for correction">
          {detail.returnReason}
        </Alert>
      )}
      {detail.decisionComment && (
        <Alert
          color={detail.statusId === 6 ? 'red' : 'blue'}
          title={detail.statusId === 6 ? 'Why it was denied' : 'Comment on the decision'}
        >
          {detail.decisionComment}
        </Alert>
      )}
      <Facts
        facts={[
          { label: 'Type', value: detail.requestType },
          {
            label: 'Submitted',
            value: [shortDate(detail.submitted), detail.submittedByName].filter(Boolean).join(', '),
          },
          {
            label: 'Age',
            value: ageWords(detail),
          },
          { label: 'Analyst', value: detail.reviewerName },
          { label: 'Claimed', value: formatMoney(detail.claimed) },
          { label: 'Approved', value: detail.statusId >= 5 || detail.canReview ? formatMoney(detail.approved) : '' },
          {
            label: 'Paid',
            value: detail.paidDate ? `${shortDate(detail.paidDate)}, check ${detail.paymentCheckNumber ?? ''}` : '',
          },
          { label: 'Description', value: detail.description, wide: true },
          { label: 'Payment instructions', value: detail.instructions, wide: true },
        ]}
      />
      {detail.canReview ? (
        <ReviewItems detail={detail} accept={accept}>
          <SavingActions detail={detail} run={run} />
        </ReviewItems>
      ) : (
        <>
          <BalancePanel
            detail={detail}
            total={detail.statusId >= 5 ? detail.approved : detail.claimed}
            word={detail.statusId >= 5 ? 'approved' : 'claimed'}
          />
          <FiledItems detail={detail} />
          <NextSteps detail={detail} run={run} />
        </>
      )}
      {detail.statusId >= 5 && (
        // Of its own: the decision must not put a skeleton in the place of the whole request.
        <Suspense fallback={null}>
          <Letters requestId={requestId} />
        </Suspense>
      )}
      <DocumentsPanel detail={detail} />
      <HistoryPanel requestId={requestId} version={detail.version} />
    </Screen>
  )
}

type Run = (action: Action, reason: string) => Promise<void>

function NextSteps({ detail, run }: { detail: Detail; run: Run }) {
  const forced = detail.actions.some((action) => action.name === 'adminChange')
  return (
    <ActionBar actions={detail.actions.filter((action) => action.name !== 'adminChange')} run={run}>
      {detail.canRecordPayment && <Payment detail={detail} />}
      {forced && <AdminChange detail={detail} />}
    </ActionBar>
  )
}

/** The same within the review: what was typed is saved before a step is taken. */
function SavingActions({ detail, run }: { detail: Detail; run: Run }) {
  const { changed, save } = useFormActions()
  const saveFirst: Run = async (action, reason) => {
    if (changed && !(await save())) throw new ApiError(409, 'The review could not be saved; the step was not taken.')
    await run(action, reason)
  }
  return <NextSteps detail={detail} run={saveFirst} />
}

function SubmissionReceipt({ detail }: { detail: Detail }) {
  return (
    <Receipt
      title="Request received"
      number={detail.requestNumber}
      date={detail.reSubmitted ?? detail.submitted ?? ''}
      next={`The agency reviews it and decides by ${shortDate(detail.promisedBy)}. You are mailed at every step and can recall it until the review begins.`}
    />
  )
}
