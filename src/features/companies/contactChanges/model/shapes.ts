import { z } from 'zod'
import { ContactValues, contactLine } from '#core/portfolio/contacts/model/index.ts'
import { ContactChange, Decisions } from './entities.ts'

/** A line with the current values of its contact. */
export const changeDetail = ContactChange.row.extend({
  present: ContactValues.nullable(),
  linked: z.boolean(),
  /**
   * The number of other properties, companies and types that name this person. For an addition, those of the
   * existing person with the same data.
   */
  otherPlaces: z.int(),
})
export type ChangeDetail = z.infer<typeof changeDetail>

/** The facts that a request's screen and rules need besides the request. */
export const requestFactsShape = {
  lines: z.array(changeDetail),
  /** The current contacts of the property or company. `missingTypes` are the types without a contact. */
  contacts: z.array(contactLine),
  missingTypes: z.array(z.int()),
  /** The state of each known ZIP code in the lines. */
  zipStates: z.record(z.string(), z.string()),
}

/** List columns of a request beyond the standard ones. */
export const requestColumnsShape = {
  ownerManaged: z.boolean(),
  reason: z.string().nullable(),
  changes: z.int(),
  /** The labels of the contact types in its lines. */
  contactTypes: z.string().nullable(),
  submittedByName: z.string().nullable(),
}

/** A line in a list of lines of several requests, with the status and subject of its request. */
export const changeLine = ContactChange.row.extend({
  statusId: z.int(),
  statusLabel: z.string(),
  subject: z.string(),
})

/** The reviewer's choices for one line: for each field in conflict, and for the line as a whole. */
export const decisionInput = z.object({ contactChangeId: z.int(), choices: Decisions })

/** The fields of a line that callers may send. */
export const lineInput = ContactChange.input
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
export type LineInput = z.infer<typeof lineInput>
