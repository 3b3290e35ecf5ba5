import { z } from 'zod'
import { ContactValues } from '#ground/contacts/model/index.ts'
import { entity, type Row } from '#kernel/model/entity.ts'
import { code, day, flag, id, longText, moment, number, oneOf, ref, text } from '#kernel/model/field.ts'

/** What a line of a request does. */
export const changeKinds = ['Add', 'Change', 'End'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A request to change contacts: of a property (its owner's own when it is owner-managed) or of a management company. */
export const ContactChangeRequest = entity('ContactChangeRequest', {
  table: 'contact_change_request',
  key: 'contactChangeRequestId',
  label: 'Contact change request',
  companyScoped: true,
  fields: {
    contactChangeRequestId: id('Request'),
    propertyId: ref('Property', 'Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    ownerManaged: flag('Owner-managed'),
    reason: longText('Reason', 2000, 'Why the contacts change, for instance a new regional manager.'),
    statusId: code('Status', 1, 6),
    version: number('Version').unwrap(),
    submittedById: ref('Submitted by', 'User'),
    submitted: moment('Submitted'),
    reSubmitted: moment('Resubmitted'),
    reviewerId: ref('Reviewer', 'User'),
    reviewStarted: moment('Review started'),
    decidedById: ref('Decided by', 'User'),
    decided: moment('Decided'),
    returnReason: longText('Reason for return', 4000),
    decisionComment: longText('Comment on the decision', 4000),
    filedFor: text('Filed for', 200, 'What the property or company was called when it was submitted.'),
    createdBy: ref('Created by', 'User'),
    createdAt: moment('Created'),
  },
  serverOnly: [
    'ownerManaged',
    'statusId',
    'submittedById',
    'submitted',
    'reSubmitted',
    'reviewerId',
    'reviewStarted',
    'decidedById',
    'decided',
    'returnReason',
    'decisionComment',
    'filedFor',
    'createdBy',
    'createdAt',
  ],
})
export type ContactChangeRequest = Row<typeof ContactChangeRequest>

const choices = z.enum(['present', 'wanted'])

/** Field → choice, and `contact` for the whole line. */
export const Decisions = z.partialRecord(z.enum(['contact', ...ContactValues.keyof().options]), choices)

/** One line of a request: a contact of a type that comes, changes or goes. */
export const ContactChange = entity('ContactChange', {
  table: 'contact_change',
  key: 'contactChangeId',
  label: 'Contact change',
  companyScoped: true,
  fields: {
    contactChangeId: id('Change'),
    contactChangeRequestId: id('Request'),
    propertyId: ref('Property', 'Property'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    position: number('Position').unwrap(),
    kind: oneOf('Change', changeKinds),
    contactTypeId: code('Contact type', 1, 8),
    contactId: ref('Contact', 'Contact'),
    oldValues: ContactValues.nullable(),
    newValues: ContactValues.nullable(),
    everywhere: flag('Everywhere this person is named'),
    effectiveDate: day('Effective date'),
    reason: longText('Note', 1000),
    decisions: Decisions,
    appliedAt: moment('Applied'),
  },
  serverOnly: ['propertyId', 'managementCompanyId', 'position', 'oldValues', 'decisions', 'appliedAt'],
})
export type ContactChange = Row<typeof ContactChange>
