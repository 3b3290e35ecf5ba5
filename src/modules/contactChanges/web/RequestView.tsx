import { Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MissingTypes } from '#ground/contacts/web/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { Receipt } from '#ui/form/Receipt.tsx'
import { ActionBar } from '#ui/frame/ActionBar.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { StatusSteps, stepsAt } from '#ui/frame/StatusSteps.tsx'
import { approve, reject, requestStatus, unsubmit } from '../model/calls.ts'
import { flow } from '../model/flow.ts'
import { type Decisions, openConflicts } from '../model/threeWay.ts'
import { ChangeCard } from './ChangeCard.tsx'
import type { Decide } from './CompareTable.tsx'
import styles from './contacts.module.css'
import { HistoryPanel } from './HistoryPanel.tsx'
import { RequestDocuments } from './RequestDocuments.tsx'
import type { ChangeLine, Detail } from './types.ts'

const byWhom = (moment: string | null, name: string | null): string =>
  [moment && formatDate(moment, 'MM/DD/YYYY'), name].filter(Boolean).join(', ')
const stations = { 1: 0, 2: 1, 3: 2, 5: 3, 6: 3 } as Record<number, number>

type Chosen = Readonly<Record<number, Decisions>>
const storedChoices = (detail: Detail): Chosen =>
  Object.fromEntries(detail.lines.map((line) => [line.contactChangeId, line.decisions]))

/** Takes a step; an approval brings the reviewer's choices along. */
async function take(detail: Detail, action: Action, reason: string, chosen: Chosen): Promise<unknown> {
  const { contactChangeRequestId: id, version } = detail
  const quiet = { quiet: true }
  const decisions = Object.entries(chosen).map(([line, choices]) => ({ contactChangeId: Number(line), choices }))
  if (action.name === 'approve') return ask(approve, { body: { id, version, reason, decisions } }, quiet)
  if (action.name === 'deny') return ask(reject, { body: { id, version, reason } }, quiet)
  if (action.to === 1) return ask(unsubmit, { params: { requestId: id }, body: { version, reason } }, quiet)
  return ask(
    requestStatus.changeStatus,
    { body: { id, statusId: action.to ?? detail.statusId, version, reason } },
    quiet,
  )
}

/** The reviewer's choices so far, and the step that takes them along. */
function useDecision(detail: Detail) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Chosen>(() => storedChoices(detail))
  const decideOn =
    (line: ChangeLine): Decide =>
    (field, choice) =>
      setChosen((before) => ({
        ...before,
        [line.contactChangeId]: { ...before[line.contactChangeId], [field]: choice },
      }))
  const run = async (action: Action, reason: string) => {
    try {
      await take(detail, action, reason, chosen)
      notify(flow.steps[action.name]?.done ?? 'Done')
    } finally {
      await Promise.all(
        ['contactchangerequest', 'contact', 'projects'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      )
    }
  }
  return { chosen, decideOn, run }
}

/** A request as filed: every change beside its contact, where it stands, what may be done next, and its history. */
export function RequestView({ detail, back }: { detail: Detail; back: { label: string; to: string } }) {
  const deciding = !useReadOnly() && detail.canDecide
  const { chosen, decideOn, run } = useDecision(detail)
  const decided = detail.statusId >= 5
  const choicesOf = (line: ChangeLine) => chosen[line.contactChangeId] ?? {}
  const open = detail.lines.filter((line) => openConflicts({ ...line, decisions: choicesOf(line) }).length > 0)
  return (
    <Screen
      title={`Contact change request ${detail.requestNumber}`}
      breadcrumbs={[back]}
      actions={<StatusChip status={detail.statusId} label={detail.statusLabel} />}
    >
      <div className={styles.panel}>
        <Standing detail={detail} deciding={deciding} />
        {!decided && <MissingTypes types={detail.missingTypes} />}
        {deciding && open.length > 0 && (
          <Alert color="yellow" title="The contacts changed meanwhile">
            Decide on the marked fields of change {open.map((line) => line.position).join(', ')} before you approve.
          </Alert>
        )}
        <h2>Changes</h2>
        {detail.lines.map((line) => (
          <ChangeCard
            key={line.contactChangeId}
            line={line}
            decided={decided}
            decisions={choicesOf(line)}
            decide={deciding ? decideOn(line) : null}
          />
        ))}
        <RequestDocuments detail={detail} editable={false} onChanged={() => Promise.resolve()} />
        <ActionBar actions={detail.actions} run={run} />
        <HistoryPanel requestId={detail.contactChangeRequestId} version={detail.version} />
      </div>
    </Screen>
  )
}

/** Where the request stands, what was said about it, and its facts. */
function Standing({ detail, deciding }: { detail: Detail; deciding: boolean }) {
  const { statusId, subject, filedFor } = detail
  const formerly = filedFor && filedFor !== subject ? [{ label: 'Filed for', value: filedFor }] : []
  return (
    <>
      <StatusSteps
        steps={stepsAt(
          ['Not submitted', 'Submitted', 'Under review', statusId === 6 ? 'Rejected' : 'Approved'],
          statusId === 5 ? 4 : (stations[statusId] ?? 0),
          statusId === 6,
        )}
      />
      {statusId === 2 && !deciding && (
        <Receipt
          title="Request received"
          number={detail.requestNumber}
          date={detail.reSubmitted ?? detail.submitted ?? ''}
          next="The agency reviews it. You are mailed at every step and can recall it until the review begins."
        />
      )}
      <Remarks detail={detail} />
      <Facts
        facts={[
          { label: detail.propertyId === null ? 'Management company' : 'Property', value: subject },
          ...formerly,
          { label: 'Submitted', value: byWhom(detail.submitted, detail.submittedByName) },
          { label: 'Analyst', value: detail.reviewerName },
          { label: 'Decided', value: byWhom(detail.decided, detail.decidedByName) },
          { label: 'Reason', value: detail.reason, wide: true },
        ]}
      />
    </>
  )
}

function Remarks({ detail }: { detail: Detail }) {
  const { statusId, returnReason, decisionComment } = detail
  return (
    <>
      {returnReason && statusId === 1 && (
        <Alert color="red" title="Returned for correction">
          {returnReason}
        </Alert>
      )}
      {decisionComment && (
        <Alert
          color={statusId === 6 ? 'red' : 'blue'}
          title={statusId === 6 ? 'Why it was rejected' : 'Comment on the decision'}
        >
          {decisionComment}
        </Alert>
      )}
    </>
  )
}
