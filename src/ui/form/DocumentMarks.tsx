import css from './files.module.css'

/** A kind of document with the number that a line has (`have`) and needs (`wanted`). */
export interface DocumentMark {
  kind: string
  have: number
  wanted: number
}

/** Shows which documents of a line are attached or missing. A click opens the place to attach them. */
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
    <div className={css.marks}>
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
    </div>
  )
}
