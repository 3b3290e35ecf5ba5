import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { type Served, serve } from '#kernel/server/serve.ts'
import { updateCompanyContacts } from '../model/calls.ts'
import { contactHandlers } from './contacts.ts'
import { duplicateHandlers } from './duplicates.ts'
import { loadContacts } from './links.ts'
import { setContacts } from './setContacts.ts'

export { mergeSamePeople } from './duplicates.ts'
export {
  addContactEntry,
  type ContactLine,
  contactPlacesSql,
  deactivateUnusedContacts,
  findOrAddContact,
  getContactOwner,
  insertContact,
  loadContacts,
  lockContact,
  type Owner,
  removeContactEntry,
  replaceContactInEntry,
  type Store,
  updateContact,
} from './links.ts'
export { loadRecordPeople } from './recordPeople.ts'
export { loadZipStates } from './zipStates.ts'

/** The handlers of all calls of the contacts module. */
export const served: Served[] = [
  ...contactHandlers,
  ...duplicateHandlers,
  serve(updateCompanyContacts, async (context) => {
    const { managementCompanyId, contacts } = context.body
    const result = await sql`select 1 from management_company
        where management_company_id = ${managementCompanyId}`.execute(context.db)
    if (result.rows.length === 0) refuse.notFound('This management company')
    const owner = { propertyId: null, managementCompanyId }
    await setContacts(context, owner, contacts)
    return loadContacts(context, owner)
  }),
]
