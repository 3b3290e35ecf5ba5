import { type KeyboardEvent, useState } from 'react'
import { Link } from 'react-router'
import { formatDate } from '#kernel/model/dates.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { type AnsweredQuestion, findUnexplainedAnswers } from '../model/checklist.ts'
import type { Answer } from '../model/questions.ts'
import { getReportCardPlace } from './Formula.tsx'
import styles from './reportCard.module.css'
import { StoredText } from './StoredText.tsx'
import type { CardWriting } from './useCard.ts'

const choices = [
  ['yes', 'Yes', 'y'],
  ['no', 'No', 'n'],
  ['na', 'N/A', 'a'],
] as const satisfies readonly (readonly [Answer, string, string])[]
const rank = ({ answer }: AnsweredQuestion) => (answer === null ? 0 : answer === 'no' ? 1 : 2)

const getRow = (id: string) => document.getElementById(`answer-${id}`)
/** Returns the id of the question that has the focus. */
const getFocusedQuestion = () =>
  document.activeElement?.closest<HTMLElement>('[data-question]')?.dataset.question
/** Returns the one button of a question that the Tab key focuses. */
const getFocusableButton = (id: string) => getRow(id)?.querySelector<HTMLElement>('button[tabindex="0"]')

/**
 * Shows the questions in their initial order: unanswered ones first, then No. Those that the portal
 * answered with Yes are folded away.
 */
export function Checklist({ writing: { view, answer, comment } }: { writing: CardWriting }) {
  const [order] = useState(() => view.checklist.toSorted((a, b) => rank(a) - rank(b)).map((item) => item.id))
  const [initiallyFolded] = useState(
    () =>
      new Set(
        view.checklist
          .filter((item) => item.answer === 'yes' && item.from === 'portal')
          .map((item) => item.id),
      ),
  )
  const [isUnfolded, setUnfolded] = useState(false)
  const itemIds = view.checklist.map((item) => item.id)
  const ids = [...order.filter((id) => itemIds.includes(id)), ...itemIds.filter((id) => !order.includes(id))]
  const rows = ids.flatMap((id) => view.checklist.find((item) => item.id === id) ?? [])
  const isFolded = ({ id, answer, from }: AnsweredQuestion) =>
    !isUnfolded && initiallyFolded.has(id) && answer === 'yes' && from === 'portal'
  const foldedCount = rows.filter(isFolded).length
  useAnswerKeys(
    rows.filter((row) => !isFolded(row)).map((row) => row.id),
    (id, value) => view.open && void answer(id, value),
  )
  return (
    <Section
      title="Checklist"
      aside={
        <>
          <Sources rows={rows} />
          {(foldedCount > 0 || isUnfolded) && (
            <LinkButton aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)} data-noprint>
              {isUnfolded ? 'Fold questions that the portal answers Yes' : `${foldedCount} more, all Yes`}
            </LinkButton>
          )}
        </>
      }
    >
      <div className={styles.checklist}>
        {rows.map((row) => (
          <Question
            key={row.id}
            one={row}
            view={view}
            answer={answer}
            comment={comment}
            folded={isFolded(row)}
          />
        ))}
      </div>
    </Section>
  )
}

/** Shows how many questions are answered by the portal and by people. */
function Sources({ rows }: { rows: readonly AnsweredQuestion[] }) {
  const count = rows.filter((row) => row.answer !== null).length
  const portal = rows.filter((row) => row.from === 'portal').length
  return (
    <span className={styles.words}>
      {count} of {rows.length} answered: <span aria-hidden>●</span> {portal} from the portal,{' '}
      <span aria-hidden>○</span> {count - portal} by a person <kbd>y</kbd> <kbd>n</kbd> <kbd>a</kbd>{' '}
      <kbd>↓</kbd>
    </span>
  )
}

