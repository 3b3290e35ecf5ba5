import { z } from 'zod'
import { contactTypeLabels } from '#ground/platform/lookups/model/index.ts'
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

/** The subject of a mail, which decides the placeholders it may use. */
export const mailKinds = ['Property', 'Company', 'Person'] as const
export type MailKind = (typeof mailKinds)[number]

/** Most characters of a body, its markup included. */
const LONGEST_BODY = 50_000
const MOST_CHOSEN = 5000

const ids = (label: string, labels?: Readonly<Record<number, string>>) =>
  z.array(id()).max(MOST_CHOSEN).meta({ label, labels })

/**
 * Which properties a mail concerns: those that agree with every list that is not empty; all but deleted ones
 * otherwise.
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

/** How often a mail goes out, counted from the schedule's date. */
export const repeats = ['Once', 'Daily', 'Weekly', 'Monthly', 'Quarterly', 'Yearly'] as const

/**
 * How the counted day is read: the day itself, the first business day from it, or the last day of its month.
 * The specification has the field name only.
 */
export const scheduleTypes = ['Calendar day', 'Business day', 'Last day of the month'] as const

/** When a template is sent. */
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

/** A mail that is written once and sent by schedule, with its recipients. */
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
    emailBody: requiredText('Body', LONGEST_BODY),
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

/** The recipients of a mailing beyond the contact types. */
export const Audience = z.object({
  properties: PropertyFilter.optional(),
  userIds: ids('Users').optional(),
  sendToMcAdmin: flag('Administrators of the company').optional(),
  sendToCertifiedBy: flag('The person who signed the last certification').optional(),
})

/** A stored file attached to a mailing. */
export const Attachment = z.object({
  fileName: z.string().min(1).max(255),
  contentType: z.string().max(100),
  sizeBytes: z.int().min(0),
  contentHash: z.string().regex(/^[0-9a-f]{64}$/),
})

/** A mail to many: written, sent once, and then its log. `textBody` is made from `message`. */
export const Email = entity('Email', {
  table: 'email',
  key: 'emailId',
  label: 'Mail',
  fields: {
    emailId: id(),
    subject: requiredText('Subject', 200),
    message: requiredText('Message', LONGEST_BODY),
    textBody: longText('Plain text', LONGEST_BODY),
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
