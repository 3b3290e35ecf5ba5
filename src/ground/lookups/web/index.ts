export { EditableList } from './EditableList.tsx'
export { Gallery } from './Gallery.tsx'
