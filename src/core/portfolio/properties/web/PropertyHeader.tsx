import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useLocation, useMatches, useParams } from 'react-router'
import { getPropertyBannerStatus } from '#core/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { PropertyBanner, PropertyFacts } from '#ui/frame/PropertyBanner.tsx'
import { type Place, RecordPlace } from '#ui/frame/ScreenHeader.tsx'
import { getProjectHeaderInfo } from '../model/calls.ts'
import { getBannerChips } from './bannerChips.ts'
import styles from './PropertyHeader.module.css'
import { PropertyMenu } from './PropertyMenu.tsx'
import type { PropertyDetail } from './types.ts'
import { getPropertyPath } from './words.ts'

const NO_PLACE: Place = { name: '' }

/**
 * Provides the screens below with the banner of the property in the address (BAN-01), which they show in
 * their header. The address names it by propertyId, projectId or the parameter that the screen declares.
 * There is no banner if the address names no property, one that the user cannot see, or a template.
 */
export function PropertyHeader({ children }: { children: ReactNode }) {
  const params = useParams()
  const declaredParam = (useMatches().at(-1)?.handle as { property?: string } | undefined)?.property
  const { pathname } = useLocation()
  const agency = useIsAgency()
  const isAdmin = useSession().isAdmin && agency
  const lowerPath = pathname.toLowerCase()
  const id = lowerPath.startsWith('/newproject/')
    ? 0
    : Number((declaredParam && params[declaredParam]) ?? params.propertyId ?? params.projectId ?? 0)
  const isOwnScreen = lowerPath.startsWith('/editproject/')
  const query = buildCallQuery(getProjectHeaderInfo, { params: { propertyId: id } })
  const { data } = useQuery({ ...query, retry: false, enabled: id > 0 })
  const place = useMemo(
    () => (data ? getPlace(data, isAdmin, isOwnScreen) : NO_PLACE),
    [data, isAdmin, isOwnScreen],
  )
  return <RecordPlace value={place}>{children}</RecordPlace>
}

/** Builds the banner of a property. On the property's own screen it has no link to the property. */
function getPlace(info: Answer<typeof getProjectHeaderInfo>, isAdmin: boolean, isOwnScreen: boolean): Place {
  const { propertyId, propertyName, propertyNumber, city, county } = info
  const chips = getBannerChips(info, isAdmin)
  const to = getPropertyPath(propertyId)
  return {
    name: propertyName,
    banner: (
      <PropertyBanner
        name={propertyName}
        number={propertyNumber}
        to={to}
        status={getPropertyBannerStatus(info.status, info.decontrolStatus)}
        chips={chips}
      />
    ),
    more: (
      <PropertyFacts
        name={!isOwnScreen && <Link to={to}>{propertyName}</Link>}
        number={propertyNumber}
        detail={[city, county].filter(Boolean).join(', ')}
        chips={chips}
        {...(isAdmin && !isOwnScreen ? { editTo: getPropertyPath(propertyId, 'Details') } : {})}
      >
        <PropertyMenu propertyId={propertyId} />
      </PropertyFacts>
    ),
  }
}

/** The line below the title of a property's own screen: its address, company and owner. */
export function PropertySubtitle({ detail }: { detail: PropertyDetail }) {
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
