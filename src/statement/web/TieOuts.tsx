import { Link } from 'react-router'
import { LinkButton } from '#ui/frame/LinkButton.tsx'
import { figureWords, type Side, type Tied } from '../model/index.ts'
import styles from './statement.module.css'

type Go = (code: string) => void

/**
 * Every pair of figures that must agree, those that do not first, each with both figures, the difference and the way to
 * both places; those that agree fold. `explained` says that a note answers for the difference.
 */
export function TieOuts({
  ties,
  explained,
  onGo,
}: {
  ties: readonly Tied[]
  /** Left out where a note does not help. */
  explained?: (tie: Tied) => boolean
  onGo: Go
}) {
  const noted = (tie: Tied) => explained?.(tie) ?? false
  const open = ties.filter((tie) => !tie.agrees)
  const agreeing = ties.filter((tie) => tie.agrees)
  return (
    <section aria-label="Tie-outs" className={styles.ties}>
      <h2>Tie-outs {open.length > 0 && <span className={styles.differs}>{open.length} differ</span>}</h2>
      {open.map((tie) => (
        <div key={tie.id} className={styles.tie} data-stops={(tie.stops && !noted(tie)) || undefined}>
          <strong>{tie.title}</strong>
          <dl className={styles.parts}>
            <Figure side={tie.left} unit={tie.unit} onGo={onGo} />
            <Figure side={tie.right} unit={tie.unit} onGo={onGo} />
            <div className={styles.sum}>
              <dt>Difference</dt>
              <dd>{figureWords(tie.difference, tie.unit)}</dd>
            </div>
          </dl>
          <span className={styles.from}>
            {[
              tie.hint,
              noted(tie)
                ? 'Explained in its note.'
                : tie.stops
                  ? `Correct it${explained ? ', or explain it in a note' : ' before it is submitted'}.`
                  : 'May be submitted so.',
              `Rule ${tie.id}.`,
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        </div>
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

type FigureProps = { side: Side; unit: Tied['unit']; onGo: Go }

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
            {of.map((one, at) => (
              <div key={at}>
                {one.label}: {figureWords(one.cents, unit)}
              </div>
            ))}
          </details>
        )}
      </dt>
      <dd>{figureWords(cents, unit)}</dd>
    </div>
  )
}
