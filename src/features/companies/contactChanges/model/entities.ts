import { z } from 'zod'
import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { ContactValues } from '#core/portfolio/contacts/model/index.ts'
import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { choiceField, code, day, flag, id, longText, moment, ref } from '#kernel/model/field.ts'
import { contactChangeFacts } from './facts.ts'

/**
 * A request to change contacts of a property, of an owner-managed property's own contacts, or of a management
 * company.
 */
export const ContactChangeRequest = declareReviewedEntity('ContactChangeRequest', {
  table: 'contact_change_request',
  key: 'contactChangeRequestId',
  label: contactChangeFacts.label,
  fields: {
    contactChangeRequestId: id('Request'),
    propertyId: ref('Property', 'Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    ownerManaged: flag('Owner-managed'),
    reason: longText('Reason', 2000, 'Why the contacts change, for instance a new regional manager.'),
  },
  content: ['reason'],
})

/** The kinds of changes that a line can make. */
const changeKinds = ['Add', 'Change', 'End'] as const

/** The reviewer's choice for each field in conflict, and for `contact`, the whole line. */
export const Decisions = z.partialRecord(
  z.enum(['contact', ...ContactValues.keyof().options]),
  z.enum(['present', 'wanted']),
)

/** One line of a request: it adds, changes or ends a contact of a type. */
export const ContactChange = declareReviewedLine('ContactChange', {
  table: 'contact_change',
  key: 'contactChangeId',
  label: 'Contact change',
  parent: 'contactChangeRequestId',
  fields: {
    contactChangeId: id('Change'),
    contactChangeRequestId: id('Request'),
    propertyId: ref('Property', 'Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    kind: choiceField('Change', changeKinds),
    contactTypeId: code('Contact type', 1, 8, contactTypeLabels),
    contactId: ref('Contact', 'Contact'),
    oldValues: ContactValues.nullable(),
    newValues: ContactValues.nullable(),
    everywhere: flag('Everywhere this person is named'),
    effectiveDate: day('Effective date'),
    reason: longText('Note', 1000),
    decisions: Decisions,
    decision: longText('Decision', 4000),
    appliedAt: moment('Applied'),
  },
  content: ['kind', 'contactTypeId', 'contactId', 'newValues', 'everywhere', 'effectiveDate', 'reason'],
})
export type ContactChange = Row<typeof ContactChange>

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
