import { z } from 'zod'
import { mailStates } from '#core/correspondence/outbox/model/index.ts'
import { createLabelList, numberLabels } from '#core/platform/lookups/model/index.ts'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id, ref } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { Attachment, Email, EmailTemplate, EmailTemplateSchedule, mailKinds } from './entities.ts'

const read = agency('read')
const write = agency('write')

const Schedule = EmailTemplateSchedule.row.omit({ emailTemplateId: true })
const TemplateDetail = EmailTemplate.row.extend({ schedules: z.array(Schedule) })
/** A template with its schedules. */
export type TemplateDetail = z.infer<typeof TemplateDetail>

const TemplateLine = EmailTemplate.row
  .pick({ emailTemplateId: true, name: true, description: true, kind: true, subject: true, active: true })
  .extend({
    /** The repetitions of its active schedules. */
    repeats: z.array(z.string()),
    nextDue: z.string().nullable(),
    lastSent: z.string().nullable(),
    createdByName: z.string().nullable(),
  })
/** A line of the list of templates. */
export type TemplateLine = z.infer<typeof TemplateLine>

const templatePath = '/api/EmailTemplate'
const templateParams = { params: z.object({ id: id('Template') }) }
const templateBody = EmailTemplate.input.extend({
  schedules: z
    .array(
      Schedule.extend({
        emailTemplateScheduleId: id().optional(),
        repeat: z
          .union([z.string().max(30), z.boolean()])
          .optional()
          .meta({ label: 'Repeat' }),
        type: z
          .union([z.int(), z.string().max(30)])
          .optional()
          .meta({ label: 'Day' }),
      }),
    )
    .max(50)
    .meta({ label: 'Schedules', noun: 'Schedule' })
    .optional(),
})

export const getTemplates = call({
  method: 'GET',
  path: templatePath,
  access: read,
  answer: z.array(TemplateLine),
  summary: 'All templates, with their next dispatch',
})

export const getTemplateModel = call({
  method: 'GET',
  path: `${templatePath}/GetModel`,
  access: read,
  // The texts of a new template are empty, so they need no minimum length.
  answer: TemplateDetail.extend({ name: z.string(), subject: z.string(), emailBody: z.string() }),
  summary: 'An empty template with defaults',
})

export const getTemplate = call({
  method: 'GET',
  path: `${templatePath}/:id`,
  access: read,
  ...templateParams,
  answer: TemplateDetail,
  summary: 'One template with its schedules',
})

export const createTemplate = call({
  method: 'POST',
  path: templatePath,
  access: write,
  body: templateBody,
  answer: TemplateDetail,
  summary: 'Create a template',
})

export const updateTemplate = call({
  method: 'PUT',
  path: templatePath,
  access: write,
  body: templateBody,
  answer: TemplateDetail,
  summary: 'Change a template; the id is in the body; schedules that are left out stay unchanged',
})

export const removeTemplate = call({
  method: 'DELETE',
  path: `${templatePath}/:id`,
  access: write,
  ...templateParams,
  answer: z.boolean(),
  summary: 'Remove a template with its schedules; mails it sent stay in the log',
})

export const getTemplateHistory = call({
  method: 'GET',
  path: `${templatePath}/GetHistory/:id`,
  access: read,
  ...templateParams,
  answer: z.array(historyLine),
  summary: 'Changes of a template',
})

const contentBody = EmailTemplate.row
  .pick({ kind: true, subject: true, emailBody: true, additionalParameters: true })
  .extend({ propertyId: ref('Property', 'Property') })
  .partial()

export const previewTemplate = call({
  method: 'POST',
  path: `${templatePath}/Preview`,
  access: read,
  body: contentBody,
  answer: z.object({
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** The placeholders without a value for this property. */
    missing: z.array(z.string()),
  }),
  summary:
    'Preview the text as mailed to the caller about a property; unknown placeholders are refused by field',
})

export const sendTest = call({
  method: 'POST',
  path: `${templatePath}/SendTest`,
  access: write,
  body: contentBody,
  answer: z.object({ sentTo: z.string() }),
  summary: 'Send the text only to the caller, as a test',
})

export const emails = controller(Email, { path: '/api/Email', read, write })

