import css from './files.module.css'

/** How many documents of a kind a line has, and how many it needs. */
export interface DocumentMark {
  kind: string
  have: number
  wanted: number
}

/** Which documents of a line are there and which are missing; each leads to their places. */
export function DocumentMarks({
  line,
  marks,
  onOpen,
}: {
  line: string
  marks: readonly DocumentMark[]
  onOpen: () => void
}) {
  return (
    <span className={css.marks}>
      {marks.map(({ kind, have, wanted }) => {
        const isComplete = have >= wanted
        const count = wanted > 1 ? ` ${have} of ${wanted}` : ''
        return (
          <button
            key={kind}
            type="button"
            className={`${css.mark} ${isComplete ? css.complete : css.missing}`}
            aria-label={`${kind} of ${line}${count}: ${isComplete ? 'attached' : 'missing'}`}
            onClick={onOpen}
          >
            {kind.toLowerCase()}
            {count} {isComplete ? '✓' : '–'}
          </button>
        )
      })}
    </span>
  )
}
