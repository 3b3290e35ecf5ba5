/**
 * What nearly every screen shares: lists, forms, dialogs. Fetched while the first screen is being read, so that the next
 * one brings little more than its own code.
 */
import './DataTable.tsx'
import './Facts.tsx'
import './form/Form.tsx'
import './form/Field.tsx'
import './form/FormButtons.tsx'
import './ActionBar.tsx'
import './ConfirmDialog.tsx'
import './Timeline.tsx'
