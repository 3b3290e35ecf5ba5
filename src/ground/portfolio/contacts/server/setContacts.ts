import { contactTypeLabels, reconcile } from '#ground/platform/lookups/model/index.ts'
import { propertyToChange } from '#ground/portfolio/properties/server/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { contactFaults } from '../model/rules.ts'
import { samePerson } from '../model/samePerson.ts'
import type { SentContact } from '../model/shapes.ts'
import { contactFields, sameText, getContactValues } from '../model/values.ts'
import {
  type ContactLine,
  loadContacts,
  findOrAdd,
  link,
  lockContact,
  type Owner,
  relink,
  retireUnnamed,
  unlink,
  updateContact,
} from './links.ts'
import { loadZipStates } from './zipStates.ts'

/** The values a sent contact ends up with: those it brings over those it has. */
const getContactChanges = (sent: SentContact, present: ContactLine | undefined) => getContactValues({ ...present, ...sent })

/**
 * Sets all contacts of a property or company at once, as an agency's writer does directly. Entries are known by
 * `linkId`; those that are not sent go. Details of the same person change wherever the person is named; another person
 * takes the place here alone, unless `everywhere`. All faults are reported at once and nothing is stored then.
 */
export async function setContacts(
  context: AnyContext,
  owner: Owner,
  sent: readonly SentContact[],
): Promise<ContactLine[]> {
  if (owner.propertyId !== null) await propertyToChange(context, owner.propertyId)
  const present = await loadContacts(context, owner)
  const known = new Map(present.map((line) => [line.linkId, line]))
  if (sent.some((one) => one.linkId && !known.has(one.linkId)))
    refuse.conflict('Somebody else has changed these contacts in the meantime. Load them again.')
  const faults = await loadFaults(context, sent, known)
  if (faults.length > 0) refuse.invalid(faults)
  const plan = reconcile<ContactLine, SentContact>(present, sent, (one) => one.linkId)
  for (const gone of plan.delete) await unlink(context, owner, gone.contactId, gone.contactTypeId)
  for (const one of plan.update) await changeEntry(context, owner, one, known.get(one.linkId ?? 0)!)
  for (const one of plan.create) await addEntry(context, owner, one)
  await retireUnnamed(
    context,
    plan.delete.map((gone) => gone.contactId),
  )
  return loadContacts(context, owner)
}

async function loadFaults(
  context: AnyContext,
  sent: readonly SentContact[],
  known: ReadonlyMap<number, ContactLine>,
): Promise<Fault[]> {
  const people = sent.map((one) => ({ one, values: getContactChanges(one, known.get(one.linkId ?? 0)) }))
  const zipStates = await loadZipStates(
    context,
    people.map(({ values }) => values.zip),
  )
  return people.flatMap(({ one, values }, index) => {
    // A contact selected from the list keeps the values of the list.
    const chosen = !one.linkId && (one.contactId ?? 0) > 0
    const faults = chosen ? [] : contactFaults(values, `${index}.`, zipStates)
    const twin = people
      .slice(0, index)
      .find((other) => other.one.contactTypeId === one.contactTypeId && samePerson(other.values, values))
    if (twin) {
      const message = `Name: ${values.name} is ${contactTypeLabels[one.contactTypeId]} above already.`
      faults.push({ field: `${index}.name`, message })
    }
    return faults
  })
}

async function addEntry(context: AnyContext, owner: Owner, one: SentContact): Promise<void> {
  const contactId = one.contactId
    ? (await lockContact(context, one.contactId)).contactId
    : await findOrAdd(context, one)
  await link(context, owner, contactId, one.contactTypeId)
}

async function changeEntry(context: AnyContext, owner: Owner, one: SentContact, line: ContactLine): Promise<void> {
  const stored = await lockContact(context, line.contactId)
  const present = getContactValues(stored)
  const wanted = getContactChanges(one, line)
  let { contactId } = line
  if (contactFields.some((field) => !sameText(present[field], wanted[field]))) {
    if (one.everywhere || stored.places === 1 || samePerson(present, wanted))
      await updateContact(context, contactId, wanted)
    else {
      contactId = await findOrAdd(context, wanted)
      await relink(context, owner, line, contactId)
    }
  }
  if (one.contactTypeId !== line.contactTypeId) {
    await unlink(context, owner, contactId, line.contactTypeId)
    await link(context, owner, contactId, one.contactTypeId)
  }
}
