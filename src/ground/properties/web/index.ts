export { PropertyHeader } from './PropertyHeader.tsx'
export { PropertyTable, propertyColumns } from './PropertyTable.tsx'
