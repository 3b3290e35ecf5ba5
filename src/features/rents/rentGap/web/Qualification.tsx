import { Link } from 'react-router'
import { IconAlertTriangle, IconCheck } from '#ui/frame/icons.ts'
import type { Condition } from '../model/qualification.ts'
import styles from './rentGap.module.css'

/** Shows the conditions for applying, and for each unmet one a link to where it can be resolved. */
export function Qualification({ conditions }: { conditions: readonly Condition[] }) {
  if (conditions.length === 0) return null
  const unmetCount = conditions.filter(({ met }) => !met).length
  return (
    <section aria-label="Qualification">
      <h2>{unmetCount === 0 ? 'The property qualifies' : 'The property does not qualify now'}</h2>
      <ul className={styles.conditions}>
        {conditions.map(({ words, met, path, place }) => (
          <li key={words} data-open={met ? undefined : true}>
            {met ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
            <span>
              <span className="visually-hidden">{met ? 'Met: ' : 'Not met: '}</span>
              {words} {!met && <Link to={path}>{place}</Link>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
