import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { propertyBannerStatus } from '#ground/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { PropertyBanner } from '#ui/frame/PropertyBanner.tsx'
import { RecordName } from '#ui/frame/Screen.tsx'
import { getProjectHeaderInfo } from '../model/calls.ts'
import { bannerChips } from './bannerChips.ts'
import styles from './PropertyHeader.module.css'
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
      {data && <Banner key={id} info={data} opened={pathname.toLowerCase().startsWith('/editproject/')} />}
      <RecordName value={data?.propertyName ?? ''}>{children}</RecordName>
    </>
  )
}

function Banner({ info, opened }: { info: Answer<typeof getProjectHeaderInfo>; opened: boolean }) {
  const agency = useIsAgency()
  const isAdmin = useSession().isAdmin && agency
  return (
    <div className={styles.header}>
      <PropertyBanner
        name={info.propertyName}
        number={info.propertyNumber}
        status={propertyBannerStatus(info.status, info.decontrolStatus)}
        chips={bannerChips(info, isAdmin)}
        detail={[info.city, info.county].filter(Boolean).join(', ')}
        {...(isAdmin && !opened ? { editTo: propertyPath(info.propertyId) } : {})}
      />
    </div>
  )
}
