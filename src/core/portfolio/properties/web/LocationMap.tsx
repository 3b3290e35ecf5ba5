import { NativeSelect } from '@mantine/core'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { CountyMap, type CountyMapProps } from '#ui/map/CountyMap.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getNearbyProperties, type NearbyLine } from '../model/contentCalls.ts'
import counties from './counties-geo.json' with { type: 'json' }
import styles from './property.module.css'
import type { PropertyDetail } from './types.ts'
import { describeStatus, getPropertyPath, getStatusTone } from './words.ts'

// The cast avoids the huge type that the compiler would infer from the JSON file.
const outlines = counties as CountyMapProps['counties']
const distances = ['5', '10', '25', '50']
const HERE = 'This property'
const NEARBY = 'Nearby'
const legend = [
  { label: HERE, color: 'red' },
  { label: NEARBY, color: 'blue' },
] as const

const col = columns<NearbyLine>()
const nearbyColumns = [
  col.link(
    'Property',
    (near) => near.propertyName,
    (near) => getPropertyPath(near.propertyId),
    { width: 280 },
  ),
  col.number('Miles', (near) => near.distance, { width: 80 }),
  col.text('Number', (near) => near.propertyNumber, { width: 140 }),
  col.chip(
    'Status',
    (near) => describeStatus(near.status),
    (near) => getStatusTone(near.status),
    { width: 150 },
  ),
  col.text('City', (near) => near.city, { width: 150 }),
  col.text('County', (near) => near.county, { width: 140 }),
  col.number('Units', (near) => near.totalUnits, { total: true, width: 90 }),
]

/**
 * The map of the property's county and nearby properties, with a table of them; `overview` shows the map
 * alone. It is the default export so that the county outlines are loaded only when needed.
 */
export default function LocationMap({
  detail,
  overview = false,
}: {
  detail: PropertyDetail
  overview?: boolean
}) {
  const [miles, setMiles] = useState('10')
  const deferredMiles = Number(useDeferredValue(miles))
  const hasCoordinates = detail.latitude !== null && detail.longitude !== null
  if (overview) return <MapWithNearby detail={detail} miles={deferredMiles} overview />
  return (
    <section className={`${styles.panel} ${styles.map}`} aria-label="Nearby properties">
      <div className={styles.bar}>
        <h2>{hasCoordinates ? 'Nearby properties' : 'County'}</h2>
        {hasCoordinates && (
          <NativeSelect
            size="xs"
            aria-label="Distance"
            value={miles}
            onChange={(event) => setMiles(event.currentTarget.value)}
            data={distances.map((value) => ({ value, label: `Within ${value} miles` }))}
            data-noprint
          />
        )}
      </div>
      {!hasCoordinates && (
        <p className={styles.note}>With latitude and longitude, the properties nearby are shown here.</p>
      )}
      <MapWithNearby detail={detail} miles={deferredMiles} />
    </section>
  )
}

/** Builds the dots of the map. This property comes last, so that its dot is on top. */
const getDots = (
  { propertyId, name, latitude, longitude, countyName }: PropertyDetail,
  nearby: readonly NearbyLine[],
) => [
  ...nearby.map((near) => ({
    id: near.propertyId,
    name: near.propertyName,
    county: near.county ?? '',
    latitude: near.latitude,
    longitude: near.longitude,
    group: NEARBY,
    to: getPropertyPath(near.propertyId),
  })),
  { id: propertyId, name, county: countyName ?? '', latitude, longitude, group: HERE },
]

function MapWithNearby({
  detail,
  miles,
  overview = false,
}: {
  detail: PropertyDetail
  miles: number
  overview?: boolean
}) {
  const { propertyId, name, latitude, longitude, countyName } = detail
  const agency = useIsAgency()
  const nearby = useCall(getNearbyProperties, { params: { propertyId, miles } })
  const place = latitude === null || longitude === null ? null : { latitude, longitude }
  return (
    <CountyMap
      label={`${name} and the properties within ${miles} miles`}
      counties={outlines}
      properties={getDots(detail, nearby)}
      {...(countyName ? { highlighted: countyName } : {})}
      {...(place ? { around: { ...place, miles } } : {})}
      legend={legend}
    >
      {overview ? (
        <Link to={getPropertyPath(propertyId, 'Details')}>
          {agency
            ? `Map with ${plural(nearby.length, 'property', 'properties')} within ${miles} miles`
            : `Map with ${nearby.length} of your properties within ${miles} miles`}
        </Link>
      ) : place ? (
        <DataTable
          caption="Nearby properties"
          rows={nearby}
          columns={nearbyColumns}
          rowKey={(near) => near.propertyId}
          height={400}
          csvName="nearby-properties"
          empty={
            agency
              ? 'No other property is within this distance.'
              : 'None of your other properties is within this distance. Properties of other companies are not shown to you.'
          }
        />
      ) : (
        ''
      )}
    </CountyMap>
  )
}
