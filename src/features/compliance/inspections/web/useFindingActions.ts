import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import type { ScreenKey } from '#ui/frame/keys.ts'
import type { InspectionDetail, InspectionFindingLine } from '../model/calls.ts'
import { canTakeStep, FindingStatus } from '../model/rules.ts'
import { acceptFinding, rejectAnswer, remindOwner } from '../model/stepCalls.ts'
import { useWrite } from './useWrite.ts'

/** The heading of these keys in the help about keys. */
export const FINDING_KEYS_HEADING = 'Findings'

type Act = (line: InspectionFindingLine) => void
/** What the user may do with findings of an inspection, the functions that do it, and their keys. */
export type FindingActions = {
  mayJudge: boolean
  accept: Act
  ask: Act
  remind: Act
  mayAccept: (line: InspectionFindingLine) => boolean
  mayAsk: (line: InspectionFindingLine) => boolean
  mayRemind: (line: InspectionFindingLine) => boolean
  getKeys: (line: InspectionFindingLine) => ScreenKey[]
}

const notifyFailure = (error: Error) => notify(error.message, { kind: 'warning' })

/** Returns the functions that accept and close a finding, or reject its answer and ask the owner again. */
function useSteps(): Pick<FindingActions, 'accept' | 'ask'> {
  const write = useWrite()
  const confirm = useConfirm()
  const close = (line: InspectionFindingLine) =>
    write(
      acceptFinding,
      { params: { id: line.inspectionFindingId }, body: { version: line.version } },
      `Finding ${line.number} is closed.`,
    )
  // An answered finding is accepted at once, with both photos in view; an unanswered one needs a
  // confirmation, so that it is not closed by accident.
  const accept = (line: InspectionFindingLine) =>
    void (line.statusId === FindingStatus.ANSWERED
      ? close(line).catch(notifyFailure)
      : confirm({
          title: `Verify and close finding ${line.number}`,
          text: 'The owner has not answered it. Close it only where you have seen the correction yourself.',
          confirmLabel: 'Close it',
          action: () => close(line),
        }))
  const ask = (line: InspectionFindingLine) =>
    void confirm({
      title: `Ask again about finding ${line.number}`,
      confirmLabel: 'Ask again',
      reason: { label: 'What is missing', required: true },
      action: (reason) =>
        write(
          rejectAnswer,
          { params: { id: line.inspectionFindingId }, body: { reason, version: line.version } },
          'The finding waits for the owner again.',
        ),
    })
  return { accept, ask }
}

/**
 * Returns what the user may do with the findings of an inspection: accept, ask again and remind the owner.
 */
export function useFindingActions(
  { statusId, reportedOn, findings, today }: InspectionDetail,
  acts: boolean,
): FindingActions {
  const write = useWrite()
  const steps = useSteps()
  const judges = acts && canTakeStep('judge', statusId)
  const mayAccept = (line: InspectionFindingLine) => judges && line.openerFault === null
  const mayAsk = (line: InspectionFindingLine) => judges && line.statusId === FindingStatus.ANSWERED
  const canBeReminded = (line: InspectionFindingLine) =>
    line.statusId === FindingStatus.OPEN && line.remindedOn !== today
  const mayRemind = (line: InspectionFindingLine) => judges && reportedOn !== null && canBeReminded(line)
  const remind = (line: InspectionFindingLine) =>
    void write(
      remindOwner,
      { params: { id: line.inspectionFindingId }, body: { version: line.version } },
      `The owner is reminded of ${plural(findings.filter(canBeReminded).length, 'finding', 'findings')}.`,
    ).catch(notifyFailure)
  const getKeys = (line: InspectionFindingLine): ScreenKey[] => {
    if (!judges || line.statusId === FindingStatus.CLOSED) return []
    const accepting = [
      { key: 'v', label: 'Verify and close', run: () => steps.accept(line) },
      { key: 'y', label: 'Accept the answer', run: () => mayAsk(line) && steps.accept(line) },
    ]
    return [
      ...(mayAccept(line) ? accepting : []),
      { key: 'n', label: 'Ask again', run: () => mayAsk(line) && steps.ask(line) },
      { key: 'r', label: 'Remind the owner', run: () => mayRemind(line) && remind(line) },
    ]
  }
  return { mayJudge: judges, ...steps, remind, mayAccept, mayAsk, mayRemind, getKeys: getKeys }
}
