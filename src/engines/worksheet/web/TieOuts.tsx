import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { formatTieOutFigure, type Side, type TieOutResult } from '../model/index.ts'
import type { SheetSide } from './StatementSheet.tsx'
import styles from './statement.module.css'
import type { GoToAccount } from './useGoToAccount.ts'

type TiesProps = {
  ties: readonly TieOutResult[]
  /** Returns whether a note explains a difference; left out where a note is not allowed. */
  isExplained?: (tie: TieOutResult) => boolean
  /** Whether nothing was entered yet, so that nothing is compared. */
  untouched?: boolean
}

/** Returns the panel of tie-outs at the right of a worksheet; `more` is shown above them. */
export const createTieOutPanel = ({ more, ...props }: TiesProps & { more?: ReactNode }): SheetSide => ({
  label: 'Tie-outs',
  open: props.untouched ? 0 : props.ties.filter((tie) => !tie.agrees).length,
  content: (go) => (
    <>
      {more}
      <TieOuts {...props} onGo={go} />
    </>
  ),
})

/**
 * Lists every tie-out, those with a difference first, each with both figures, the difference and links to
 * both places; those that agree are folded.
 */
export function TieOuts({
  ties,
  isExplained: explained,
  untouched = false,
  onGo,
}: TiesProps & { onGo: GoToAccount }) {
  const isExplained = (tie: TieOutResult) => explained?.(tie) ?? false
  if (untouched)
    return (
      <section aria-label="Tie-outs" className={styles.ties}>
        <p className={styles.from}>Not begun. What must agree is compared once figures are entered.</p>
      </section>
    )
  const open = ties.filter((tie) => !tie.agrees)
  const agreeing = ties.filter((tie) => tie.agrees)
  return (
    <section aria-label="Tie-outs" className={styles.ties}>
      <h2>{open.length > 0 ? <span className={styles.differs}>{open.length} differ</span> : 'All agree'}</h2>
      {open.map((tie) => (
        <Differing
          key={tie.id}
          tie={tie}
          noted={isExplained(tie)}
          notes={explained !== undefined}
          onGo={onGo}
        />
      ))}
      {agreeing.length > 0 && (
        <details>
          <summary>✓ {agreeing.length} agree</summary>
          <dl className={styles.parts}>
            {agreeing.map(({ id, title, left, unit }) => (
              <Figure key={id} side={{ ...left, label: title }} unit={unit} onGo={onGo} />
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

/** A tie-out whose figures differ; `noted` if a note explains it, `notes` if a note is allowed. */
function Differing({
  tie,
  noted,
  notes,
  onGo,
}: {
  tie: TieOutResult
  noted: boolean
  notes: boolean
  onGo: GoToAccount
}) {
  const instruction = `Correct it${notes ? ', or explain it in a note' : ' before it is submitted'}.`
  const status = noted ? 'Explained in its note.' : tie.stops ? instruction : 'May be submitted so.'
  return (
    <div className={styles.tie} data-stops={(tie.stops && !noted) || undefined}>
      <strong>{tie.title}</strong>
      <dl className={styles.parts}>
        <Figure side={tie.left} unit={tie.unit} onGo={onGo} />
        <Figure side={tie.right} unit={tie.unit} onGo={onGo} />
        <div className={styles.sum}>
          <dt>Difference</dt>
          <dd>{formatTieOutFigure(tie.difference, tie.unit)}</dd>
        </div>
      </dl>
      <span className={styles.from}>{[tie.hint, status, `Rule ${tie.id}.`].filter(Boolean).join(' ')}</span>
    </div>
  )
}

type FigureProps = { side: Side; unit: TieOutResult['unit']; onGo: GoToAccount }

function Figure({ side: { label, cents, code, to, of = [] }, unit, onGo }: FigureProps) {
  return (
    <div>
      <dt>
        {code ? (
          <LinkButton data-print onClick={() => onGo(code)}>
            {label}
          </LinkButton>
        ) : to ? (
          <Link to={to}>{label}</Link>
        ) : (
          label
        )}
        {of.length > 1 && (
          <details className={styles.from}>
            <summary>Made of {of.length} figures</summary>
            {of.map((item, index) => (
              <div key={index}>
                {item.label}: {formatTieOutFigure(item.cents, unit)}
              </div>
            ))}
          </details>
        )}
      </dt>
      <dd>{formatTieOutFigure(cents, unit)}</dd>
    </div>
  )
}
