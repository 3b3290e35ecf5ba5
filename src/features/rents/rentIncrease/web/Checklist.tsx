import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import type { ReviewValues } from '#engines/review/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import type { RentIncrease } from '../model/entities.ts'
import {
  type ChecklistItem,
  checklistItems,
  getChecklistLabel,
  notInPortal,
  problemAnswer,
} from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { findBlockers } from '../model/reviewRules.ts'
import styles from './rents.module.css'

type PortalFact = Detail['known'][number]
type Answers = Readonly<Record<ChecklistItem, boolean | null>>

/** Returns the address where the source of a question can be opened; empty if there is none. */
const getSourceAddress = (tick: ChecklistItem, propertyId: number): string => {
  const property = `/EditProject/${propertyId}`
  const places: Readonly<Record<ChecklistItem, string>> = {
    budgetApproved: `/budget/list/project/${propertyId}`,
    openInspection: `/inspection/list/${propertyId}`,
    aodNonComplianceIssues: `/todolist/property/${propertyId}`,
    mitasOpenIssues: property,
    r4rBalanceTooLow: `/ReplacementReserveList/${propertyId}`,
    findingsInNonComplianceLog: property,
    afsReviewed: `/afs/list/single/${propertyId}`,
    rentRollRevied: '',
    extendedUsePeriod: property,
    sec42Requirements: `${property}?tab=Average%20income`,
  }
  return places[tick]
}

/**
 * Returns the state of a question: the answer that counts, whether it is a problem, blocks the approval, or
 * differs from the portal's.
 */
function getTickState(tick: ChecklistItem, answers: Answers, detail: Detail) {
  const fact = detail.known.find((item) => item.tick === tick)
  const value = answers[tick] ?? fact?.value ?? null
  const blocks = findBlockers({ ...detail, ...answers }).some(({ field }) => field === tick)
  const problem = value !== null && value === problemAnswer[tick]
  const against = fact !== undefined && value !== fact.value
  return { known: fact, value, blocks, problem, against, open: value === null }
}

const getUrgency = ({ blocks, open, problem, against }: ReturnType<typeof getTickState>): number =>
  blocks ? 0 : open || against ? 1 : problem ? 2 : 3

/**
 * Returns the questions, problems first. The order remains as it was when the screen opened, so that none
 * moves while it is answered.
 */
function useOrder(detail: Detail): readonly ChecklistItem[] {
  const [order] = useState(() =>
    checklistItems.toSorted(
      (tick, other) =>
        getUrgency(getTickState(tick, detail, detail)) - getUrgency(getTickState(other, detail, detail)),
    ),
  )
  return order
}

type LineProps = { tick: ChecklistItem; detail: Detail; answers: Answers; answer?: (value: boolean) => void }

/**
 * The checklist while the reviewer answers it. The portal's answers count until the reviewer gives another.
 */
export function Checklist({ detail }: { detail: Detail }) {
  const { form } = useFormParts<ReviewValues<typeof RentIncrease>>()
  const inputValues = useWatch({ control: form.control, name: checklistItems })
  const answers = Object.fromEntries(
    checklistItems.map((tick, index) => [tick, inputValues[index] ?? null]),
  ) as Answers
  const order = useOrder(detail)
  const answer = (tick: ChecklistItem) => (value: boolean) => {
    const fact = detail.known.find((item) => item.tick === tick)
    // Choosing the portal's answer, or the reviewer's own again, clears the reviewer's.
    const next = answers[tick] === value || (answers[tick] !== null && fact?.value === value) ? null : value
    form.setValue(tick, next, { shouldDirty: true })
  }
  return (
    <Frame answers={answers} detail={detail} keys>
      {order.map((tick) => (
        <EditableLine key={tick} tick={tick} detail={detail} answers={answers} answer={answer(tick)} />
      ))}
    </Frame>
  )
}

/** The checklist with its stored answers, read only. */
export function AnsweredChecklist({ detail }: { detail: Detail }) {
  const order = useOrder(detail)
  return (
    <Frame answers={detail} detail={detail}>
      {order.map((tick) => (
        <ChecklistLine key={tick} tick={tick} detail={detail} answers={detail} />
      ))}
    </Frame>
  )
}

type FrameProps = { answers: Answers; detail: Detail; keys?: boolean; children: ReactNode }

