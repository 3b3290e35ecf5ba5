import { z } from 'zod'
import { flag } from '#kernel/model/field.ts'
import { reportFaults } from '#ui/form/faults.ts'
import type { EmailData, TemplateDetail } from '../model/calls.ts'
import { getContentFaults } from '../model/content.ts'
import { Email, EmailTemplate, EmailTemplateSchedule, PropertyFilter } from '../model/entities.ts'
import { placeholders } from '../model/placeholders.ts'

type Option = { value: number; label: string }

/** The filter lists that a form shows, with their options. */
export const filterFields = [
  { name: 'statusIds', label: 'Property status', options: (data: EmailData): Option[] => data.statuses },
  {
    name: 'managementCompanyIds',
    label: 'Management company',
    options: (data: EmailData): Option[] => data.companies,
  },
  { name: 'countyIds', label: 'County', options: (data: EmailData): Option[] => data.counties },
  {
    name: 'federalTypeIds',
    label: 'Federal type',
    options: (data: EmailData): Option[] => data.federalTypes,
  },
  { name: 'propertyIds', label: 'Property', options: (data: EmailData): Option[] => data.properties },
] as const

const lists = PropertyFilter.required().shape

/** The schema of the template form, with the filter lists as fields. */
export const templateSchema = EmailTemplate.row
  .omit({ emailTemplateId: true, properties: true, createdBy: true, createdAt: true })
  .extend({
    ...lists,
    schedules: z
      .array(
        EmailTemplateSchedule.row.omit({ emailTemplateId: true }).partial({ emailTemplateScheduleId: true }),
      )
      .max(50)
      .meta({ label: 'Schedules', noun: 'Schedule' }),
  })
  .superRefine((template, context) => {
    const content = { ...template, body: template.emailBody, own: template.additionalParameters }
    reportFaults(context, getContentFaults(content, { body: 'emailBody', own: 'additionalParameters' }))
  })
export type TemplateValues = z.infer<typeof templateSchema>

/** The schema of the form for a bulk mail. */
export const mailSchema = Email.row
  .pick({ kind: true, subject: true, message: true, contactTypeIds: true })
  .extend({
    ...lists,
    userIds: EmailTemplate.fields.userIds,
    sendToMcAdmin: flag('Administrators of the company'),
    sendToCertifiedBy: flag('The person who signed the last certification'),
  })
  .superRefine((mail, context) => {
    reportFaults(context, getContentFaults({ ...mail, body: mail.message }, { body: 'message' }))
  })
export type MailValues = z.infer<typeof mailSchema>

const emptyLists = {
  statusIds: [],
  managementCompanyIds: [],
  countyIds: [],
  federalTypeIds: [],
  propertyIds: [],
}

/** The initial values of the template form. */
export const getTemplateValues = ({ properties, ...template }: TemplateDetail) => ({
  ...template,
  ...emptyLists,
  ...properties,
})

/** The initial values of the form for a bulk mail. */
export const emptyMail = {
  kind: 'Property',
  subject: '',
  message: null as string | null,
  contactTypeIds: [] as number[],
  ...emptyLists,
  userIds: [] as number[],
  sendToMcAdmin: false,
  sendToCertifiedBy: false,
}

/** Converts the filter lists of a form to the filter that is sent, without empty lists. */
export const getFilter = (values: Record<string, unknown>): z.infer<typeof PropertyFilter> =>
  Object.fromEntries(
    Object.keys(emptyLists).flatMap((name) => {
      const list = values[name] as number[] | null | undefined
      return list && list.length > 0 ? [[name, list]] : []
    }),
  )

/** Returns the placeholders that can be inserted into the text of a kind of mail. */
export const getPlaceholderInserts = (kind: unknown, ownPlaceholders: unknown = []) => [
  ...(placeholders[kind as keyof typeof placeholders] ?? []).map(({ name, label }) => ({
    label,
    text: `{{${name}}}`,
  })),
  ...((ownPlaceholders ?? []) as { name?: string | null }[]).flatMap(({ name }) =>
    name ? [{ label: name, text: `{{${name}}}` }] : [],
  ),
]
