import { Button } from '@mantine/core'
import type { Answer } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError } from '#kernel/web/api.ts'
import { useHolds, useIsAgency } from '#kernel/web/hooks.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { EmptyState } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { emailReviewComplete, extensionStatus, extensionsByProject } from '../model/calls.ts'
import { extensionFlow } from '../model/flow.ts'
import { AskExtension } from './AskExtension.tsx'
import css from './extensions.module.css'
import { useWrite } from './useWrite.ts'

type Request = Answer<typeof extensionsByProject>[number]

/** The extension requests of a property, each with what may be done next; for those who may read them. */
export default function Extensions({ propertyId }: { propertyId: number }) {
  return useHolds('AFS', 'read', propertyId) ? <Requests propertyId={propertyId} /> : null
}

function Requests({ propertyId }: { propertyId: number }) {
  const agency = useIsAgency()
  const requests = useCall(extensionsByProject, { params: { propertyId } })
  if (requests.length === 0)
    return (
      <EmptyState
        title="Nobody has asked for more time."
        text="Where a due date can be moved, the task offers “Ask for more time”."
      />
    )
  return (
    <ul className={css.requests}>
      {requests.map((request) => (
        <ExtensionCard key={request.extensionRequestId} request={request} agency={agency} />
      ))}
    </ul>
  )
}

const day = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

function ExtensionCard({ request, agency }: { request: Request; agency: boolean }) {
  const write = useWrite()
  const { extensionRequestId: id, version } = request
  const run = (action: Action, reason: string) => {
    const words = extensionFlow.steps[action.name]?.done ?? 'Done'
    const body = { reason: reason || null, version }
    if (action.name === 'submit') return write(extensionStatus.submit, { params: { id }, body }, words)
    if (action.to === 1) return write(extensionStatus.unSubmit, { params: { id }, body }, words)
    return write(extensionStatus.changeStatus, { body: { id, statusId: action.to ?? 0, ...body } }, words)
  }
  const mailAgain = () =>
    write(emailReviewComplete, { params: { id } }, 'The decision is mailed to everyone concerned.').catch((error) =>
      notify(error instanceof ApiError ? error.message : 'Nothing was mailed.', { kind: 'warning' }),
    )
  const title = `${request.taskName}, ${request.periodLabel}`
  return (
    <li className={css.request}>
      <div className={css.heading}>
        <h3>{title}</h3>
        <StatusChip status={request.statusId} label={request.statusLabel} />
      </div>
      <Facts
        facts={[
          { label: 'Original due date', value: day(request.originalDueDate) },
          { label: 'Due date now', value: day(request.dueDate) },
          { label: 'Asked for', value: day(request.requestedDueDate) },
          { label: 'At the latest', value: day(request.latestDueDate) },
          { label: 'Submitted', value: [day(request.submitted), request.submittedByName].filter(Boolean).join(', ') },
          { label: 'Decided', value: [day(request.decided), request.reviewerName].filter(Boolean).join(', ') },
          { label: 'Reason', value: request.reason, wide: true },
          ...(request.decisionReason ? [{ label: 'Decision', value: request.decisionReason, wide: true }] : []),
        ]}
      />
      <ActionBar actions={request.actions} run={run} label={`What can be done with ${title}`}>
        {request.canEdit && <AskExtension task={request} request={request} />}
        {agency && request.decided && (
          <Button variant="default" onClick={() => void mailAgain()}>
            Mail the decision again
          </Button>
        )}
      </ActionBar>
    </li>
  )
}
