import { entity } from '#kernel/model/entity.ts'
import { flag, id, longText, requiredText } from '#kernel/model/field.ts'

/** The greatest number of characters of a view's state: filters, order and columns of one list. */
const MAX_STATE = 8000

/**
 * A named view of a list. `list` names the list, `state` is the browser's text of filters, order and
 * columns. With `isDefault` the list opens with this view.
 */
export const SavedView = entity('SavedView', {
  table: 'saved_view',
  key: 'savedViewId',
  label: 'Saved view',
  fields: {
    savedViewId: id(),
    userId: id('Owner'),
    list: requiredText('List', 200),
    name: requiredText('Name', 60),
    state: longText('Settings', MAX_STATE).unwrap().min(1, '*Field is required'),
    shared: flag('Shared with colleagues'),
    isDefault: flag('Opens the list'),
  },
  serverOnly: ['userId'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
