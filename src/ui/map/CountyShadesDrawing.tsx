import { geoMercator, geoPath } from 'd3-geo'
import { useMemo } from 'react'
import { Link } from 'react-router'
import styles from './CountyMap.module.css'
import type { CountyMapProps } from './CountyMapDrawing.tsx'

/** The darkness of a county: 0 is none, and 4 is the most. */
export type Shade = 0 | 1 | 2 | 3 | 4

/** The props of {@link CountyShades}. Counties have their full names, such as `Boone County`. */
export type CountyShadesProps = {
  counties: CountyMapProps['counties']
  shades: ReadonlyMap<string, { shade: Shade; text: string; to?: string | undefined }>
}

const [width, height] = [720, 620]

/** Draws the shaded counties, which screen readers skip. It is loaded when first needed. */
export default function CountyShadesDrawing({ counties, shades }: CountyShadesProps) {
  const outlines = useMemo(() => {
    const path = geoPath(geoMercator().fitSize([width, height], counties)).digits(1)
    return counties.features.map((county) => ({ name: county.properties.name, outline: path(county) ?? '' }))
  }, [counties])
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden className={styles.shades}>
      {outlines.map(({ name, outline }) => {
        const { shade = 0, text = 'None', to } = shades.get(name) ?? {}
        const element = (
          <path key={name} d={outline} className={styles.county} data-shade={shade}>
            <title>{`${name}: ${text}`}</title>
          </path>
        )
        return to ? (
          <Link key={name} to={to} tabIndex={-1}>
            {element}
          </Link>
        ) : (
          element
        )
      })}
    </svg>
  )
}
