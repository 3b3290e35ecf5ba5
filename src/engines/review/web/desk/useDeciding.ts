import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Call } from '#kernel/model/call.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { saveUnsaved } from '#ui/form/LeaveGuard.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import type { Stop } from '#ui/frame/recordOrder.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { type AnyReview, openPath } from '../../model/review.ts'
import { getReviewKey } from '../../model/reviewed.ts'
import type { StepProps } from '../NextSteps.tsx'
import type { AnyDetail } from '../pages.ts'
import { askRecord } from '../useRecord.ts'
import type { LetterText, StepPreview } from './Outgoing.tsx'
import { placeOnTab } from './Pager.tsx'

/** The entries of a person who takes a step. */
type StepInput = { reason: string; seen?: string | null; letterText?: LetterText }

/** Takes a step by its name, and returns the record after it. */
function sendStep(
  { review, detail, latest }: StepProps,
  action: Action,
  stepValues: StepInput,
): Promise<AnyDetail> {
  const id = getReviewKey(review.entity, detail)
  const step = { ...stepValues, version: latest().version }
  const { calls } = review
  return askRecord(calls.takeStep, { params: { name: action.name }, body: { id, ...step } })
}

/** The body of a preview request, with the text entered for a step. */
export const previewBody = (
  { review, detail, latest }: StepProps,
  action: Action,
  written: { reason: string; letterText: LetterText },
) => ({ id: getReviewKey(review.entity, detail), step: action.name, ...written, version: latest().version })

/** Requests the preview of a step. It is refused if the step itself would be. */
export const askPreview = (
  { review }: StepProps,
  body: ReturnType<typeof previewBody>,
): Promise<StepPreview> =>
  ask(review.calls.preview as Call, { body }, { quiet: true }) as Promise<StepPreview>

/**
 * Steps that end the agency's work on a record for now. They open the dialog for decisions, and then the next
 * record.
 */
const endingSteps: readonly string[] = [
  'return',
  'review',
  'backToReview',
  'approve',
  'approveDirectly',
  'deny',
]
/** Whether a step ends the agency's work on a record, including a subject's own steps that decide. */
const isEndingStep = ({ flow }: AnyReview, { name, to }: Action): boolean =>
  endingSteps.includes(name) || (to === 5 && (flow.steps[name]?.by.startsWith('agency') ?? false))
const always = () => async () => true

/**
 * The step that is being decided. `words` is the initial reason. `looked` is the preview that was loaded
 * before the dialog opened, with its request body.
 */
export type Deciding = { action: Action; words: string; looked: { body: string; answer: StepPreview } | null }

export type NextProps = StepProps & {
  /** Shows the faults that prevent a step, and returns whether there are none. */
  before?: (action: Action) => boolean
  /** Shows the reasons why the server refused a step. Returns false if it cannot show them. */
  refused?: (error: ApiError) => boolean
}

/**
 * Manages the step that is being decided. Typed values are saved first, and faults that prevent the step are
 * shown before its dialog opens.
 */
export function useDeciding({ before, refused, ...props }: NextProps) {
  const { review, pages, detail, accept, onEnded } = props
  const ready = (pages.useReady ?? always)(detail)
  const agency = useIsAgency()
  const navigate = useNavigate()
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const [problem, setProblem] = useState<readonly string[]>([])
  const next = agency ? placeOnTab(pages, openPath(review, detail))?.next : undefined

  const open = async (action: Action, text: string) => {
    setProblem([])
    if (!(await saveUnsaved())) return setProblem(['Your entries could not be saved. Try again.'])
    if ((before && !before(action)) || !(await ready(action))) return
    // A step that requires a reason has no preview without it. The dialog asks for the reason.
    if (action.reason === 'required' && !text) return setDeciding({ action, words: text, looked: null })
    const body = previewBody(props, action, { reason: text.trim(), letterText: null })
    try {
      const answer = await askPreview(props, body)
      setDeciding({ action, words: text, looked: { body: JSON.stringify(body), answer } })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      // If the server was not reached, the dialog opens and requests the preview again.
      if (!isRefused) setDeciding({ action, words: text, looked: null })
      else if (!refused?.(error)) setProblem(refusalWords(error))
    }
  }
  const begin = (action: Action, text = ''): boolean => {
    const isDecided = agency && isEndingStep(review, action)
    if (isDecided) void open(action, text)
    return isDecided
  }
  const decide = async (action: Action, stepValues: StepInput, stop: Stop | undefined) => {
    if (!(await saveUnsaved()))
      throw new ApiError(409, 'Your entries could not be saved; the step was not taken.')
    const answer = await sendStep(props, action, stepValues)
    notify(`${detail.requestNumber}: ${review.flow.steps[action.name]?.done ?? 'Done'}`)
    setDeciding(null)
    const isEnding = agency && isEndingStep(review, action)
    if (isEnding && !stop) onEnded()
    accept(answer)
    if (isEnding && stop) await navigate(stop.path, { replace: true })
  }
  return { deciding, problem, next, begin, decide, close: () => setDeciding(null) }
}