function useAnswerKeys(ids: readonly string[], setAnswer: (id: string, value: Answer) => void): void {
  const step = (offset: number) => {
    const id = ids[ids.indexOf(getFocusedQuestion() ?? '') + offset]
    if (id) getFocusableButton(id)?.focus()
  }
  useKeys('Checklist', [
    ...choices.map(([value, label, key]) => ({
      key,
      label: `${label}, for the question that has the focus`,
      run: () => {
        const id = getFocusedQuestion()
        if (id) setAnswer(id, value)
      },
    })),
    { key: 'ArrowDown', label: 'Next question', run: () => step(1) },
    { key: 'ArrowUp', label: 'Question before', run: () => step(-1) },
  ])
}

type QuestionProps = Pick<CardWriting, 'view' | 'answer' | 'comment'> & { one: AnsweredQuestion }

function Question({ one, view, answer, comment, folded: foldedCount }: QuestionProps & { folded: boolean }) {
  const lacksComment = findUnexplainedAnswers([one]).length > 0
  return (
    <fieldset
      id={`answer-${one.id}`}
      aria-label={one.question}
      className={styles.question}
      data-question={one.id}
      data-open={one.answer === null || undefined}
      data-folded={foldedCount || undefined}
    >
      <span title={one.question}>{one.question}</span>
      <Choices one={one} onAnswer={(value) => view.open && void answer(one.id, value)} />
      <span className={styles.source} data-missing={lacksComment || undefined}>
        <Source one={one} view={view} />
        {view.open && one.from === 'person' && (
          <>
            <StoredText
              className={styles.comment}
              size="xs"
              minRows={1}
              maxLength={1000}
              aria-label={`Comment on ${one.question}`}
              placeholder={lacksComment ? 'Say why the portal’s answer does not apply' : 'Comment'}
              error={lacksComment && 'Say why the portal’s answer does not apply.'}
              readOnly={false}
              place={`card/${view.card.afsReportCardId}/answer/${one.id}`}
              value={one.comment}
              save={comment(one.id)}
            />
            {one.portal?.answer && (
              <LinkButton onClick={() => void answer(one.id, null)}>Back to the portal’s answer</LinkButton>
            )}
          </>
        )}
        {!view.open && one.comment && <q>{one.comment}</q>}
      </span>
    </fieldset>
  )
}

/** The three answer buttons. Tab focuses one of them, and the arrow keys move between them. */
function Choices({ one, onAnswer }: { one: AnsweredQuestion; onAnswer: (value: Answer) => void }) {
  const focusableAnswer = one.answer ?? 'yes'
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (offset === undefined) return
    const buttons = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(index + offset + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
  }
  return (
    <span className={styles.choices}>
      <span aria-hidden className={styles.printed}>
        {choices.find(([value]) => value === one.answer)?.[1] ?? '–'}
      </span>
      {choices.map(([value, label]) => (
        <button
          key={value}
          type="button"
          tabIndex={value === focusableAnswer ? 0 : -1}
          aria-pressed={one.answer === value}
          data-answer={value}
          onClick={() => onAnswer(value)}
          onKeyDown={moveFocus}
        >
          {label}
        </button>
      ))}
    </span>
  )
}

function Source({ one, view: { card, people } }: Pick<QuestionProps, 'one' | 'view'>) {
  const { portal, from } = one
  const person = one.by === null ? 'a person' : (people[one.by] ?? 'a person')
  const place = portal && (portal.to ?? (portal.code && getReportCardPlace(portal.code, card)))
  const fact = portal && (place ? <Link to={place}>{portal.fact}</Link> : portal.fact)
  return (
    <>
      {from === 'nobody' && <strong className={styles.open}>○ To answer</strong>}
      {from === 'person' && (
        <span>
          ○ {person}, {formatDate(one.at, 'MM/DD/YYYY')}
        </span>
      )}
      {portal && (
        <span title={portal.fact}>
          {from === 'portal' && (
            <>
              <span aria-hidden>● </span>
              <span className="visually-hidden">From the portal: </span>
            </>
          )}
          {from !== 'portal' && portal.answer ? 'the portal: ' : ''}
          {fact}
        </span>
      )}
    </>
  )
}
