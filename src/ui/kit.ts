/**
 * What nearly every screen shares: lists, forms, dialogs. Fetched while the first screen is being read, so that the next
 * one brings little more than its own code.
 */
import './table/DataTable.tsx'
import './frame/Facts.tsx'
import './form/Form.tsx'
import './form/Field.tsx'
import './form/FormButtons.tsx'
import './frame/ActionBar.tsx'
import './frame/ConfirmDialog.tsx'
import './frame/Timeline.tsx'
