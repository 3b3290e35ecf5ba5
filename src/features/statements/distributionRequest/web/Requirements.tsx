import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Link } from 'react-router'
import type { ReviewValues } from '#engines/review/web/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { fieldId, useFault, useFormParts, useLabel } from '#ui/form/formContext.ts'
import { HiddenText } from '#ui/frame/HiddenValue.tsx'
import { useKeys } from '#ui/frame/keys.ts'
import type { DistributionRequest } from '../model/entities.ts'
import type { Guard } from '../model/guardFacts.ts'
import styles from './distribution.module.css'

/** Returns the state of a requirement; unmet ones come first, then those to be answered. */
const getState = ({ passes }: Guard) => (passes === null ? 'open' : passes ? 'met' : 'unmet')
const labels = { unmet: 'Not met', open: 'To answer', met: 'Met' } as const
const signs = { unmet: '✕', open: '○', met: '✓' } as const
const rank = { unmet: 0, open: 1, met: 2 } as const

type Answers = ReviewValues<typeof DistributionRequest>
type AnswerName = keyof Answers

type Props = {
  guards: readonly Guard[]
  /** Set during the review: requirements that the portal cannot check are answered in their row. */
  answering?: boolean
  /** Whether the reviewer's answers are hidden from the reader. */
  isHidden?: boolean
}

/**
 * Shows every requirement of an approval in one row: its state, its proof and a link to it. Unmet ones come
 * first.
 */
export function Requirements({ guards, answering = false, isHidden = false }: Props) {
  // Keeps the initial order, so that a row does not move while it is being answered.
  const [order] = useState(() =>
    guards.toSorted((a, b) => rank[getState(a)] - rank[getState(b)]).map(({ id }) => id),
  )
  const guardIds = [...order, ...guards.map(({ id }) => id).filter((id) => !order.includes(id))]
  const rows = guardIds.flatMap((id) => guards.find((guard) => guard.id === id) ?? [])
  return (
    <section aria-label="Requirements">
      <div className={styles.head}>
        <h2>What an approval needs</h2>
        <Counts guards={guards} answering={answering} isHidden={isHidden} />
      </div>
      <table className={styles.requirements}>
        <caption className="visually-hidden">What an approval needs</caption>
        <colgroup>
          <col data-of="requirement" />
          <col data-of="state" />
          <col />
          <col data-of="where" />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Requirement</th>
            <th scope="col">State</th>
            <th scope="col">Fact</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RequirementRow key={row.id} of={row} answering={answering} isHidden={isHidden} />
          ))}
        </tbody>
      </table>
      {answering && <AnswerKeys />}
    </section>
  )
}

function Counts({ guards, answering, isHidden }: Props) {
  const count = (state: string) => guards.filter((guard) => getState(guard) === state).length
  const [unmet, open] = [count('unmet'), count('open')]
  return (
    <span className={styles.counts}>
      {unmet > 0 && <strong data-state="unmet">{unmet} not met</strong>}
      {open > 0 && !isHidden && (
        <strong data-state="open">{plural(open, 'answer', 'answers')} to give</strong>
      )}
      <span>
        {count('met')} of {guards.length} met
      </span>
      {answering && (
        <span data-noprint>
          <kbd>↓</kbd> <kbd>y</kbd> <kbd>n</kbd>
        </span>
      )}
    </span>
  )
}

function RequirementRow({
  of,
  answering,
  isHidden,
}: { of: Guard } & Required<Pick<Props, 'answering' | 'isHidden'>>) {
  const state = getState(of)
  return (
    <tr data-state={state} title={of.id}>
      <th scope="row" title={of.title}>
        <span aria-hidden className={styles.sign}>
          {signs[state]}
        </span>
        {of.title}
      </th>
      <td>
        {answering && of.field ? (
          <YesNo of={of} field={of.field as AnswerName} />
        ) : state === 'open' && isHidden ? (
          <HiddenText />
        ) : (
          labels[state]
        )}
      </td>
      <td title={of.proof}>{of.proof}</td>
      <td>{of.to && <Link to={of.to}>Open</Link>}</td>
    </tr>
  )
}

/** The yes and no buttons of a requirement that the reviewer answers. */
function YesNo({ of, field: name }: { of: Guard; field: AnswerName }) {
  const { id, form, leaveField } = useFormParts<Answers>()
  const { field } = useController({ name, control: form.control })
  const fault = useFault(name)
  useLabel(name, of.title)
  const elementId = fieldId(id, name)
  return (
    <>
      <span
        role="radiogroup"
        aria-label={of.title}
        aria-describedby={fault ? `${elementId}-fault` : undefined}
        className={styles.answer}
        data-answers
      >
        {([true, false] as const).map((value) => (
          <label key={String(value)}>
            <input
              type="radio"
              id={value ? elementId : undefined}
              name={elementId}
              checked={field.value === value}
              aria-invalid={fault !== undefined || undefined}
              onChange={() => {
                field.onChange(value)
                leaveField(name)
              }}
            />
            {value ? 'Yes' : 'No'}
          </label>
        ))}
      </span>
      {fault && (
        <span id={`${elementId}-fault`} className={styles.fault}>
          {fault}
        </span>
      )}
    </>
  )
}

const groups = () => [...document.querySelectorAll<HTMLElement>('[data-answers]')]
const isOpen = (group: HTMLElement) => !group.querySelector('input:checked')
const focusGroup = (group: HTMLElement | undefined) =>
  (group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector<HTMLElement>('input'))?.focus()

/** Keyboard keys for answering the requirements: moving to the next or previous one, yes and no. */
function AnswerKeys() {
  const getFocusedGroup = () => groups().find((group) => group.contains(document.activeElement))
  const step = (offset: number) => {
    const all = groups()
    const index = all.indexOf(getFocusedGroup()!)
    focusGroup(index < 0 ? (all.find(isOpen) ?? all[0]) : all[index + offset])
  }
  const answer = (index: number) => {
    const group = getFocusedGroup()
    if (!group) return
    group.querySelectorAll('input')[index]?.click()
    focusGroup(groups().find((element) => element !== group && isOpen(element)) ?? group)
  }
  useKeys('Requirements', [
    { key: 'ArrowDown', label: 'Next answer to give', run: () => step(1) },
    { key: 'ArrowUp', label: 'Answer before', run: () => step(-1) },
    { key: 'y', label: 'Yes, and on to the next', run: () => answer(0) },
    { key: 'n', label: 'No, and on to the next', run: () => answer(1) },
  ])
  return null
}
