import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useLocation, useMatches, useParams } from 'react-router'
import { propertyBannerStatus } from '#ground/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { PropertyBanner, PropertyFacts } from '#ui/frame/PropertyBanner.tsx'
import { type Place, RecordPlace } from '#ui/frame/ScreenHeader.tsx'
import { getProjectHeaderInfo } from '../model/calls.ts'
import { bannerChips } from './bannerChips.ts'
import styles from './PropertyHeader.module.css'
import { PropertyMenu } from './PropertyMenu.tsx'
import type { Detail } from './types.ts'
import { propertyPath } from './words.ts'

const NOWHERE: Place = { name: '' }

/**
 * Gives the screens below the banner of the property that the address names by propertyId, projectId or the
 * parameter its screen declares (BAN-01); they say it in their header. Nothing where the address names none,
 * a property that cannot be seen, or the template of a new one.
 */
export function PropertyHeader({ children }: { children: ReactNode }) {
  const params = useParams()
  const declared = (useMatches().at(-1)?.handle as { property?: string } | undefined)?.property
  const { pathname } = useLocation()
  const agency = useIsAgency()
  const isAdmin = useSession().isAdmin && agency
  const lowerPath = pathname.toLowerCase()
  const id = lowerPath.startsWith('/newproject/')
    ? 0
    : Number((declared && params[declared]) ?? params.propertyId ?? params.projectId ?? 0)
  const atHome = lowerPath.startsWith('/editproject/')
  const query = buildCallQuery(getProjectHeaderInfo, { params: { propertyId: id } })
  const { data } = useQuery({ ...query, retry: false, enabled: id > 0 })
  const place = useMemo(() => (data ? getPlace(data, isAdmin, atHome) : NOWHERE), [data, isAdmin, atHome])
  return <RecordPlace value={place}>{children}</RecordPlace>
}

/** The banner of a property; on its own screen without the way there. */
function getPlace(info: Answer<typeof getProjectHeaderInfo>, isAdmin: boolean, atHome: boolean): Place {
  const { propertyId, propertyName, propertyNumber, city, county } = info
  const chips = bannerChips(info, isAdmin)
  const to = propertyPath(propertyId)
  return {
    name: propertyName,
    banner: (
      <PropertyBanner
        name={propertyName}
        number={propertyNumber}
        to={to}
        status={propertyBannerStatus(info.status, info.decontrolStatus)}
        chips={chips}
      />
    ),
    more: (
      <PropertyFacts
        name={!atHome && <Link to={to}>{propertyName}</Link>}
        number={propertyNumber}
        detail={[city, county].filter(Boolean).join(', ')}
        chips={chips}
        {...(isAdmin && !atHome ? { editTo: propertyPath(propertyId, 'Details') } : {})}
      >
        <PropertyMenu propertyId={propertyId} />
      </PropertyFacts>
    ),
  }
}

/** Below the title of the property's own screen: its whole address, who runs and who owns it. */
export function PropertyStanding({ detail }: { detail: Detail }) {
  const { address, city, state, zip, countyName, managementCompanyId, managementCompanyName } = detail
  const place = [address, city, [state, zip].filter(Boolean).join(' '), countyName].filter(Boolean).join(', ')
  return (
    <p className={styles.standing}>
      {place && <span>{place}</span>}
      {managementCompanyId !== null && (
        <span>
          managed by <Link to={`/company/false/${managementCompanyId}`}>{managementCompanyName}</Link>
        </span>
      )}
      {detail.ownerName && <span>owned by {detail.ownerName}</span>}
    </p>
  )
}
