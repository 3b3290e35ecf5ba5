import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { propertyBannerStatus } from '#ground/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { queryOf, useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { PropertyBanner } from '#ui/frame/PropertyBanner.tsx'
import { RecordName } from '#ui/frame/Screen.tsx'
import { getProjectHeaderInfo } from '../model/calls.ts'
import { bannerChips } from './bannerChips.ts'
import styles from './PropertyHeader.module.css'
import { PropertyMenu } from './PropertyMenu.tsx'
import type { Detail } from './types.ts'
import { propertyPath } from './words.ts'

/**
 * The banner of the property that the address names by propertyId or projectId (BAN-01), above the screen, which is
 * told its name. Nothing where the address names none, a property that cannot be seen, or the template of a new one.
 */
export function PropertyHeader({ children }: { children: ReactNode }) {
  const { propertyId, projectId } = useParams()
  const { pathname } = useLocation()
  const asTemplate = pathname.toLowerCase().startsWith('/newproject/')
  const id = asTemplate ? 0 : Number(propertyId ?? projectId ?? 0)
  const query = queryOf(getProjectHeaderInfo, { params: { propertyId: id } })
  const { data } = useQuery({ ...query, retry: false, enabled: id > 0 })
  return (
    <>
      {data && (
        <div className={styles.header}>
          {!pathname.toLowerCase().startsWith('/editproject/') && <Banner info={data} />}
          <PropertyMenu propertyId={id} />
        </div>
      )}
      <RecordName value={data?.propertyName ?? ''}>{children}</RecordName>
    </>
  )
}

function Banner({ info }: { info: Answer<typeof getProjectHeaderInfo> }) {
  const agency = useIsAgency()
  const isAdmin = useSession().isAdmin && agency
  return (
    <PropertyBanner
      name={<Link to={propertyPath(info.propertyId)}>{info.propertyName}</Link>}
      number={info.propertyNumber}
      status={propertyBannerStatus(info.status, info.decontrolStatus)}
      chips={bannerChips(info, isAdmin)}
      detail={[info.city, info.county].filter(Boolean).join(', ')}
      {...(isAdmin ? { editTo: propertyPath(info.propertyId, 'Details') } : {})}
    />
  )
}

/** The banner on the property's own screen, whose title names it: with its whole address, who runs and who owns it. */
export function PropertyStanding({ detail }: { detail: Detail }) {
  const agency = useIsAgency()
  const isAdmin = useSession().isAdmin && agency
  const { propertyId, address, city, state, zip, countyName, managementCompanyId, managementCompanyName } = detail
  const info = useCall(getProjectHeaderInfo, { params: { propertyId } })
  const place = [address, city, [state, zip].filter(Boolean).join(' '), countyName].filter(Boolean).join(', ')
  return (
    <PropertyBanner
      number={info.propertyNumber}
      status={propertyBannerStatus(info.status, info.decontrolStatus)}
      chips={bannerChips({ ...info, managementCompanyName: null }, isAdmin)}
      detail={
        <>
          {place && <span>{place}</span>}
          {managementCompanyId !== null && (
            <span>
              managed by <Link to={`/company/false/${managementCompanyId}`}>{managementCompanyName}</Link>
            </span>
          )}
          {detail.ownerName && <span>owned by {detail.ownerName}</span>}
        </>
      }
    />
  )
}
