import { CountyMap } from '#ui/map/CountyMap.tsx'
import { Gallery } from '../Gallery.tsx'
import { sampleCounties } from './counties.ts'

const properties = [
  {
    id: 1,
    name: 'Maple Grove Apartments',
    county: 'Boone',
    latitude: 38.951,
    longitude: -92.334,
    group: 'Active',
  },
  { id: 2, name: 'Birch Court', county: 'Callaway', latitude: 38.846, longitude: -91.948, group: 'Active' },
  { id: 3, name: 'Cedar House', county: 'Cole', latitude: 38.576, longitude: -92.173, group: 'Watched' },
  { id: 4, name: 'Dogwood Manor', county: 'Howard', latitude: 39.146, longitude: -92.684, group: 'Active' },
  { id: 5, name: 'Elm Place, without a place on the map', county: 'Cooper', latitude: null, longitude: null },
]

/** Shows maps of counties and properties. */
export function MapSamples() {
  return (
    <Gallery
      title="Map"
      text="Counties drawn from outlines of our own; below it the same properties as a table."
    >
      <CountyMap
        label="Sample properties"
        counties={sampleCounties}
        properties={properties.map((property) => ({ ...property, to: '/GridSample' }))}
        highlighted="Boone County"
        legend={[
          { label: 'Active', color: 'blue' },
          { label: 'Watched', color: 'red' },
        ]}
      />
    </Gallery>
  )
}
