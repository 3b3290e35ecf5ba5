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
import type { LetterText, Previewed } from './Outgoing.tsx'
import { placeOnTab } from './Pager.tsx'

type Taken = { reason: string; seen?: string | null; letterText?: LetterText }

/** Takes a step by its name. */
function send({ review, detail, latest }: StepProps, action: Action, stepValues: Taken): Promise<AnyDetail> {
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

/** Requests the preview of a step; refused as the step itself would be. */
export const askPreview = ({ review }: StepProps, body: ReturnType<typeof previewBody>): Promise<Previewed> =>
  ask(review.calls.preview as Call, { body }, { quiet: true }) as Promise<Previewed>

/**
 * Steps of the agency that end its work on a record for now: they are decided on in figures, and the next one
 * follows.
 */
const endings: readonly string[] = ['return', 'review', 'backToReview', 'approve', 'approveDirectly', 'deny']
/** Includes a subject's own deciding steps, such as the one that closes noncompliance. */
const ends = ({ flow }: AnyReview, { name, to }: Action): boolean =>
  endings.includes(name) || (to === 5 && (flow.steps[name]?.by.startsWith('agency') ?? false))
const always = () => async () => true

/** A step being decided; `looked` is the preview from before the dialog opened, with its request body. */
export type Deciding = { action: Action; words: string; looked: { body: string; answer: Previewed } | null }

export type NextProps = StepProps & {
  /** Checks for obstacles to a step and shows them; returns whether there are none. */
  before?: (action: Action) => boolean
  /** Shows the server's obstacles to a step; false where it has no place for them. */
  refused?: (error: ApiError) => boolean
}

/**
 * The step being decided, and the way it is taken. Typed values are saved first, and obstacles are shown
 * before its dialog opens.
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
    // Without its reason nothing is said of such a step; the dialog asks for it.
    if (action.reason === 'required' && !text) return setDeciding({ action, words: text, looked: null })
    const body = previewBody(props, action, { reason: text.trim(), letterText: null })
    try {
      const answer = await askPreview(props, body)
      setDeciding({ action, words: text, looked: { body: JSON.stringify(body), answer } })
    } catch (error) {
      const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500
      // Where the server was not reached the dialog says so, and asks again.
      if (!isJudged) setDeciding({ action, words: text, looked: null })
      else if (!refused?.(error)) setProblem(refusalWords(error))
    }
  }
  const begin = (action: Action, text = ''): boolean => {
    const isDecided = agency && ends(review, action)
    if (isDecided) void open(action, text)
    return isDecided
  }
  const decide = async (action: Action, stepValues: Taken, stop: Stop | undefined) => {
    if (!(await saveUnsaved()))
      throw new ApiError(409, 'Your entries could not be saved; the step was not taken.')
    const answer = await send(props, action, stepValues)
    notify(`${detail.requestNumber}: ${review.flow.steps[action.name]?.done ?? 'Done'}`)
    setDeciding(null)
    const isEnding = agency && ends(review, action)
    if (isEnding && !stop) onEnded()
    accept(answer)
    if (isEnding && stop) await navigate(stop.path, { replace: true })
  }
  return { deciding, problem, next, begin, decide, close: () => setDeciding(null) }
}
