import { entity } from '#kernel/model/entity.ts'
import { flag, id, longText, requiredText } from '#kernel/model/field.ts'

/** Most characters of a view's settings: filters, order and columns of one list. */
const LONGEST_VIEW = 8000

/**
 * How a person wants to see a list, under a name. `list` names the list, `state` holds its settings as the
 * browser writes them; `isDefault`: the list opens with it.
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
    state: longText('Settings', LONGEST_VIEW).unwrap().min(1, '*Field is required'),
    shared: flag('Shared with colleagues'),
    isDefault: flag('Opens the list'),
  },
  serverOnly: ['userId'],
})
