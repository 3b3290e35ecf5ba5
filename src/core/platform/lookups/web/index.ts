export { AddressFields } from './AddressFields.tsx'
export { EditableList } from './EditableList.tsx'
export { Gallery } from './Gallery.tsx'
export { FillFromZip } from './ZipFills.tsx'
