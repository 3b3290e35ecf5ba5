import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'

/** Loads the person who signs letters. */
export default {
  after: ['people'],
  load: ({ client, users }) =>
    insertRows(client, 'signer', { user_id: 'integer', name: 'text', title: 'text' }, [
      { user_id: users.get('agency.manager'), name: 'Agency Manager', title: 'Demonstration signature' },
    ]),
} satisfies DemoPart
