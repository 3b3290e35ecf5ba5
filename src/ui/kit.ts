/**
 * The components that nearly every screen uses: lists, forms and dialogs. They are loaded while the user
 * reads the first screen, so that the next one loads little more than its own code.
 */

export * from './form/Field.tsx'
export * from './form/Form.tsx'
export * from './form/FormButtons.tsx'
export * from './frame/ActionBar.tsx'
export { default } from './frame/ConfirmDialog.tsx'
export * from './frame/Facts.tsx'
export * from './frame/Timeline.tsx'
export * from './table/DataTable.tsx'
