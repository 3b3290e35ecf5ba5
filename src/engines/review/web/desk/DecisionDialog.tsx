import { Button, Checkbox, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import type { Stop } from '#ui/frame/recordOrder.ts'
import { refusalWords } from '#ui/frame/refusalWords.ts'
import { describeDependentDecisions } from '../../model/dependents.ts'
import { describeWaysOn } from '../../model/steps.ts'
import type { StepProps } from '../NextSteps.tsx'
import type { Check } from '../pages.ts'
import styles from './desk.module.css'
import { type LetterText, Outgoing, type StepPreview } from './Outgoing.tsx'
import { askPreview, type Deciding, previewBody } from './useDeciding.ts'

/** The pause after typing before the letter is requested again, in milliseconds. */
const PAUSE = 400
const noWords: readonly string[] = []
const noChecks = (): readonly Check[] => []

/** The text entered in the dialog that is sent with the step. */
export type DecisionInput = { reason: string; letterText: LetterText }

/** Returns the entered text after a pause in typing. */
function useSettledInput(written: DecisionInput): DecisionInput {
  const input = JSON.stringify(written)
  const [settled, setSettled] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(input), PAUSE)
    return () => clearTimeout(timer)
  }, [input])
  return JSON.parse(settled) as DecisionInput
}

/** Loads the server's preview of the step, once a required reason is entered. */
function usePreview({ action, looked, ...props }: DialogProps, written: DecisionInput) {
  const settled = useSettledInput(written)
  const enabled = action.reason !== 'required' || settled.reason !== ''
  const body = previewBody(props, action, settled)
  // A preview that was loaded before the dialog opened is not requested again.
  const answer = looked?.body === JSON.stringify(body) ? looked.answer : undefined
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', props.review.name, body],
    queryFn: () => askPreview(props, body),
    enabled,
    retry: false,
    initialData: answer,
    // A preview stays until the text changes; the decision itself checks whether it is still valid.
    refetchOnWindowFocus: false,
    staleTime: answer ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
  })
  const current = enabled && !isFetching && !error && JSON.stringify(written) === JSON.stringify(settled)
  return { data, error, refetch, isCurrent: current && data !== undefined }
}

type Decide = (stepValues: DecisionInput & { seen: string | null }, next: Stop | undefined) => Promise<void>

type DialogProps = StepProps & {
  action: Action
  looked: Deciding['looked']
  next: Stop | undefined
  decide: Decide
  onClose: () => void
  /** The initial text of the reason. */
  words: string
}

/** The initial state of the dialog. */
const initialState = {
  letterText: null as LetterText,
  goesOn: true,
  accepted: false,
  busy: false,
  problem: noWords,
}

/** The state of the dialog, its preview, and the function that confirms it. */
function useDecision(props: DialogProps, checks: readonly Check[]) {
  const { action, next, decide, words: text } = props
  const [state, setState] = useState({ ...initialState, reason: text })
  const set = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }))
  const box = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { reason, letterText, goesOn, accepted, busy } = state
  const written = { reason: reason.trim(), letterText }
  const preview = usePreview(props, written)
  const asksFor = !action.danger && checks.length > 0
  const send = async () => {
    set({ busy: true, problem: noWords })
    try {
      await decide({ ...written, seen: preview.data?.seen ?? null }, goesOn ? next : undefined)
    } catch (error) {
      set({ busy: false, problem: refusalWords(error) })
      void preview.refetch()
    }
  }
  const confirm = () => {
    if (busy) return
    if (action.reason === 'required' && !reason.trim()) {
      set({ problem: ['Write the reason first.'] })
      field.current?.focus()
    } else if (asksFor && !accepted) {
      set({ problem: ['Tick that you have looked at the open points.'] })
      box.current?.focus()
    } else if (preview.isCurrent) void send()
    else if (!preview.error)
      set({ problem: ['What goes out is not prepared yet. Confirm once it is shown here.'] })
  }
  const problem = preview.error ? refusalWords(preview.error) : state.problem
  return { ...state, problem, set, box, field, shown: preview, open: asksFor ? checks : [], confirm }
}

/**
 * The dialog in which a person decides. It shows the effect in figures and the letter to be sent. Once the
 * letter is shown, Ctrl Enter confirms. If the server refuses the step, the dialog stays open.
 */
