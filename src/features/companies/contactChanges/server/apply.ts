import { sql } from 'kysely'
import {
  contactFields,
  getContactValues,
  isSameText,
  samePerson,
} from '#core/portfolio/contacts/model/index.ts'
import {
  addContactEntry,
  deactivateUnusedContacts,
  findOrAddContact,
  getContactOwner,
  insertContact,
  lockContact,
  mergeSamePeople,
  type Owner,
  removeContactEntry,
  replaceContactInEntry,
  type Store,
  updateContact,
} from '#core/portfolio/contacts/server/index.ts'
import { today } from '#kernel/model/dates.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import type { ContactChange } from '../model/entities.ts'
import { compareContact, describeDecisions, getResultingContact } from '../model/threeWay.ts'

/**
 * Applies the lines of an approved request, or of all approved requests, whose effective date has come, and
 * merges contacts that then are the same person. Each line is applied once. Returns the number of lines.
 */
export async function applyDueChanges(store: Store, requestId: number | null, day: string): Promise<number> {
  const due = await sql<ContactChange>`
    select l.* from contact_change l join contact_change_request r using (contact_change_request_id)
    where r.status_id = ${sqlStatus.APPROVED} and l.applied_at is null
    and coalesce(l.effective_date, ${day}::date) <= ${day}::date
      and (${requestId}::integer is null or l.contact_change_request_id = ${requestId})
    order by l.contact_change_request_id, l.position for update of l`.execute(store.db)
  const touched: number[] = []
  for (const line of due.rows) touched.push(...(await applyLine(store, getContactOwner(line), line)))
  if (touched.length > 0) await mergeSamePeople(store, touched)
  const lineIds = due.rows.map((line) => line.contactChangeId)
  await sql`update contact_change set applied_at = clock_timestamp()
    where contact_change_id = any (${lineIds}::integer[])`.execute(store.db)
  return due.rows.length
}

/** Applies one line; returns the ids of the contacts that may now equal others. */
async function applyLine(store: Store, owner: Owner, line: ContactChange): Promise<number[]> {
  if (line.decisions.contact === 'present') return []
  if (line.kind === 'Add' || line.contactId === null)
    return line.kind === 'End' ? [] : addContact(store, owner, line)
  if (!(await isLinked(store, owner, line.contactId, line.contactTypeId)))
    return line.kind === 'Change' && line.decisions.contact === 'wanted' ? addContact(store, owner, line) : []
  if (line.kind === 'Change') return changeContact(store, owner, line, line.contactId)
  await endContact(store, owner, line, line.contactId)
  return []
}

/** Returns whether a contact has a type at the property or company. */
async function isLinked(
  store: Store,
  owner: Owner,
  contactId: number,
  contactTypeId: number,
): Promise<boolean> {
  const result = await sql`select 1 from property_contact where property_id = ${owner.propertyId}
      and contact_id = ${contactId} and contact_type_id = ${contactTypeId}
    union all select 1 from management_company_contact
    where management_company_id = ${owner.managementCompanyId}
      and contact_id = ${contactId} and contact_type_id = ${contactTypeId}`.execute(store.db)
  return result.rows.length > 0
}

/**
 * Adds a contact to the property or company, and for a company with `everywhere` to all its properties.
 * Returns its id.
 */
async function addContact(store: Store, owner: Owner, line: ContactChange): Promise<number[]> {
  const contactId = await findOrAddContact(store, line.newValues ?? {})
  await addContactEntry(store, owner, contactId, line.contactTypeId)
  if (line.everywhere && owner.managementCompanyId !== null)
    await sql`insert into property_contact (property_id, contact_id, contact_type_id)
      select property_id, ${contactId}::integer, ${line.contactTypeId}::integer from property
      where management_company_id = ${owner.managementCompanyId} on conflict do nothing`.execute(store.db)
  return [contactId]
}

/**
 * Changes the details of a contact, everywhere or at this place only. Returns the ids of contacts that may
 * now equal others.
 */
async function changeContact(
  store: Store,
  owner: Owner,
  line: ContactChange,
  contactId: number,
): Promise<number[]> {
  const contact = await lockContact(store, contactId)
  const present = getContactValues(contact)
  const old = line.oldValues ?? present
  const newValues = line.newValues ?? present
  // A conflict that arose between the approval and the effective date is decided for the requested value,
  // because that was approved. The history says so.
  const lateConflicts = compareContact(old, present, newValues, line.decisions).filter(
    (comparedField) => comparedField.state === 'conflict' && !comparedField.choice,
  )
  const decisions = {
    ...line.decisions,
    ...Object.fromEntries(lateConflicts.map(({ field }) => [field, 'wanted'])),
  }
  if (lateConflicts.length > 0) {
    const decision = describeDecisions({ ...line, present, oldValues: old, newValues, decisions })
    await sql`update contact_change set decisions = ${JSON.stringify(decisions)}, decision = ${decision}
      where contact_change_id = ${line.contactChangeId}`.execute(store.db)
  }
  const result = getResultingContact(compareContact(old, present, newValues, decisions))
  if (contactFields.every((field) => isSameText(present[field], result[field]))) return [contactId]
  if (line.everywhere || contact.places === 1) {
    await updateContact(store, contactId, result)
    return [contactId]
  }
  // If the same person gets other details at this place only, that is a separate contact, which must not be
  // merged.
  const isSamePerson = samePerson(present, result)
  const successor = isSamePerson ? await insertContact(store, result) : await findOrAddContact(store, result)
  await replaceContactInEntry(store, owner, { contactId, contactTypeId: line.contactTypeId }, successor)
  return isSamePerson ? [] : [successor]
}

/** Ends a contact at this place or everywhere. */
async function endContact(store: Store, owner: Owner, line: ContactChange, contactId: number): Promise<void> {
  if (line.everywhere) {
    await sql`delete from property_contact where contact_id = ${contactId}`.execute(store.db)
    await sql`delete from management_company_contact where contact_id = ${contactId}`.execute(store.db)
  } else await removeContactEntry(store, owner, contactId, line.contactTypeId)
  await deactivateUnusedContacts(store, [contactId])
}

/** The nightly job that applies approved changes on their effective date. Each change is applied once. */
export const contactChangeJob: Job = {
  name: 'contact changes',
  due: (now, zone) => lastHour(now, zone, 2),
  run: async (transaction, services, dueAt) => {
    await applyDueChanges({ db: transaction.db }, null, today(services.config.agencyZone, dueAt))
  },
}
