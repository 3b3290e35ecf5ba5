import { lazy } from 'react'
import { Link } from 'react-router'
import type { PropertyDetail } from './types.ts'
import { getPropertyPath } from './words.ts'

const LocationMap = lazy(() => import('./LocationMap.tsx'))

/** The map of a property and its surroundings, or only its address if it has no coordinates. */
export function NearbyCard({ detail }: { detail: PropertyDetail }) {
  const { propertyId, address, city, state, zip, latitude, longitude } = detail
  if (latitude !== null && longitude !== null) return <LocationMap detail={detail} overview />
  const place = [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <p>
      {place || 'No address yet.'}{' '}
      {detail.canEdit && <Link to={getPropertyPath(propertyId, 'Details')}>Set the place</Link>}
    </p>
  )
}
