export { begunAtProperty, begunBy, newLabel, newPath } from './begun.ts'
export { OfProperty } from './OfProperty.tsx'
export { PropertyHeader } from './PropertyHeader.tsx'
export { PropertyTable, propertyColumns } from './PropertyTable.tsx'
