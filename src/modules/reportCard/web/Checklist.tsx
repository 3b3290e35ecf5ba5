import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Section } from '#ui/frame/Section.tsx'
import { type Answered, unexplained } from '../model/checklist.ts'
import type { Answer } from '../model/questions.ts'
import { placeOf } from './Formula.tsx'
import { KeptText } from './KeptText.tsx'
import styles from './reportCard.module.css'
import type { CardWriting } from './useCard.ts'

const choices = [
  ['yes', 'Yes', 'y'],
  ['no', 'No', 'n'],
  ['na', 'N/A', 'a'],
] as const satisfies readonly (readonly [Answer, string, string])[]
const rank = ({ answer }: Answered) => (answer === null ? 0 : answer === 'no' ? 1 : 2)

const rowOf = (id: string) => document.getElementById(`answer-${id}`)
/** The question that has the focus. */
const focused = () => document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset.question

/** The questions: those without an answer first, then No, then Yes, as they stood when the card was opened. */
export function Checklist({ writing: { view, answer, comment } }: { writing: CardWriting }) {
  const [order] = useState(() => view.checklist.toSorted((a, b) => rank(a) - rank(b)).map((one) => one.id))
  const known = view.checklist.map((one) => one.id)
  const ids = [...order.filter((id) => known.includes(id)), ...known.filter((id) => !order.includes(id))]
  const rows = ids.flatMap((id) => view.checklist.find((one) => one.id === id) ?? [])
  const done = rows.filter((one) => one.answer !== null).length
  const step = (by: number) => {
    const id = ids[ids.indexOf(focused() ?? '') + by]
    if (id) rowOf(id)?.querySelector('button')?.focus()
  }
  const give = (value: Answer) => {
    const id = focused()
    if (id && view.open) void answer(id, value)
  }
  useKeys('Checklist', [
    ...choices.map(([value, label, key]) => ({
      key,
      label: `${label}, for the question that has the focus`,
      run: () => give(value),
    })),
    { key: 'ArrowDown', label: 'Next question', run: () => step(1) },
    { key: 'ArrowUp', label: 'Question before', run: () => step(-1) },
  ])
  const portal = rows.filter((one) => one.from === 'portal').length
  return (
    <Section title="Checklist">
      <p className={styles.words}>
        {done} of {rows.length} answered: <span aria-hidden>●</span> {portal} from the portal,{' '}
        <span aria-hidden>○</span> {done - portal} by a person
      </p>
      <div className={styles.checklist}>
        {rows.map((one) => (
          <Question key={one.id} {...{ one, view, answer, comment }} />
        ))}
      </div>
    </Section>
  )
}

type Of = Pick<CardWriting, 'view' | 'answer' | 'comment'> & { one: Answered }

function Question({ one, view, answer, comment }: Of) {
  const missing = unexplained([one]).length > 0
  return (
    <fieldset id={`answer-${one.id}`} aria-label={one.question} className={styles.question} data-question={one.id}>
      <span>{one.question}</span>
      <span className={styles.choices}>
        <span aria-hidden className={styles.printed}>
          {choices.find(([value]) => value === one.answer)?.[1] ?? '–'}
        </span>
        {choices.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={one.answer === value}
            data-answer={value}
            onClick={() => view.open && void answer(one.id, value)}
          >
            {label}
          </button>
        ))}
      </span>
      <span className={styles.source}>
        <Source one={one} view={view} />
        {view.open && one.from === 'person' && (
          <>
            <KeptText
              className={styles.comment}
              size="xs"
              maxLength={1000}
              aria-label={`Comment on ${one.question}`}
              placeholder={missing ? 'Say why the portal’s answer does not hold' : 'Comment'}
              error={missing && 'Say why the portal’s answer does not hold.'}
              readOnly={false}
              place={`card/${view.card.afsReportCardId}/answer/${one.id}`}
              value={one.comment}
              keep={comment(one.id)}
            />
            {one.portal?.answer && (
              <Button size="compact-xs" variant="subtle" onClick={() => void answer(one.id, null)}>
                Back to the portal’s answer
              </Button>
            )}
          </>
        )}
        {!view.open && one.comment && <q>{one.comment}</q>}
      </span>
    </fieldset>
  )
}

function Source({ one, view: { card, people } }: Pick<Of, 'one' | 'view'>) {
  const { portal, from } = one
  const who = one.by === null ? 'a person' : (people[one.by] ?? 'a person')
  const fact = portal && (portal.to ?? (portal.code && placeOf(portal.code, card)))
  const told = portal && (fact ? <Link to={fact}>{portal.fact}</Link> : portal.fact)
  return (
    <>
      {from === 'nobody' && <strong className={styles.open}>○ To answer</strong>}
      {from === 'person' && (
        <span>
          ○ {who}, {formatDate(one.at, 'MM/DD/YYYY')}
        </span>
      )}
      {portal && (
        <span>
          {from === 'portal' ? '● From the portal: ' : portal.answer ? 'the portal: ' : ''}
          {told}
        </span>
      )}
    </>
  )
}