function Frame({ answers, detail, keys = false, children }: FrameProps) {
  const states = checklistItems.map((tick) => getTickState(tick, answers, detail))
  const [open, blocking] = [
    states.filter((state) => state.open).length,
    states.filter((state) => state.blocks).length,
  ]
  const against = states.filter((state) => state.against).length
  return (
    <section aria-label="Checklist" className={styles.part} id="checklist">
      <div className={styles.head}>
        <h2>Checklist</h2>
        <span className={styles.quiet}>
          {`${detail.known.length} of ${checklistItems.length} answered by the portal: ● portal ○ you`}
        </span>
        {blocking > 0 && <span className={styles.blocks}>{plural(blocking, 'blocks', 'block')}</span>}
        {against > 0 && <span className={styles.blocks}>{`${against} against the portal`}</span>}
        {open > 0 && <span className={styles.blocks}>{`${open} to answer`}</span>}
        {keys && (
          <span className={styles.tools}>
            <span>
              <kbd>y</kbd> yes <kbd>n</kbd> no <kbd>o</kbd> open the source
            </span>
          </span>
        )}
      </div>
      <ul className={styles.lines}>{children}</ul>
    </section>
  )
}

function EditableLine(line: LineProps) {
  const fault = useFault(line.tick)
  useLabel(line.tick, getChecklistLabel(line.tick))
  return <ChecklistLine {...line} fault={fault} />
}

/** Returns why the portal has no answer to a question. */
const explainMissingFact = (tick: ChecklistItem): string =>
  tick in notInPortal
    ? `${notInPortal[tick]}: not in this portal. Look it up.`
    : 'Not known to the portal. Look it up.'

const getFactText = (tick: ChecklistItem, tickFact: PortalFact | undefined, decided: boolean): string =>
  tickFact ? `${tickFact.source}: ${tickFact.fact}` : decided ? '' : explainMissingFact(tick)

function ChecklistLine({ tick, detail, answers, answer, fault }: LineProps & { fault?: string | undefined }) {
  const state = getTickState(tick, answers, detail)
  const navigate = useNavigate()
  const source = getSourceAddress(tick, detail.propertyId)
  const handleKey = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { currentTarget: line } = event
    const run = {
      y: answer && (() => answer(true)),
      n: answer && (() => answer(false)),
      o: source ? () => void navigate(source) : undefined,
      arrowdown: () => focusLine(line.nextElementSibling),
      arrowup: () => focusLine(line.previousElementSibling),
    }[event.key.toLowerCase()]
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const { blocks, open, problem, against, known: tickFact } = state
  const warns = blocks || problem || against
  const fact = fault ?? getFactText(tick, tickFact, detail.decided !== null)
  return (
    <li data-tone={blocks ? 'red' : open || fault || against ? 'yellow' : undefined} onKeyDown={handleKey}>
      <span aria-hidden className={open || !warns ? styles.fine : styles.blocks}>
        {open ? '○' : blocks ? '✗' : warns ? '!' : '✓'}
      </span>
      <strong>{getChecklistLabel(tick)}</strong>
      <span title={fact}>
        <span aria-hidden>{tickFact ? '● ' : '○ '}</span>
        {fact}
        {blocks && <span className={styles.blocks}> blocks approval</span>}
        {against && tickFact && (
          <span className={styles.blocks}> the portal says {tickFact.value ? 'yes' : 'no'}</span>
        )}
      </span>
      <AnswerButtons tick={tick} detail={detail} stand={state} answer={answer} />
      {source ? (
        <Link to={source} aria-label={`Open: ${getChecklistLabel(tick)}`}>
          Open
        </Link>
      ) : (
        <span />
      )}
    </li>
  )
}

function AnswerButtons({
  tick,
  stand: { value, known: tickFact },
  answer,
}: Pick<LineProps, 'tick' | 'detail' | 'answer'> & { stand: ReturnType<typeof getTickState> }) {
  const label = getChecklistLabel(tick)
  if (!answer) return <span>{value === null ? 'Not answered' : value ? 'Yes' : 'No'}</span>
  return (
    <AnswerGroup label={label} tick={tick}>
      {([true, false] as const).map((item) => (
        <button
          key={String(item)}
          type="button"
          aria-pressed={value === item}
          title={tickFact?.value === item ? 'What the portal says' : undefined}
          onClick={() => answer(item)}
        >
          {item ? 'Yes' : 'No'}
        </button>
      ))}
    </AnswerGroup>
  )
}

function AnswerGroup({ label, tick, children }: { label: string; tick: ChecklistItem; children: ReactNode }) {
  const { id } = useFormParts()
  return (
    <fieldset className={styles.answer} aria-label={label} id={fieldId(id, tick)} tabIndex={-1}>
      {children}
    </fieldset>
  )
}

const focusLine = (line: Element | null) => line?.querySelector<HTMLElement>('button, a')?.focus()
