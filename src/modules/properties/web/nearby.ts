import { type ExtendedFeature, type ExtendedFeatureCollection, type GeoGeometryObjects, geoBounds } from 'd3-geo'

/** County outlines by name. */
export type Counties = ExtendedFeatureCollection<ExtendedFeature<GeoGeometryObjects, { name: string }>>
/** A place in degrees north and east. */
export type Place = { latitude: number; longitude: number }

const MILES_A_DEGREE = 69

/**
 * The counties that a map around a place should show: those that reach within so many miles of it, and always the
 * one named. Every county where the place is not known or lies in none of them.
 */
export function countiesAround(counties: Counties, place: Place | null, miles: number, named: string | null): Counties {
  if (!place) return counties
  const north = miles / MILES_A_DEGREE
  const east = north / Math.cos((place.latitude * Math.PI) / 180)
  const features = counties.features.filter((county) => {
    const [[left, bottom], [right, top]] = geoBounds(county)
    const beside = right < place.longitude - east || left > place.longitude + east
    return (
      county.properties.name === named || !(beside || top < place.latitude - north || bottom > place.latitude + north)
    )
  })
  return features.length > 0 ? { ...counties, features } : counties
}
