import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import { notInPortal, problemAnswer, type Tick, tickLabel, ticks } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { blockers } from '../model/reviewRules.ts'
import styles from './rents.module.css'

type Known = Detail['known'][number]
type Answers = Readonly<Record<Tick, boolean | null>>

/** Where the source of a question is opened. */
const getSource = (tick: Tick, propertyId: number): string => {
  const property = `/EditProject/${propertyId}`
  const places: Readonly<Record<Tick, string>> = {
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

/** Returns the state of a question: the answer that counts, and whether it is a problem or blocks. */
function getTickState(tick: Tick, answers: Answers, detail: Detail) {
  const fact = detail.known.find((item) => item.tick === tick)
  const value = answers[tick] ?? fact?.value ?? null
  const blocks = blockers({ ...detail, ...answers }).some(({ field }) => field === tick)
  const problem = value !== null && value === problemAnswer[tick]
  const against = fact !== undefined && value !== fact.value
  return { known: fact, value, blocks, problem, against, open: value === null }
}

const rank = ({ blocks, open, problem, against }: ReturnType<typeof getTickState>): number =>
  blocks ? 0 : open || against ? 1 : problem ? 2 : 3

/**
 * Returns the questions, problems first, in their order when the screen was opened, so that none moves while
 * it is answered.
 */
function useOrder(detail: Detail): readonly Tick[] {
  const [order] = useState(() =>
    ticks.toSorted(
      (tick, other) => rank(getTickState(tick, detail, detail)) - rank(getTickState(other, detail, detail)),
    ),
  )
  return order
}

type Line = { tick: Tick; detail: Detail; answers: Answers; answer?: (value: boolean) => void }

/**
 * The checklist while it is answered; known answers of the portal count until the reviewer answers otherwise.
 */
export function Checklist({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const watch = useWatch({ control: form.control, name: ticks as string[] }) as (boolean | null)[]
  const answers = Object.fromEntries(ticks.map((tick, index) => [tick, watch[index] ?? null])) as Answers
  const order = useOrder(detail)
  const answer = (tick: Tick) => (value: boolean) => {
    const fact = detail.known.find((item) => item.tick === tick)
    // Choosing the portal's answer or the same answer again clears the reviewer's own.
    const next = answers[tick] === value || (answers[tick] !== null && fact?.value === value) ? null : value
    form.setValue(tick, next, { shouldDirty: true })
  }
  return (
    <Frame answers={answers} detail={detail} keys>
      {order.map((tick) => (
        <Asked key={tick} tick={tick} detail={detail} answers={answers} answer={answer(tick)} />
      ))}
    </Frame>
  )
}

/** The checklist as it was answered. */
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
  const stands = ticks.map((tick) => getTickState(tick, answers, detail))
  const [open, blocking] = [
    stands.filter((stand) => stand.open).length,
    stands.filter((stand) => stand.blocks).length,
  ]
  const against = stands.filter((stand) => stand.against).length
  return (
    <section aria-label="Checklist" className={styles.part} id="checklist">
      <div className={styles.head}>
        <h2>Checklist</h2>
        <span className={styles.quiet}>
          {`${detail.known.length} of ${ticks.length} answered by the portal: ● portal ○ you`}
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

function Asked(line: Line) {
  const fault = useFault(line.tick)
  useLabel(line.tick, tickLabel(line.tick))
  return <ChecklistLine {...line} fault={fault} />
}

/** Why nothing is known of a question. */
const unknownWords = (tick: Tick): string =>
  tick in notInPortal
    ? `${notInPortal[tick]}: not in this portal. Look it up.`
    : 'Not known to the portal. Look it up.'

const getFact = (tick: Tick, tickFact: Known | undefined, decided: boolean): string =>
  tickFact ? `${tickFact.source}: ${tickFact.fact}` : decided ? '' : unknownWords(tick)

function ChecklistLine({ tick, detail, answers, answer, fault }: Line & { fault?: string | undefined }) {
  const stand = getTickState(tick, answers, detail)
  const navigate = useNavigate()
  const source = getSource(tick, detail.propertyId)
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
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
  const { blocks, open, problem, against, known: tickFact } = stand
  const warns = blocks || problem || against
  const fact = fault ?? getFact(tick, tickFact, detail.decided !== null)
  return (
    <li data-tone={blocks ? 'red' : open || fault || against ? 'yellow' : undefined} onKeyDown={press}>
      <span aria-hidden className={open || !warns ? styles.fine : styles.blocks}>
        {open ? '○' : blocks ? '✗' : warns ? '!' : '✓'}
      </span>
      <strong>{tickLabel(tick)}</strong>
      <span title={fact}>
        <span aria-hidden>{tickFact ? '● ' : '○ '}</span>
        {fact}
        {blocks && <span className={styles.blocks}> blocks approval</span>}
        {against && tickFact && (
          <span className={styles.blocks}> the portal says {tickFact.value ? 'yes' : 'no'}</span>
        )}
      </span>
      <AnswerButtons tick={tick} detail={detail} stand={stand} answer={answer} />
      {source ? (
        <Link to={source} aria-label={`Open: ${tickLabel(tick)}`}>
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
}: Pick<Line, 'tick' | 'detail' | 'answer'> & { stand: ReturnType<typeof getTickState> }) {
  const label = tickLabel(tick)
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

function AnswerGroup({ label, tick, children }: { label: string; tick: Tick; children: ReactNode }) {
  const { id } = useFormParts()
  return (
    <fieldset className={styles.answer} aria-label={label} id={fieldId(id, tick)} tabIndex={-1}>
      {children}
    </fieldset>
  )
}

const focusLine = (line: Element | null) => line?.querySelector<HTMLElement>('button, a')?.focus()
