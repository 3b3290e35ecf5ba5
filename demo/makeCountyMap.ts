/**
 * Writes `src/core/portfolio/properties/web/counties-geo.json`, the map of the property screens: Missouri's
 * 115 counties (114 and the City of St. Louis) as compact GeoJSON, cut from the Census Bureau's boundaries in
 * the `us-atlas` package. Run again only when that package changes: `node demo/makeCountyMap.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

type Ring = number[][]
type CountyShape = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] }

/**
 * Rounds degrees to three decimals, which are about a hundred meters. That is enough for a county map and a
 * third of the size.
 */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1000) / 1000

/** Rounds the points of a ring, and removes points that are equal to the previous one. */
function roundRing(ring: Ring): Ring {
  const rounded = ring.map((point) => point.map(roundDegrees))
  return rounded.filter((point, index) => {
    const previous = rounded[index - 1]
    return !previous || previous[0] !== point[0] || previous[1] !== point[1]
  })
}

function roundShape(shape: CountyShape): CountyShape {
  return shape.type === 'Polygon'
    ? { type: 'Polygon', coordinates: shape.coordinates.map(roundRing) }
    : { type: 'MultiPolygon', coordinates: shape.coordinates.map((polygon) => polygon.map(roundRing)) }
}

/**
 * Returns the full name of a county. The atlas leaves out the word County, and St. Louis City is a county of
 * its own.
 */
const getFullName = (fips: string, name: string): string =>
  fips === '29510' ? 'St. Louis City' : `${name} County`

const atlasFile = fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json'))
const atlas = JSON.parse(readFileSync(atlasFile, 'utf8')) as Topology<{
  counties: GeometryCollection<{ name: string }>
}>
const missouri = feature(atlas, atlas.objects.counties)
  .features.filter((county) => String(county.id).startsWith('29'))
  .sort((a, b) => String(a.id).localeCompare(String(b.id)))
  .map((county) => ({
    type: 'Feature',
    properties: { fips: String(county.id), name: getFullName(String(county.id), county.properties.name) },
    geometry: roundShape(county.geometry as CountyShape),
  }))
const lines = missouri.map((county) => JSON.stringify(county)).join(',\n')
writeFileSync(
  new URL('../src/core/portfolio/properties/web/counties-geo.json', import.meta.url),
  `{"type":"FeatureCollection","source":"County boundaries of the U.S. Census Bureau (us-atlas 3.0.1), three decimals","features":[\n${lines}\n]}\n`,
)
console.log(`${missouri.length} counties written`)
