import { formatDecimals } from '#ui/form/display.ts'
import type { ApplicationDetail } from '../model/applications.ts'
import { reachesPassMark } from '../model/score.ts'
import styles from './certification.module.css'

/** Formats a mark or score with one decimal; a dash without one. */
export const formatScore = (value: number | null): string => (value === null ? '—' : formatDecimals(value, 1))

/**
 * A table of the score: mark, weight and points of each part, and whether the total reaches the pass mark.
 */
export function ScoreTable({ standing }: { standing: NonNullable<ApplicationDetail['standing']> }) {
  const { total, passMark, parts } = standing
  return (
    <table className={styles.score}>
      <caption className="visually-hidden">Score in its parts</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" className={styles.figure}>
            Mark
          </th>
          <th scope="col" className={styles.figure}>
            Weight
          </th>
          <th scope="col" className={styles.figure}>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.name}>
            <th scope="row">
              {part.label}
              <span className={styles.source}>{part.source}</span>
            </th>
            <td className={styles.figure}>{formatScore(part.mark)}</td>
            <td className={styles.figure}>{part.weight}</td>
            <td className={styles.figure}>{formatScore(part.points)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={3}>
            Score
            <span className={styles.source}>
              {total === null
                ? 'not complete yet'
                : `${reachesPassMark(passMark, standing) ? 'at or above' : 'below'} the mark of ${passMark}${
                    total >= passMark && !reachesPassMark(passMark, standing) ? ' before it is rounded' : ''
                  }`}
            </span>
          </th>
          <td className={styles.figure}>{formatScore(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
