import type { RefObject } from 'react'
import { Tool } from './Tools.tsx'
import type { SearchState } from './useFind.ts'
import styles from './viewer.module.css'

/**
 * The search field of a document. Enter goes to the next match, Shift+Enter to the previous one, Escape
 * closes it.
 */
export function FindBar({
  field,
  typed,
  onType,
  found,
  onStep,
  onClose,
}: {
  field: RefObject<HTMLInputElement | null>
  typed: string
  onType: (input: string) => void
  found: SearchState
  onStep: (direction: 1 | -1) => void
  onClose: () => void
}) {
  const isEmpty = found.matches.length === 0
  const text =
    found.words === ''
      ? ''
      : found.reading
        ? 'Searching…'
        : isEmpty
          ? 'Not found'
          : `${found.currentIndex + 1} of ${found.matches.length}`
  return (
    <search className={styles.find}>
      <input
        ref={field}
        type="search"
        aria-label="Find in the document"
        placeholder="Find in the document"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
          else if (event.key === 'Escape') onClose()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <output>{text}</output>
      <Tool label="Previous match" shortcut="Shift+Enter" disabled={isEmpty} onClick={() => onStep(-1)}>
        ↑
      </Tool>
      <Tool label="Next match" shortcut="Enter" disabled={isEmpty} onClick={() => onStep(1)}>
        ↓
      </Tool>
      <Tool label="Close the search" shortcut="Esc" onClick={onClose}>
        ×
      </Tool>
    </search>
  )
}
