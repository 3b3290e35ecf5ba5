import { plural } from '#kernel/model/formats.ts'
import { notify } from '#kernel/web/notices.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import type { ScreenKey } from '#ui/frame/keys.ts'
import type { FoundLine, InspectionDetail } from '../model/calls.ts'
import { FoundStatus, mayStep } from '../model/rules.ts'
import { acceptFinding, askAgain, remindOwner } from '../model/stepCalls.ts'
import { useWrite } from './useWrite.ts'

/** The heading of these keys in the help about keys. */
export const HEADING = 'Findings'

type Act = (line: FoundLine) => void
/** What the user may do with findings of an inspection, the functions that do it, and their keys. */
export type Judging = {
  judges: boolean
  accept: Act
  ask: Act
  remind: Act
  mayAccept: (line: FoundLine) => boolean
  mayAsk: (line: FoundLine) => boolean
  mayRemind: (line: FoundLine) => boolean
  keysOf: (line: FoundLine) => ScreenKey[]
}

const notifyFailure = (error: Error) => notify(error.message, { kind: 'warning' })

/** Returns the functions that accept and close a finding, or reject its answer and ask the owner again. */
function useSteps(): Pick<Judging, 'accept' | 'ask'> {
  const write = useWrite()
  const confirm = useConfirm()
  const close = (line: FoundLine) =>
    write(
      acceptFinding,
      { params: { id: line.inspectionFindingId }, body: { version: line.version } },
      `Finding ${line.number} is closed.`,
    )
  // An answered finding is accepted at once, with both photos in view; an unanswered one needs a
  // confirmation, so that it is not closed by accident.
  const accept = (line: FoundLine) =>
    void (line.statusId === FoundStatus.ANSWERED
      ? close(line).catch(notifyFailure)
      : confirm({
          title: `Verify and close finding ${line.number}`,
          text: 'The owner has not answered it. Close it only where you have seen the correction yourself.',
          confirmLabel: 'Close it',
          action: () => close(line),
        }))
  const ask = (line: FoundLine) =>
    void confirm({
      title: `Ask again about finding ${line.number}`,
      confirmLabel: 'Ask again',
      reason: { label: 'What is missing', required: true },
      action: (reason) =>
        write(
          askAgain,
          { params: { id: line.inspectionFindingId }, body: { reason, version: line.version } },
          'The finding waits for the owner again.',
        ),
    })
  return { accept, ask }
}

/**
 * Returns what the user may do with the findings of an inspection: accept, ask again and remind the owner.
 */
export function useJudging(
  { statusId, reportedOn, findings, today }: InspectionDetail,
  acts: boolean,
): Judging {
  const write = useWrite()
  const steps = useSteps()
  const judges = acts && mayStep('judge', statusId)
  const mayAccept = (line: FoundLine) => judges && line.openerFault === null
  const mayAsk = (line: FoundLine) => judges && line.statusId === FoundStatus.ANSWERED
  const canBeReminded = (line: FoundLine) => line.statusId === FoundStatus.OPEN && line.remindedOn !== today
  const mayRemind = (line: FoundLine) => judges && reportedOn !== null && canBeReminded(line)
  const remind = (line: FoundLine) =>
    void write(
      remindOwner,
      { params: { id: line.inspectionFindingId }, body: { version: line.version } },
      `The owner is reminded of ${plural(findings.filter(canBeReminded).length, 'finding', 'findings')}.`,
    ).catch(notifyFailure)
  const getKeys = (line: FoundLine): ScreenKey[] => {
    if (!judges || line.statusId === FoundStatus.CLOSED) return []
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
  return { judges, ...steps, remind, mayAccept, mayAsk, mayRemind, keysOf: getKeys }
}
