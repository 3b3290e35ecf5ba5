import { Suspense } from 'react'
import { Link } from 'react-router'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { Screen, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { adminLinks } from './administered.ts'
import styles from './administration.module.css'
import { Health } from './Health.tsx'

/**
 * The administration screen: links to what an administrator manages, the state of the portal, and every
 * mail it has written.
 */
export default function Administration() {
  const parts = tabsOn('administration', {}, [{ label: 'Health', order: 10, content: <Health /> }])
  return (
    <Screen title="Administration">
      <AgencyOnly admin>
        <ul className={styles.places}>
          {adminLinks().map((place) => (
            <li key={place.to}>
              <Link to={place.to}>{place.label}</Link>
              <p>{place.text}</p>
            </li>
          ))}
        </ul>
        <Suspense fallback={<ScreenSkeleton />}>{Object.values(parts)}</Suspense>
      </AgencyOnly>
    </Screen>
  )
}
