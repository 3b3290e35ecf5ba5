import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import css from './SearchBox.module.css'
import { useDismiss } from './useDismiss.ts'

/** A search result that can be chosen. */
export type SearchChoice = { key: string; label: string; detail?: string }
/** The results of one kind, under a heading. */
export type SearchGroup = { label: string; choices: readonly SearchChoice[] }

type SearchBoxProps = {
  label: string
  text: string
  groups: readonly SearchGroup[]
  /** The text under the results, which screen readers announce, such as "No results". */
  status: string
  inputRef: RefObject<HTMLInputElement | null>
  onText: (text: string) => void
  onChoose: (key: string) => void
}

/**
 * A box in which the user types and chooses from groups of results, by keyboard alone: the arrow keys move,
 * Enter chooses, Escape closes. The caller provides the results; `status` describes the state of the search.
 */
export function SearchBox(props: SearchBoxProps) {
  const { label, text, groups, status, inputRef, onText } = props
  const id = useId()
  const optionId = (key: string) => `${id}-${key}`
  const { open, setOpen, at: activeKey, setAt, choose, press } = useResultKeys(props, optionId)
  const box = useDismiss<HTMLDivElement>(open, () => setOpen(false))
  const isShown = open && (status !== '' || groups.some((group) => group.choices.length > 0))
  return (
    <div ref={box} className={css.box}>
      <input
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && activeKey !== null ? optionId(activeKey) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={text}
        className={css.input}
        onChange={(event) => {
          setOpen(true)
          setAt(null)
          onText(event.target.value)
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={press}
      />
      <span className={css.key} aria-hidden="true">
        /
      </span>
      <div className={css.panel} hidden={!isShown}>
        <div id={`${id}-list`} role="listbox" aria-label="Results">
          <Results groups={groups} at={activeKey} optionId={optionId} choose={choose} />
        </div>
        <p role="status" className={css.status}>
          {isShown ? status : ''}
        </p>
      </div>
    </div>
  )
}

type ResultsProps = Pick<SearchBoxProps, 'groups'> & {
  at: string | null
  optionId: (key: string) => string
  choose: (key: string) => void
}

function Results({ groups, at, optionId, choose }: ResultsProps) {
  return groups
    .filter((group) => group.choices.length > 0)
    .map((group) => (
      <fieldset key={group.label} aria-label={group.label} className={css.group}>
        <div className={css.heading} aria-hidden="true">
          {group.label}
        </div>
        {group.choices.map((choice) => (
          <Option
            key={choice.key}
            id={optionId(choice.key)}
            choice={choice}
            chosen={choice.key === at}
            choose={choose}
          />
        ))}
      </fieldset>
    ))
}

/** Manages whether the results are open and which result is active, and handles the keys. */
function useResultKeys({ groups, onText, onChoose }: SearchBoxProps, optionId: (key: string) => string) {
  const [open, setOpen] = useState(false)
  const [walkedTo, setAt] = useState<string | null>(null)
  const keys = groups.flatMap((group) => group.choices.map((choice) => choice.key))
  const place = walkedTo === null ? -1 : keys.indexOf(walkedTo)
  const choose = (key: string) => {
    setOpen(false)
    setAt(null)
    onChoose(key)
  }
  const walk = (to: number) => {
    const next = keys[(to + keys.length) % keys.length] ?? null
    setOpen(true)
    setAt(next)
    if (next) document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const close = () => {
    if (!open) onText('')
    setOpen(false)
    setAt(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const first = keys[Math.max(place, 0)]
    if (event.key === 'ArrowDown') walk(place + 1)
    else if (event.key === 'ArrowUp') walk(place < 0 ? keys.length - 1 : place - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && open && first) choose(first)
    else return
    event.preventDefault()
  }
  return { open, setOpen, at: keys[place] ?? null, setAt, choose, press }
}

function Option({
  id,
  choice,
  chosen,
  choose,
}: {
  id: string
  choice: SearchChoice
  chosen: boolean
  choose: (key: string) => void
}) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={css.option}
      // A click chooses without moving the focus from the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(choice.key)}
      onKeyDown={(event) => event.key === 'Enter' && choose(choice.key)}
    >
      <span>{choice.label}</span>
      {choice.detail && <span className={css.detail}>{choice.detail}</span>}
    </div>
  )
}
