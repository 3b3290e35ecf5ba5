import {
  type ExtendedFeature,
  type ExtendedFeatureCollection,
  type GeoGeometryObjects,
  geoCircle,
  geoMercator,
  geoPath,
} from 'd3-geo'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { ToneName } from '../frame/palette.ts'
import { columns } from '../table/columns.tsx'
import { DataTable } from '../table/DataTable.tsx'
import styles from './CountyMap.module.css'

/**
 * A property on the map, with its position in degrees north and east. Without a position it is only in the
 * table.
 */
export type MappedProperty = {
  id: number
  name: string
  county: string
  latitude: number | null
  longitude: number | null
  /** The label of a legend entry. */
  group?: string
  to?: string
}

/** The props of a {@link CountyMap}. */
export type CountyMapProps = {
  /** The title of the map, such as 'Properties by county'. */
  label: string
  /**
   * The counties of one state; each feature's `properties.name` is the county's whole name, such as 'Boone
   * County'.
   */
  counties: ExtendedFeatureCollection<ExtendedFeature<GeoGeometryObjects, { name: string }>>
  properties: readonly MappedProperty[]
  /** The county to highlight, by name. */
  highlighted?: string
  /** The meaning of the colors of the dots. */
  legend?: readonly { label: string; color: ToneName }[]
  /**
   * Shows only the area within this many miles of a place, with a ring at that distance; the whole state by
   * default.
   */
  around?: { latitude: number; longitude: number; miles: number }
  /** A more detailed table of the same properties; it replaces the plain one. */
  children?: ReactNode
}

const milesADegree = 69
const width = 960
const height = 720
/** The area of the drawing, with a margin for dots at the edge. */
const extent: [[number, number], [number, number]] = [
  [8, 8],
  [width - 8, height - 8],
]

/** Computes the outlines of the counties and the ring around a place, scaled to the drawing. */
function useDrawing(counties: CountyMapProps['counties'], around: CountyMapProps['around']) {
  const { latitude, longitude, miles } = around ?? {}
  const ring = useMemo(() => {
    if (latitude === undefined || longitude === undefined || miles === undefined) return null
    return geoCircle()
      .center([longitude, latitude])
      .radius(miles / milesADegree)()
  }, [latitude, longitude, miles])
  const projection = useMemo(() => geoMercator().fitExtent(extent, ring ?? counties), [ring, counties])
  const outlines = useMemo(() => {
    const path = geoPath(projection).digits(1)
    return counties.features.map((county) => ({ name: county.properties.name, outline: path(county) ?? '' }))
  }, [projection, counties])
  return { ring, projection, outlines }
}

/** Draws the map. It is loaded when first needed. */
export default function CountyMapDrawing(props: CountyMapProps) {
  const { label, counties, properties, highlighted, legend = [], around, children } = props
  const { ring, projection, outlines } = useDrawing(counties, around)
  const colors = new Map(legend.map((entry) => [entry.label, entry.color]))
  return (
    <figure className={styles.figure}>
      {/* Screen readers skip the drawing, because the table below has the same data. */}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {outlines.map(({ name, outline }) => (
          <path
            key={name}
            d={outline}
            className={styles.county}
            data-highlighted={name === highlighted || undefined}
          >
            <title>{name}</title>
          </path>
        ))}
        {ring && <path d={geoPath(projection).digits(1)(ring) ?? ''} className={styles.ring} />}
        {properties.map((property) => {
          const point = getPoint(property, projection)
          return (
            point && (
              <Dot
                key={property.id}
                property={property}
                point={point}
                color={colors.get(property.group ?? '')}
                radius={ring ? 8 : 5}
              />
            )
          )
        })}
      </svg>
      <Legend legend={legend} highlighted={highlighted} />
      <figcaption className="visually-hidden">{label}, as a map and as a table</figcaption>
      {children ?? (
        <DataTable
          caption={label}
          rows={properties}
          columns={mapColumns}
          rowKey={(property) => property.id}
          height={400}
          empty="No properties on the map."
        />
      )}
    </figure>
  )
}

function getPoint(
  { latitude, longitude }: MappedProperty,
  projection: (point: [number, number]) => [number, number] | null,
) {
  return latitude === null || longitude === null ? null : projection([longitude, latitude])
}

function Dot({
  property,
  point: [x, y],
  color = 'blue',
  radius,
}: {
  property: MappedProperty
  point: [number, number]
  color?: ToneName
  radius: number
}) {
  const circle = (
    <circle cx={x} cy={y} r={radius} className={styles.dot} data-tone={color}>
      <title>{[property.name, property.group].filter(Boolean).join(', ')}</title>
    </circle>
  )
  return property.to ? (
    <Link to={property.to} tabIndex={-1}>
      {circle}
    </Link>
  ) : (
    circle
  )
}

function Legend({
  legend,
  highlighted,
}: {
  legend: NonNullable<CountyMapProps['legend']>
  highlighted?: string
}) {
  if (legend.length === 0 && !highlighted) return null
  return (
    <ul className={styles.legend} aria-label="Legend">
      {legend.map(({ label, color }) => (
        <li key={label}>
          <svg width={12} height={12} aria-hidden="true">
            <circle cx={6} cy={6} r={5} className={styles.dot} data-tone={color} />
          </svg>
          {label}
        </li>
      ))}
      {highlighted && (
        <li>
          <svg width={12} height={12} aria-hidden="true">
            <rect width={12} height={12} className={styles.county} data-highlighted />
          </svg>
          {highlighted}
        </li>
      )}
    </ul>
  )
}

const col = columns<MappedProperty>()
const mapColumns = [
  col.link(
    'Property',
    (property) => property.name,
    (property) => property.to,
  ),
  col.text('County', (property) => property.county),
  col.text('Group', (property) => property.group),
]
