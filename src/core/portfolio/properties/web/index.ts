export { loadPropertyPhoto, PropertyPicture } from './Photo.tsx'
export { PropertyHeader } from './PropertyHeader.tsx'
export { PropertyTable, propertyColumns } from './PropertyTable.tsx'
export { RequirePropertyAccess } from './RequirePropertyAccess.tsx'
export {
  getNewRecordLabel,
  getNewRecordPath,
  getRecordKinds,
  getStartableKinds,
} from './recordKinds.ts'

/** Loads the outlines of the state's counties for a map. */
export const loadCountyOutlines = async () =>
  (await import('./counties-geo.json', { with: { type: 'json' } })).default
