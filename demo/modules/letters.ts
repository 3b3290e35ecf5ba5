import { insertRows } from '../insertRows.ts'
import type { DemoPart } from '../part.ts'

export default {
  after: ['people'],
  load: ({ client, users }) =>
    insertRows(client, 'signer', { user_id: 'integer', name: 'text', title: 'text' }, [
      { user_id: users.get('agency.manager'), name: 'Agency Manager', title: 'Demonstration signature' },
    ]),
} satisfies DemoPart
