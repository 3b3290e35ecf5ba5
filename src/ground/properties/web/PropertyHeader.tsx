import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router'
import { propertyBannerStatus } from '#ground/lookups/model/index.ts'
import { queryOf } from '#kernel/web/queries.ts'
import { useIsAgency, useSession } from '#ui/frame/hooks.ts'
import { PropertyBanner } from '#ui/frame/PropertyBanner.tsx'
import { getProjectHeaderInfo } from '../model/calls.ts'
import { bannerChips } from './bannerChips.ts'
import styles from './PropertyHeader.module.css'
import { PropertyMenu } from './PropertyMenu.tsx'
import { propertyPath } from './words.ts'

/**
 * The banner of the property that the address names by propertyId or projectId (BAN-01). Nothing where it names none,
 * a property that cannot be seen, or the template of a new one.
 */
export function PropertyHeader() {
  const { propertyId, projectId } = useParams()
  const { pathname } = useLocation()
  const asTemplate = pathname.toLowerCase().startsWith('/newproject/')
  const id = asTemplate ? 0 : Number(propertyId ?? projectId ?? 0)
  return id > 0 ? <Banner key={id} propertyId={id} opened={pathname.toLowerCase().startsWith('/editproject/')} /> : null
}

function Banner({ propertyId, opened }: { propertyId: number; opened: boolean }) {
  const agency = useIsAgency()
  const isAdmin = useSession().isAdmin && agency
  const { data } = useQuery({ ...queryOf(getProjectHeaderInfo, { params: { propertyId } }), retry: false })
  if (!data) return null
  return (
    <div className={styles.header}>
      <PropertyBanner
        name={data.propertyName}
        number={data.propertyNumber}
        status={propertyBannerStatus(data.status, data.decontrolStatus)}
        chips={bannerChips(data, isAdmin)}
        detail={[data.city, data.county].filter(Boolean).join(', ')}
        {...(isAdmin && !opened ? { editTo: propertyPath(propertyId) } : {})}
      />
      <PropertyMenu propertyId={propertyId} />
    </div>
  )
}
