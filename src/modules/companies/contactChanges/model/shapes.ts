import { z } from 'zod'
import { ContactValues, contactLine } from '#ground/portfolio/contacts/model/index.ts'
import { ContactChange, Decisions } from './entities.ts'

/** A line with the contact as it is now. */
export const changeDetail = ContactChange.row.extend({
  present: ContactValues.nullable(),
  linked: z.boolean(),
  /**
   * Further places that name this person: types at properties and companies. For an addition, those of the
   * person known.
   */
  otherPlaces: z.int(),
})
export type ChangeDetail = z.infer<typeof changeDetail>

/** The facts for a request's screen and rules other than the request. */
export const requestFacts = {
  lines: z.array(changeDetail),
  /** The current contacts of the property or company, and types without a contact. */
  contacts: z.array(contactLine),
  missingTypes: z.array(z.int()),
  /** The state of each ZIP code of the lines, where it is known. */
  zipStates: z.record(z.string(), z.string()),
}

/** List columns of a request beyond the standard ones. */
export const requestColumns = {
  ownerManaged: z.boolean(),
  reason: z.string().nullable(),
  changes: z.int(),
  /** The labels of its lines' types. */
  contactTypes: z.string().nullable(),
  submittedByName: z.string().nullable(),
}

/** A line of a request among those of other requests. */
export const changeLine = ContactChange.row.extend({
  statusId: z.int(),
  statusLabel: z.string(),
  subject: z.string(),
})

/** The reviewer's choices for one line: for each field in conflict, and for the line as a whole. */
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