export function DecisionDialog(props: DialogProps) {
  const { review, pages, detail, action, onClose } = props
  const recordChecks = (pages.useChecks ?? noChecks)(detail)
  const points = (pages.useOpenPoints ?? noChecks)(detail)
  const checks = [...recordChecks, ...points].filter(({ fine }) => !fine)
  const decision = useDecision(props, checks)
  const { shown: previewQuery, confirm, reason } = decision
  useKeys('This dialog', [{ key: 'Ctrl enter', label: action.label, run: confirm }], { dialog: true })
  return (
    <Dialog
      opened
      onClose={onClose}
      size={1180}
      title={`${action.label}: ${detail.requestNumber}, ${detail.subject}`}
    >
      <div className={styles.dialog}>
        <div>
          {pages.Outcome && (
            <pages.Outcome action={action} before={detail} after={previewQuery.data?.detail ?? null} />
          )}
          <Consequences review={review} action={action} shown={previewQuery.data} />
          <DecisionInputs {...props} decision={decision} />
          <div role="alert">
            {decision.problem.map((text) => (
              <p key={text} className={styles.refused}>
                {text}
              </p>
            ))}
          </div>
        </div>
        <Outgoing
          shown={previewQuery.data}
          waits={action.reason === 'required' && !reason.trim()}
          text={decision.letterText}
          onText={(letterText) => decision.set({ letterText })}
        />
      </div>
      <DialogFoot {...props} decision={decision} />
    </Dialog>
  )
}

type DialogParts = DialogProps & { decision: ReturnType<typeof useDecision> }

/** The inputs of the person who decides: a box to tick for open points, and the reason. */
function DecisionInputs({
  review,
  action,
  decision: { open, box, accepted, field, reason, set },
}: DialogParts) {
  const isRequired = action.reason === 'required'
  return (
    <>
      {open.length > 0 && (
        <div className={styles.open}>
          {open.map(({ words, more }) => (
            <p key={words}>
              {words} {more}
            </p>
          ))}
          <Checkbox
            ref={box}
            label={`${review.flow.steps[action.name]?.label ?? action.label} anyway`}
            checked={accepted}
            onChange={(event) => set({ accepted: event.currentTarget.checked })}
          />
        </div>
      )}
      {action.reason !== 'none' && (
        <Textarea
          ref={field}
          label={isRequired ? 'Reason' : 'Text to the company'}
          description={isRequired ? undefined : 'Optional'}
          required={isRequired}
          data-autofocus={isRequired || undefined}
          maxLength={4000}
          rows={4}
          value={reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function DialogFoot({
  action,
  next,
  onClose,
  decision: { goesOn, busy, shown: previewQuery, set, confirm },
}: DialogParts) {
  return (
    <div className={styles.foot}>
      {next && (
        <Checkbox
          label={`Then open the next: ${next.label}`}
          checked={goesOn}
          onChange={(event) => set({ goesOn: event.currentTarget.checked })}
        />
      )}
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button
        color={action.danger ? 'red' : undefined}
        loading={busy}
        aria-disabled={!previewQuery.isCurrent}
        data-autofocus={action.reason === 'required' ? undefined : true}
        onClick={confirm}
      >
        {action.label}
        {previewQuery.data?.letter && ' and send letter'}
      </Button>
    </div>
  )
}

/** Lists the consequences of the step: who is mailed, which decisions remain, and who could undo it. */
function Consequences({
  review,
  action,
  shown,
}: Pick<StepProps, 'review'> & { action: Action; shown: StepPreview | undefined }) {
  const people = [...new Set((shown?.mails ?? []).flatMap(({ to }) => to))]
  const waysOn = describeWaysOn(review.flow, review.noun, action.to ?? 0)
  return (
    <section aria-label="What happens">
      <h3>What happens</h3>
      <ul className={styles.happens}>
        {people.length > 0 ? (
          <li>
            {shown?.letter ? 'The letter is stored with the record, and a mail' : 'A mail'} goes to{' '}
            {people.join(', ').replace(/\.$/, '')}.
          </li>
        ) : (
          <li>{action.confirm}</li>
        )}
        {action.to === RequestStatus.NOT_SUBMITTED && people.length > 0 && (
          <li>The {review.noun} goes back to the company, which can change it and submit it again.</li>
        )}
        {shown && shown.standing.length > 0 && <li>{describeDependentDecisions(shown.standing)}</li>}
        {waysOn && <li>{waysOn}</li>}
      </ul>
    </section>
  )
}
