import { Link, useLocation } from 'react-router'
import { holds } from '#kernel/model/access.ts'
import { useSession } from '#ui/frame/hooks.ts'
import styles from './PropertyHeader.module.css'
import { propertyPlaces } from './places.ts'

/**
 * The menu of a property's screens on a phone, which the header opens. Wider screens have other links to
 * them.
 */
export function PropertyMenu({ propertyId }: { propertyId: number }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const places = propertyPlaces().filter(
    ({ permission }) => !permission || holds(session, permission, 'read', propertyId),
  )
  return (
    <nav aria-label="This property" className={styles.menu} data-noprint>
      {places.map(({ label, to }) => (
        <Link key={label} to={to(propertyId)} aria-current={here === to(propertyId) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
