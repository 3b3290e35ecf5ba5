export {
  getNewRecordLabel,
  getNewRecordPath,
  getRecordKinds,
  getStartableKinds,
} from './begun.ts'
export { RequirePropertyAccess } from './OfProperty.tsx'
export { loadPropertyPhoto, PropertyPicture } from './Photo.tsx'
export { PropertyHeader } from './PropertyHeader.tsx'
export { PropertyTable, propertyColumns } from './PropertyTable.tsx'

/** Loads the outlines of the state's counties for a map. */
export const loadCountyOutlines = async () =>
  (await import('./counties-geo.json', { with: { type: 'json' } })).default
