export {
  getNewRecordLabel as newLabel,
  getNewRecordPath as newPath,
  getRecordKinds as begunAtProperty,
  getStartableKinds as begunBy,
} from './begun.ts'
export { RequirePropertyAccess as OfProperty } from './OfProperty.tsx'
export { loadPropertyPhoto, PropertyPicture } from './Photo.tsx'
export { PropertyHeader } from './PropertyHeader.tsx'
export { PropertyTable, propertyColumns } from './PropertyTable.tsx'

/** Loads the outlines of the state's counties for a map. */
export const loadCountyOutlines = async () =>
  (await import('./counties-geo.json', { with: { type: 'json' } })).default
