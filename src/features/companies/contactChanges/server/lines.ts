import { getContactValues } from '#core/portfolio/contacts/model/index.ts'
import { type ContactLine, getContactOwner, loadContacts } from '#core/portfolio/contacts/server/index.ts'
import { saveLines } from '#engines/review/server/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ContactChange } from '../model/entities.ts'
import type { RequestRow } from '../model/requests.ts'
import type { LineInput } from '../model/shapes.ts'

const MAX_LINES = 200

/** The old values of a contact are recorded by the server and never accepted from the browser. */
const changeWithOldValues = { ...ContactChange, content: [...ContactChange.content, 'oldValues'] }

/** Stores the lines of a locked request and removes those that are not submitted. */
export async function storeLines(
  context: AnyContext,
  row: RequestRow,
  submittedLines: readonly LineInput[],
): Promise<void> {
  const id = row.contactChangeRequestId
  const existing = await context.db
    .selectFrom('contactChange')
    .selectAll()
    .where('contactChangeRequestId', '=', id)
    .execute()
  const contacts = await loadContacts(context, getContactOwner(row))
  const faults: Fault[] = []
  const lines = submittedLines.map((line, index) => {
    const present = existing.find((item) =>
      line.contactChangeId
        ? item.contactChangeId === line.contactChangeId
        : line.clientKey && item.clientKey === line.clientKey,
    )
    const result = prepareLine(present, line, contacts)
    for (const fault of result.faults) faults.push({ ...fault, field: `lines.${index}.${fault.field}` })
    return result.line
  })
  if (faults.length > 0) refuse.invalid(faults)
  await saveLines(context, changeWithOldValues, { ...row, id }, lines, 'unsent', MAX_LINES)
}

/**
 * Returns the line that a call for one line stores; answers 400 if its contact does not have the type at the
 * owner.
 */
export async function prepareSingleLine(
  context: AnyContext,
  row: RequestRow,
  present: ContactChange | undefined,
  payload: LineInput,
): Promise<LineInput> {
  const { line, faults } = prepareLine(present, payload, await loadContacts(context, getContactOwner(row)))
  if (faults.length > 0) refuse.invalid(faults)
  return line
}

/**
 * Returns a line as it will be stored, and its faults. The values of the contact are recorded when it is
 * chosen and remain, so that later changes by others can be compared with them.
 */
function prepareLine(
  present: ContactChange | undefined,
  payload: LineInput,
  contacts: readonly ContactLine[],
): { line: LineInput & Pick<ContactChange, 'oldValues'>; faults: Fault[] } {
  const merged = { ...present, ...payload }
  const { kind, contactTypeId, newValues } = merged
  const missing = [
    ...(kind ? [] : [{ field: 'kind', message: 'Change: *Field is required' }]),
    ...(contactTypeId ? [] : [{ field: 'contactTypeId', message: 'Contact type: *Field is required' }]),
  ]
  const contactId = (kind !== 'Add' && merged.contactId) || null
  const isSameContact = present && present.contactId === contactId && present.contactTypeId === contactTypeId
  const selected =
    contactId === null
      ? undefined
      : contacts.find((contact) => contact.contactId === contactId && contact.contactTypeId === contactTypeId)
  const isForeignContact = contactId !== null && !isSameContact && !selected
  return {
    line: {
      ...payload,
      contactId,
      oldValues: (isSameContact ? present.oldValues : null) ?? (selected ? getContactValues(selected) : null),
      newValues: kind === 'End' || !newValues ? null : getContactValues(newValues),
    },
    faults: [
      ...missing,
      ...(isForeignContact && missing.length === 0
        ? [{ field: 'contactId', message: 'Contact: choose one that has this type here.' }]
        : []),
    ],
  }
}
