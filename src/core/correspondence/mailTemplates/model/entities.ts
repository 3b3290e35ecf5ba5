import { z } from 'zod'
import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  flag,
  id,
  longText,
  moment,
  number,
  ref,
  requiredText,
} from '#kernel/model/field.ts'

/** What a mail is about. It decides which placeholders the mail may use. */
export const mailKinds = ['Property', 'Company', 'Person'] as const
export type MailKind = (typeof mailKinds)[number]

/** The maximum length of a body in characters, including markup. */
const MAX_BODY_LENGTH = 50_000
const MAX_CHOICES = 5000

const ids = (label: string, labels?: Readonly<Record<number, string>>) =>
  z.array(id()).max(MAX_CHOICES).meta({ label, labels })

/**
 * The properties that a mail concerns: those that match every list that is not empty, or all except deleted
 * ones if all lists are empty.
 */
export const PropertyFilter = z.object({
  statusIds: ids('Property status').optional(),
  managementCompanyIds: ids('Management company').optional(),
  countyIds: ids('County').optional(),
  federalTypeIds: ids('Federal type').optional(),
  propertyIds: ids('Property').optional(),
})
export type PropertyFilter = z.infer<typeof PropertyFilter>

/** A placeholder that the template defines, with the text that replaces it in every mail. */
const OwnPlaceholder = z.object({
  name: requiredText('Name', 40),
  value: requiredText('Value', 500),
})

/** How often a mail is sent, counted from the schedule's date. */
export const repeats = ['Once', 'Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const

/**
 * How the day of sending follows from the counted day: that day, the first business day from it on, or the
 * last day of its month. The specification only names the field.
 */
export const scheduleTypes = ['Calendar day', 'Business day', 'Last day of the month'] as const

/** A schedule by which a template is sent. */
export const EmailTemplateSchedule = entity('EmailTemplateSchedule', {
  table: 'email_template_schedule',
  key: 'emailTemplateScheduleId',
  label: 'Schedule',
  fields: {
    emailTemplateScheduleId: id(),
    emailTemplateId: id('Template'),
    date: day('Date').unwrap(),
    repeat: choiceField('Repeat', repeats),
    type: choiceField('Day', scheduleTypes),
    active: flag('Active'),
  },
  serverOnly: ['emailTemplateId'],
})

/** A mail that is written once and sent to many by schedule. */
export const EmailTemplate = entity('EmailTemplate', {
  table: 'email_template',
  key: 'emailTemplateId',
  label: 'Template',
  fields: {
    emailTemplateId: id(),
    name: requiredText('Name', 100),
    description: longText('Description', 500),
    kind: choiceField('About', mailKinds),
    subject: requiredText('Subject', 200),
    emailBody: requiredText('Body', MAX_BODY_LENGTH),
    additionalParameters: z
      .array(OwnPlaceholder)
      .max(20)
      .meta({ label: 'Own placeholders', noun: 'Placeholder' }),
    typeIds: ids('Contact types', contactTypeLabels),
    userIds: ids('Users'),
    sendToCreatedBy: flag('The person who made this template'),
    sendToMcAdmin: flag('Administrators of the company'),
    sendToCertifiedBy: flag('The person who signed the last certification'),
    properties: PropertyFilter,
    active: flag('Active'),
    createdBy: ref('Made by', 'AppUser'),
    createdAt: moment('Made').unwrap(),
    version: number('Version').unwrap(),
  },
  serverOnly: ['createdBy', 'createdAt', 'version'],
})

/** The recipients of a bulk mail, except those by contact type. */
export const Audience = z.object({
  properties: PropertyFilter.optional(),
  userIds: ids('Users').optional(),
  sendToMcAdmin: flag('Administrators of the company').optional(),
  sendToCertifiedBy: flag('The person who signed the last certification').optional(),
})

/** A stored file that is attached to a bulk mail. */
export const Attachment = z.object({
  fileName: z.string().min(1).max(255),
  contentType: z.string().max(100),
  sizeBytes: z.int().min(0),
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A bulk mail, which is sent once to many recipients. `textBody` is made from `message`. */
export const Email = entity('Email', {
  table: 'email',
  key: 'emailId',
  label: 'Mail',
  fields: {
    emailId: id(),
    subject: requiredText('Subject', 200),
    message: requiredText('Message', MAX_BODY_LENGTH),
    textBody: longText('Plain text', MAX_BODY_LENGTH),
    kind: choiceField('About', mailKinds),
    who: Audience,
    contactTypeIds: ids('Contact types', contactTypeLabels),
    attachments: z.array(Attachment).max(10).meta({ label: 'Attachments' }),
    emailTemplateId: ref('Template', 'EmailTemplate'),
    total: number('Recipients').unwrap(),
    createdBy: ref('Sent by', 'AppUser'),
    createdAt: moment('Written').unwrap(),
    sentAt: moment('Sent'),
  },
  serverOnly: ['textBody', 'total', 'createdBy', 'createdAt', 'sentAt'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
