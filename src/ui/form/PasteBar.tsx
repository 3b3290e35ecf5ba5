import { Button, Group } from '@mantine/core'
import { useId, useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import type { ResolvedColumn } from './lines.ts'
import css from './paste.module.css'
import type { Paste, usePaste } from './usePaste.ts'

/** The largest number of words that the result names. */
const MOST_NAMED = 3

const listLabels = (labels: readonly string[]): string =>
  labels.length <= MOST_NAMED
    ? labels.join(', ')
    : `${labels.slice(0, MOST_NAMED).join(', ')} and ${labels.length - MOST_NAMED} more`

/** Describes the result of a paste, in one line. */
function describePaste(
  { keys, taken, fresh, unread, left }: Paste,
  noun: string,
  columns: readonly ResolvedColumn[],
): string {
  const entryNoun =
    columns.map((column) => column.facts.creatable).find((creatable) => typeof creatable === 'string') ??
    'entry'
  const parts = [
    `Pasted ${plural(keys.length, noun.toLowerCase(), `${noun.toLowerCase()}s`)}`,
    taken.length > 0 &&
      `${plural(taken.length, 'word', 'words')} matched: ${listLabels(taken.map((takenWord) => `“${takenWord.typed}” → ${takenWord.taken}`))}`,
    fresh.length > 0 &&
      `${plural(fresh.length, `new ${entryNoun}`, `new ${entryNoun}s`)}: ${listLabels(fresh)}`,
    unread.length > 0 && `${plural(unread.length, 'cell', 'cells')} to correct, marked red`,
    left > 0 && `${plural(left, 'row', 'rows')} left out, the list is full`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Shows the result of a paste: how it was read, the matched columns, and a button to undo it. */
export function PasteBar({
  columns,
  paste,
  matchAnew,
  undo,
  close,
  noun,
}: { noun: string; columns: readonly ResolvedColumn[]; paste: Paste } & Pick<
  ReturnType<typeof usePaste>,
  'matchAnew' | 'undo' | 'close'
>) {
  // Columns that were matched only by their order are shown, so that people check them.
  const [isShown, setIsShown] = useState(paste.from.headings === null)
  const id = useId()
  return (
    <div className={css.paste} data-noprint>
      <Group gap="xs">
        <span role="status">{describePaste(paste, noun, columns)}</span>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setIsShown(!isShown)}
        >
          Columns
        </Button>
        <Button size="compact-sm" variant="default" onClick={undo}>
          Undo paste
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={close}>
          Done
        </Button>
      </Group>
      {isShown ? <Matches id={id} columns={columns} paste={paste} matchAnew={matchAnew} /> : null}
    </div>
  )
}

/** Shows each pasted column next to its matched column, which can be changed. */
function Matches({
  id,
  columns,
  paste: { from },
  matchAnew,
}: { id: string; columns: readonly ResolvedColumn[]; paste: Paste } & Pick<
  ReturnType<typeof usePaste>,
  'matchAnew'
>) {
  const choose = (position: number, name: string) =>
    matchAnew(
      from.places.map((place, index) => (index === position ? name || null : place === name ? null : place)),
    )
  return (
    <div id={id}>
      <p className={css.words}>
        {from.headings
          ? 'The columns were known by their headings.'
          : 'There were no headings: the columns were taken in their order.'}
      </p>
      <ul className={css.matches}>
        {from.places.map((place, index) => {
          const sample =
            from.headings?.[index]?.trim() || from.rows[0]?.[index]?.trim() || `Column ${index + 1}`
          return (
            <li key={index}>
              <span className={css.sample} id={`${id}-${index}`}>
                {sample}
              </span>
              <select
                aria-labelledby={`${id}-${index}`}
                className={css.choice}
                value={place ?? ''}
                onChange={(event) => choose(index, event.target.value)}
              >
                <option value="">Leave out</option>
                {columns.map((column) => (
                  <option key={column.name} value={column.name}>
                    {column.label}
                  </option>
                ))}
              </select>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** A text area to paste rows into, if no cell has the cursor, for instance on a phone. */
export function PasteHere({ take, onClose }: { take: (text: string) => boolean; onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const read = (pastedText: string) => {
    if (take(pastedText)) onClose()
    else setRefused(true)
  }
  return (
    <div className={css.paste} data-noprint>
      <label htmlFor={id}>Copy the rows in Excel, with their headings or without, and paste them here.</label>
      <textarea
        id={id}
        ref={(box) => box?.focus()}
        rows={4}
        className={css.text}
        value={text}
        aria-describedby={refused ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (text !== '' || !pasted.includes('\t')) return
          event.preventDefault()
          read(pasted)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
      />
      {refused ? (
        <div id={`${id}-error`} className={css.error}>
          These are no rows of a spreadsheet: cells are parted by tabs.
        </div>
      ) : null}
      <Group gap="xs">
        <Button size="compact-sm" onClick={() => read(text)}>
          Add rows
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}
