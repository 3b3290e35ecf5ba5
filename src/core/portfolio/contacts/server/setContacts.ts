import { contactTypeLabels, reconcile } from '#core/platform/lookups/model/index.ts'
import { lockPropertyForChange } from '#core/portfolio/properties/server/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getContactFaults } from '../model/rules.ts'
import { isSamePerson } from '../model/samePerson.ts'
import type { ContactInput } from '../model/shapes.ts'
import { contactFields, getContactValues, isSameText } from '../model/values.ts'
import {
  addContactEntry,
  type ContactLine,
  deactivateUnusedContacts,
  findOrAddContact,
  loadContacts,
  lockContact,
  type Owner,
  removeContactEntry,
  replaceContactInEntry,
  updateContact,
} from './links.ts'
import { loadZipStates } from './zipStates.ts'

/** Returns the values of an entry after the change: the stored ones, overwritten by those in the payload. */
const getContactChanges = (payload: ContactInput, present: ContactLine | undefined) =>
  getContactValues({ ...present, ...payload })

/**
 * Sets all contacts of a property or company at once, for an agency user who does so without a change
 * request. Entries are matched by `linkId`; entries that are not sent are removed. New details of the same
 * person apply wherever the person is named. A different person replaces the former one at this property or
 * company only, unless `everywhere` is set. If there are faults, all are reported and nothing is stored.
 */
export async function setContacts(
  context: AnyContext,
  owner: Owner,
  sentContacts: readonly ContactInput[],
): Promise<ContactLine[]> {
  if (owner.propertyId !== null) await lockPropertyForChange(context, owner.propertyId)
  const present = await loadContacts(context, owner)
  const linesByLinkId = new Map(present.map((line) => [line.linkId, line]))
  if (sentContacts.some((item) => item.linkId && !linesByLinkId.has(item.linkId)))
    refuse.conflict('Somebody else has changed these contacts in the meantime. Load them again.')
  const faults = await loadFaults(context, sentContacts, linesByLinkId)
  if (faults.length > 0) refuse.invalid(faults)
  const plan = reconcile<ContactLine, ContactInput>(present, sentContacts, (item) => item.linkId)
  for (const removedLine of plan.delete)
    await removeContactEntry(context, owner, removedLine.contactId, removedLine.contactTypeId)
  for (const changedContact of plan.update)
    await changeEntry(context, owner, changedContact, linesByLinkId.get(changedContact.linkId ?? 0)!)
  for (const newContact of plan.create) await addEntry(context, owner, newContact)
  await deactivateUnusedContacts(
    context,
    plan.delete.map((removedLine) => removedLine.contactId),
  )
  return loadContacts(context, owner)
}

/** Finds the faults of all sent contacts, including the same person twice under one type. */
async function loadFaults(
  context: AnyContext,
  sentContacts: readonly ContactInput[],
  linesByLinkId: ReadonlyMap<number, ContactLine>,
): Promise<Fault[]> {
  const people = sentContacts.map((item) => ({
    one: item,
    values: getContactChanges(item, linesByLinkId.get(item.linkId ?? 0)),
  }))
  const zipStates = await loadZipStates(
    context,
    people.map(({ values }) => values.zip),
  )
  return people.flatMap(({ one, values }, index) => {
    // A contact selected from the list keeps the values of the list.
    const isChosen = !one.linkId && (one.contactId ?? 0) > 0
    const faults = isChosen ? [] : getContactFaults(values, `${index}.`, zipStates)
    const twin = people
      .slice(0, index)
      .find((other) => other.one.contactTypeId === one.contactTypeId && isSamePerson(other.values, values))
    if (twin) {
      const message = `Name: ${values.name} is ${contactTypeLabels[one.contactTypeId]} above already.`
      faults.push({ field: `${index}.name`, message })
    }
    return faults
  })
}

async function addEntry(context: AnyContext, owner: Owner, item: ContactInput): Promise<void> {
  const contactId = item.contactId
    ? (await lockContact(context, item.contactId)).contactId
    : await findOrAddContact(context, item)
  await addContactEntry(context, owner, contactId, item.contactTypeId)
}

/** Changes an existing entry: the details of its person, or its person, and its contact type. */
async function changeEntry(
  context: AnyContext,
  owner: Owner,
  item: ContactInput,
  line: ContactLine,
): Promise<void> {
  const storedContact = await lockContact(context, line.contactId)
  const present = getContactValues(storedContact)
  const contactChanges = getContactChanges(item, line)
  let { contactId } = line
  if (contactFields.some((field) => !isSameText(present[field], contactChanges[field]))) {
    if (item.everywhere || storedContact.places === 1 || isSamePerson(present, contactChanges))
      await updateContact(context, contactId, contactChanges)
    else {
      contactId = await findOrAddContact(context, contactChanges)
      await replaceContactInEntry(context, owner, line, contactId)
    }
  }
  if (item.contactTypeId !== line.contactTypeId) {
    await removeContactEntry(context, owner, contactId, line.contactTypeId)
    await addContactEntry(context, owner, contactId, item.contactTypeId)
  }
}