const NamedPlaceholder = z.object({ name: z.string(), label: z.string() })
const Option = z.object({ value: z.int(), label: z.string() })
export const getEmailData = call({
  method: 'GET',
  path: '/api/Email/GetEmailData',
  access: read,
  answer: z.object({
    contactTypes: z.array(Option),
    statuses: z.array(Option),
    companies: z.array(Option),
    counties: z.array(Option),
    federalTypes: z.array(Option),
    properties: z.array(Option),
    users: z.array(Option),
    placeholders: z.object({
      Property: z.array(NamedPlaceholder),
      Company: z.array(NamedPlaceholder),
      Person: z.array(NamedPlaceholder),
    }),
  }),
  summary: 'Options for a mail: recipients, contact types, placeholders',
})
/** The options for a mail, as GetEmailData answers them. */
export type EmailData = z.infer<(typeof getEmailData)['answer']>

const RecipientCounts = z.object({
  total: z.int(),
  /** The number of properties that the mail concerns. */
  properties: z.int(),
  /** The number of repeated addresses that were merged. */
  duplicates: z.int(),
  /** The names of contacts and users without an address. */
  withoutAddress: z.array(z.string()),
})

export const previewEmail = call({
  method: 'POST',
  path: '/api/Email/Preview',
  access: read,
  body: Email.input,
  answer: RecipientCounts.extend({
    /** The first recipients, at most 200. */
    recipients: z.array(
      z.object({ email: z.string(), name: z.string(), parts: z.array(z.string()), properties: z.int() }),
    ),
    /** The mail as the first recipient would receive it. */
    sample: z
      .object({ subject: z.string(), html: z.string(), text: z.string(), missing: z.array(z.string()) })
      .nullable(),
  }),
  summary: 'Preview the recipients and text of a bulk mail; nothing is sent',
})

export const sendEmail = call({
  method: 'POST',
  path: '/api/Email/SendEmail',
  access: write,
  body: Email.input,
  answer: RecipientCounts.extend({ emailId: z.int() }),
  summary: 'Send a bulk mail: one mail to each recipient, at the rate the agency has set',
})

export const attachToEmail = call({
  method: 'POST',
  path: '/api/Email/Attach',
  access: write,
  bodyType: 'multipart',
  answer: z.array(Attachment),
  summary: 'Store files to be attached to a mail',
})

const Progress = { total: z.int(), sent: z.int(), waiting: z.int(), notSent: z.int() }
const EmailLine = Email.row
  .pick({ emailId: true, subject: true, emailTemplateId: true, createdAt: true, sentAt: true })
  .extend({
    ...Progress,
    createdByName: z.string().nullable(),
    templateName: z.string().nullable(),
    attachments: z.int(),
  })
/** A bulk mail in the list, with its progress. */
export type EmailLine = z.infer<typeof EmailLine>

export const getEmailList = call({
  method: 'GET',
  path: '/api/Email/GetList',
  access: read,
  answer: z.array(EmailLine),
  summary: 'The latest 500 bulk mails, with their progress',
})

const LogLine = z.object({
  outboxId: z.int(),
  email: z.string(),
  name: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  sentAt: z.string().nullable(),
  lastError: z.string().nullable(),
})
/** The delivery of a bulk mail to one recipient. */
export type LogLine = z.infer<typeof LogLine>

const emailParams = { params: z.object({ emailId: id('Mail') }) }
export const getEmailLog = call({
  method: 'GET',
  path: '/api/Email/GetLog/:emailId',
  access: read,
  ...emailParams,
  answer: z.array(LogLine),
  summary: 'The delivery of a bulk mail by recipient',
})

export const resendEmail = call({
  method: 'POST',
  path: '/api/Email/Resend/:emailId',
  access: write,
  ...emailParams,
  body: z.object({ outboxIds: z.array(id()).max(5000).optional() }),
  answer: z.object({ resent: z.int() }),
  summary: 'Send a bulk mail again to the given recipients, or to all it has not reached',
})

/** The kinds of templates, by number. */
export const templateTypes = createLabelList(
  '/api/EmailTemplateType',
  'Kind of template',
  numberLabels(mailKinds),
)
