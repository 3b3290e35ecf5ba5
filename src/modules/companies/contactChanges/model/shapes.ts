import { z } from 'zod'
import { ContactValues, contactLine } from '#ground/portfolio/contacts/model/index.ts'
import { ContactChange, Decisions } from './entities.ts'

/** A line with the contact as it is now. */
export const changeDetail = ContactChange.row.extend({
  present: ContactValues.nullable(),
  linked: z.boolean(),
  /** Further places that name this person: types at properties and companies. For an addition, those of the person known. */
  otherPlaces: z.int(),
})
export type ChangeDetail = z.infer<typeof changeDetail>

/** What a request's screen and rules look at beyond the request. */
export const requestFacts = {
  lines: z.array(changeDetail),
  /** The contacts the property or company has now, and the types nobody is named for. */
  contacts: z.array(contactLine),
  missingTypes: z.array(z.int()),
  /** The state that each ZIP code of the lines lies in, where it is known. */
  zipStates: z.record(z.string(), z.string()),
}

/** What the lists tell of a request beyond the standing columns. */
export const requestColumns = {
  ownerManaged: z.boolean(),
  reason: z.string().nullable(),
  changes: z.int(),
  /** What the types of its lines are called. */
  contactTypes: z.string().nullable(),
  submittedByName: z.string().nullable(),
}

/** A line of a request among those of other requests. */
export const changeLine = ContactChange.row.extend({
  statusId: z.int(),
  statusLabel: z.string(),
  subject: z.string(),
})

/** What the reviewer chose on one line: of each field in conflict, and of the line as a whole. */
export const sentDecision = z.object({ contactChangeId: z.int(), choices: Decisions })

/** What may be sent of one line. */
export const sentLine = ContactChange.input
  .pick({
    contactChangeId: true,
    clientKey: true,
    kind: true,
    contactTypeId: true,
    contactId: true,
    everywhere: true,
    effectiveDate: true,
    reason: true,
  })
  .extend({ newValues: ContactValues.partial().nullable().optional() })
export type SentLine = z.infer<typeof sentLine>
