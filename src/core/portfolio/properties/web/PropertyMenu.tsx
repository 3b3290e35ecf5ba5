import { Link, useLocation } from 'react-router'
import { hasPermission } from '#kernel/model/access.ts'
import { useSession } from '#ui/frame/hooks.ts'
import styles from './PropertyHeader.module.css'
import { getPropertyPlaces } from './places.ts'

/**
 * The menu of a property's screens on a phone, which the header opens. Wider screens have other links to
 * them.
 */
export function PropertyMenu({ propertyId }: { propertyId: number }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const places = getPropertyPlaces().filter(
    ({ permission }) => !permission || hasPermission(session, permission, 'read', propertyId),
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
