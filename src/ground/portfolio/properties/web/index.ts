export { begunAtProperty, begunBy, newLabel, newPath } from './begun.ts'
export { OfProperty } from './OfProperty.tsx'
export { loadPropertyPhoto, PropertyPicture } from './Photo.tsx'
export { PropertyHeader } from './PropertyHeader.tsx'
export { PropertyTable, propertyColumns } from './PropertyTable.tsx'

/** Loads the outlines of the state's counties for a map. */
export const countyOutlines = async () =>
  (await import('./counties-geo.json', { with: { type: 'json' } })).default
