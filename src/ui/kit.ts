/**
 * What nearly every screen shares: lists, forms, dialogs. Fetched while the first screen is being read, so
 * that the next one brings little more than its own code.
 */

export * from './form/Field.tsx'
export * from './form/Form.tsx'
export * from './form/FormButtons.tsx'
export * from './frame/ActionBar.tsx'
export { default } from './frame/ConfirmDialog.tsx'
export * from './frame/Facts.tsx'
export * from './frame/Timeline.tsx'
export * from './table/DataTable.tsx'
