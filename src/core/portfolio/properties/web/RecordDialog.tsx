export { RecordDialog } from '#ui/form/RecordDialog.tsx'
