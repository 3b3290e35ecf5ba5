export { PendingChanges } from './PendingChanges.tsx'
