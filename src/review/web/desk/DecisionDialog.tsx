import { Button, Checkbox, Modal, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { LetterSheet } from '#ground/letters/web/index.ts'
import type { Call } from '#kernel/model/call.ts'
import type { Action } from '#kernel/model/workflow.ts'
import { ask } from '#kernel/web/api.ts'
import { wordsOf } from '#ui/frame/ActionBar.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import type { Stop } from '#ui/frame/way.ts'
import { keyOf } from '../../model/reviewed.ts'
import type { letterLine, mailLine } from '../../model/shapes.ts'
import type { StepProps } from '../NextSteps.tsx'
import type { AnyDetail, Check } from '../pages.ts'
import styles from './desk.module.css'

type Previewed = {
  detail: AnyDetail
  letter: z.infer<typeof letterLine> | null
  mails: z.infer<typeof mailLine>[]
  seen: string | null
}

/** Waited after typing before the letter is asked for anew, in milliseconds. */
const PAUSE = 400
const noWords: readonly string[] = []
const noChecks = (): readonly Check[] => []

/** A reason as it was typed a moment ago. */
function useSettled(reason: string): string {
  const [settled, setSettled] = useState(reason)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(reason), PAUSE)
    return () => clearTimeout(timer)
  }, [reason])
  return settled
}

/** What the server says the step would lead to; asked for once there is the reason that the step wants. */
function usePreview({ review, detail, latest }: StepProps, action: Action, typed: string) {
  const reason = useSettled(typed).trim()
  const id = keyOf(review.entity, detail)
  const enabled = action.reason !== 'required' || reason !== ''
  const body = { id, step: action.name, reason, version: latest().version }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', review.name, body],
    queryFn: () =>
      ask(review.calls.preview as unknown as Call, { body } as never, { quiet: true }) as Promise<Previewed>,
    enabled,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const current = enabled && !isFetching && !error && typed.trim() === reason
  return { data, error, refetch, isCurrent: current && data !== undefined }
}

type Decide = (reason: string, seen: string | null, next: Stop | undefined) => Promise<void>

type DialogProps = StepProps & { action: Action; next: Stop | undefined; decide: Decide; onClose: () => void }

/** What is written and ticked in the dialog, and what comes of confirming it. */
function useDecision({ action, next, decide, ...props }: DialogProps, checks: readonly Check[]) {
  const [state, setState] = useState({ reason: '', goesOn: true, accepted: false, busy: false, problem: noWords })
  const set = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }))
  const box = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { reason, goesOn, accepted, busy } = state
  const shown = usePreview(props, action, reason)
  const asksFor = !action.danger && checks.length > 0
  const send = async () => {
    set({ busy: true, problem: noWords })
    try {
      await decide(reason.trim(), shown.data?.seen ?? null, goesOn ? next : undefined)
    } catch (error) {
      set({ busy: false, problem: wordsOf(error) })
      void shown.refetch()
    }
  }
  const confirm = () => {
    if (busy) return
    if (action.reason === 'required' && !reason.trim()) {
      set({ problem: ['Write the reason first.'] })
      field.current?.focus()
    } else if (asksFor && !accepted) {
      set({ problem: ['Tick that you have looked at what is open.'] })
      box.current?.focus()
    } else if (shown.isCurrent) void send()
  }
  const problem = shown.error ? wordsOf(shown.error) : state.problem
  return { ...state, problem, set, box, field, shown, open: asksFor ? checks : [], confirm }
}

/**
 * Asks for a decision: says in figures what it will do, shows the letter that will go out, and is confirmed by Ctrl Enter
 * once that letter stands there. What the server refuses keeps it open.
 */
export function DecisionDialog(props: DialogProps) {
  const { review, pages, detail, action, onClose } = props
  const checks = (pages.useChecks ?? noChecks)(detail).filter(({ fine }) => !fine)
  const decision = useDecision(props, checks)
  const { shown, confirm, reason } = decision
  useKeys('This dialog', [{ key: 'Ctrl enter', label: action.label, run: confirm }], { dialog: true })
  return (
    <Modal opened onClose={onClose} size={1180} title={`${action.label}: ${detail.requestNumber}, ${detail.subject}`}>
      <div className={styles.dialog}>
        <div>
          {pages.Outcome && <pages.Outcome action={action} before={detail} after={shown.data?.detail ?? null} />}
          <Happens review={review} action={action} shown={shown.data} />
          <Asked {...props} decision={decision} />
          <div role="alert">
            {decision.problem.map((text) => (
              <p key={text} className={styles.refused}>
                {text}
              </p>
            ))}
          </div>
        </div>
        <Outgoing shown={shown.data} waits={action.reason === 'required' && !reason.trim()} />
      </div>
      <Foot {...props} decision={decision} />
    </Modal>
  )
}

type Deciding = DialogProps & { decision: ReturnType<typeof useDecision> }

/** What is asked of who decides: to tick what is open, and the reason. */
function Asked({ action, decision: { open, box, accepted, field, reason, set } }: Deciding) {
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
            label={`${action.label} anyway`}
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

function Foot({ action, next, onClose, decision: { goesOn, busy, shown, set, confirm } }: Deciding) {
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
        aria-disabled={!shown.isCurrent}
        data-autofocus={action.reason === 'required' ? undefined : true}
        onClick={confirm}
      >
        {action.label}
      </Button>
    </div>
  )
}

/** What else comes of the step: who is written to, and who could undo it. */
function Happens({
  review,
  action,
  shown,
}: Pick<StepProps, 'review'> & { action: Action; shown: Previewed | undefined }) {
  const { reopen } = review.flow.steps
  const people = [...new Set((shown?.mails ?? []).flatMap(({ to }) => to))]
  const closes = reopen && (action.to ?? 0) >= 5 && reopen.from.includes(action.to ?? 0)
  return (
    <section aria-label="What happens">
      <h3>What happens</h3>
      <ul className={styles.happens}>
        {people.length > 0 ? (
          <li>
            {shown?.letter ? 'The letter is kept with the record, and a mail' : 'A mail'} goes to{' '}
            {people.join(', ').replace(/\.$/, '')}.
          </li>
        ) : (
          <li>{action.confirm}</li>
        )}
        {closes && <li>The {review.noun} closes. Only an administrator can open it again.</li>}
      </ul>
    </section>
  )
}

/** The letter, or else the mail, that goes out with the step. */
function Outgoing({ shown, waits }: { shown: Previewed | undefined; waits: boolean }) {
  const mail = shown?.mails[0]
  let content: ReactNode = (
    <p role="status" className={styles.sheet}>
      {waits ? 'The letter is shown here once the reason is written.' : 'The letter is being drawn up.'}
    </p>
  )
  if (shown?.letter) content = <LetterSheet letter={shown.letter} />
  else if (mail)
    content = (
      <article className={styles.mail} aria-label="Mail">
        <strong>{mail.subject}</strong>
        {`\n\n${mail.text}`}
      </article>
    )
  else if (shown) content = <p className={styles.sheet}>No letter and no mail goes out.</p>
  return (
    <section>
      <h3>{mail && !shown?.letter ? 'Mail' : 'Letter'}</h3>
      <div className={styles.letter}>{content}</div>
    </section>
  )
}
