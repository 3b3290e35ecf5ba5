export { EditableList } from './EditableList.tsx'
export { Counties, type KeptList, Lists } from './Lists.tsx'
