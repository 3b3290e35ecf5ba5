import { sql } from 'kysely'
import type { z } from 'zod'
import { cleanHtml, getMailState } from '#core/correspondence/outbox/server/index.ts'
import {
  contactTypeLabels,
  getLookupChoices,
  PropertyStatus,
  propertyStatusLabels,
} from '#core/platform/lookups/model/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { insertRow, lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  attachToEmail,
  type EmailLine,
  emails,
  getEmailData,
  getEmailList,
  getEmailLog,
  type LogLine,
  previewEmail,
  resendEmail,
  sendEmail,
} from '../model/calls.ts'
import { convertHtmlToText, getContentFaults, type MailContent } from '../model/content.ts'
import { Email } from '../model/entities.ts'
import { placeholders } from '../model/placeholders.ts'
import { loadPropertyFacts, loadRecipients, type Recipients } from './audience.ts'
import { composeMail, sendBulkMail } from './compose.ts'

type StoredEmail = z.infer<typeof Email.row>
type EmailInput = z.infer<typeof Email.input>

const MAX_PREVIEWED = 200
const MAX_LISTED = 500

/** Serializes the values of JSON columns for the database. */
const toColumns = (values: Partial<StoredEmail>) => ({
  ...values,
  ...(values.who ? { who: JSON.stringify(values.who) } : {}),
  ...(values.attachments ? { attachments: JSON.stringify(values.attachments) } : {}),
})

function refuseSent({ sentAt }: { sentAt?: unknown }): void {
  if (sentAt) refuse.conflict('This mail was sent already.')
}

/** Returns all faults of a mail's text and attachments, with their fields. */
async function loadFaults(
  context: AnyContext,
  content: MailContent,
  { attachments = [] }: EmailInput,
): Promise<Fault[]> {
  const faults: Fault[] = []
  if (!content.subject.trim()) faults.push({ field: 'subject', message: 'Subject: *Field is required' })
  if (!content.body) faults.push({ field: 'message', message: 'Message: *Field is required' })
  faults.push(...getContentFaults(content, { body: 'message' }))
  for (const { contentHash, fileName } of attachments)
    if (!(await context.services.files.has(contentHash)))
      faults.push({
        field: 'attachments',
        message: `Attachments: ${fileName} did not arrive. Please add it again.`,
      })
  return faults
}

const getContent = ({ kind = 'Property', subject = '', message = '' }: EmailInput): MailContent => ({
  kind,
  subject,
  body: cleanHtml(message),
})

async function loadAudience(
  context: AnyContext,
  { who = {}, contactTypeIds }: EmailInput,
): Promise<Recipients> {
  return loadRecipients(context.transaction, { ...who, contactTypeIds })
}

const countRecipients = ({ recipients: found, duplicates, withoutAddress }: Recipients) => ({
  total: found.length,
  properties: new Set(found.flatMap((item) => item.properties)).size,
  duplicates,
  withoutAddress: withoutAddress.slice(0, MAX_PREVIEWED),
})

async function previewToMany(context: AnyContext, payload: EmailInput) {
  const content = getContent(payload)
  const faults = getContentFaults(content, { body: 'message' })
  if (faults.length > 0) refuse.invalid(faults)
  const audience = await loadAudience(context, payload)
  const [first] = audience.recipients
  const facts = await loadPropertyFacts(context.transaction, first?.properties ?? [])
  return {
    ...countRecipients(audience),
    recipients: audience.recipients
      .slice(0, MAX_PREVIEWED)
      .map(({ email, name, parts, properties }) => ({ email, name, parts, properties: properties.length })),
    sample: first ? composeMail(context, content, first.name, [...facts.values()]) : null,
  }
}

/**
 * Returns the draft to send, stored or from the payload. Refuses a draft that was sent already, for example
 * by a double click.
 */
async function loadDraft(context: AnyContext, payload: EmailInput): Promise<EmailInput> {
  if (!payload.emailId) return payload
  const draft = await lockRow(context, Email, payload.emailId)
  refuseSent(draft)
  return { ...draft, ...payload }
}

/** Refuses a mail that the caller sent with the same subject and text within the last minute. */
async function refuseRepetition(context: AnyContext, subject: string, message: string): Promise<void> {
  const { userId } = context.actor
  await sql`select pg_advisory_xact_lock(hashtext('email'), ${userId}::integer)`.execute(context.db)
  const before = await sql`select 1 from email where created_by = ${userId} and subject = ${subject}
    and message = ${message} and sent_at is not null
    and created_at > clock_timestamp() - interval '1 minute'`.execute(context.db)
  if (before.rows.length > 0) refuse.conflict('You sent this very mail a moment ago.')
}

async function sendToMany(context: AnyContext, payload: EmailInput) {
  const email = await loadDraft(context, payload)
  const content = getContent(email)
  const faults = await loadFaults(context, content, email)
  const audience = await loadAudience(context, email)
  if (audience.recipients.length === 0)
    faults.push({
      field: 'contactTypeIds',
      message: 'Contact types: nobody would get this mail. Choose its recipients.',
    })
  if (faults.length > 0) refuse.invalid(faults)
  await refuseRepetition(context, content.subject, content.body)
  const { who: recipientFilter = {}, contactTypeIds = [], attachments = [], emailTemplateId = null } = email
  const { subject, body: message, kind } = content
  const values = toColumns({
    subject,
    message,
    kind,
    who: recipientFilter,
    contactTypeIds,
    attachments,
    emailTemplateId,
  })
  const owned = { ...values, createdBy: context.actor.userId }
  const row = email.emailId
    ? await updateRow(context, Email, email.emailId, owned)
    : await insertRow(context, Email, owned)
  const emailId = row.emailId as number
  const sender = context.actor.userId
  await sendBulkMail(context, {
    content,
    recipients: audience.recipients,
    attachments,
    event: 'email.bulk',
    emailId,
    sender,
  })
  return { ...countRecipients(audience), emailId }
}

/** Loads the options of the form for a mail: recipients, filters and placeholders. */
async function loadFormOptions(context: AnyContext) {
  const options = (key: string, label: string, from: string) =>
    sql`(select coalesce(json_agg(json_build_object('value', ${sql.ref(key)}, 'label', ${sql.raw(label)})
      order by lower(${sql.raw(label)})), '[]') from ${sql.raw(from)})`
  const result = await sql<
    Record<
      'companies' | 'counties' | 'federalTypes' | 'properties' | 'users',
      { value: number; label: string }[]
    >
  >`
    select ${options('management_company_id', 'name', 'management_company')} as companies,
      ${options('county_id', 'name', 'county')} as counties,
      ${options('federal_type_id', 'name', 'federal_type')} as federal_types,
      ${options('property_id', `concat_ws(', ', name, agency_number)`, `property where status_id <> ${PropertyStatus.Deleted}`)} as properties,
      ${options('user_id', `coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name) || ' <' || email || '>'`, 'app_user where active')} as users`.execute(
    context.db,
  )
  const toOptions = (choices: readonly { id: number; label: string }[]) =>
    choices.map(({ id, label }) => ({ value: id, label }))
  return {
    ...result.rows[0]!,
    contactTypes: toOptions(getLookupChoices(contactTypeLabels)),
    statuses: toOptions(getLookupChoices(propertyStatusLabels)).filter(
      (item) => item.value !== PropertyStatus.Deleted,
    ),
    placeholders: { ...placeholders } as Record<keyof typeof placeholders, { name: string; label: string }[]>,
  }
}

const loadEmailList = async (context: AnyContext): Promise<EmailLine[]> => {
  const result = await sql<EmailLine>`
    select e.email_id, e.subject, e.email_template_id, e.created_at, e.sent_at, e.total,
    t.name as template_name,
      nullif(trim(u.first_name || ' ' || u.last_name), '') as created_by_name,
      jsonb_array_length(e.attachments) as attachments,
      o.sent, o.waiting, o.not_sent
    from (select * from email order by email_id desc limit ${MAX_LISTED}) e
    left join email_template t on t.email_template_id = e.email_template_id left
    join app_user u on u.user_id = e.created_by
    cross join lateral (select count(*) filter (where o.sent_at is not null)::integer as sent,
        count(*) filter (where o.sent_at is null and o.given_up_at is null)::integer as waiting,
        count(*) filter (where o.sent_at is null and o.given_up_at is not null)::integer as not_sent
      from outbox o where o.email_id = e.email_id) o
    order by e.email_id desc`.execute(context.db)
  return result.rows
}

type LogRow = Omit<LogLine, 'state'> & { givenUpAt: string | null }

/** Loads the delivery of a bulk mail by recipient. */
async function loadDeliveryLog(context: AnyContext, emailId: number): Promise<LogLine[]> {
  const result = await sql<LogRow>`
    select o.outbox_id, o.recipients -> 0 ->> 'email' as email, o.recipients -> 0 ->> 'name' as name,
    o.subject, o.attempts,
      o.sent_at, o.last_error, o.given_up_at
    from outbox o where o.email_id = ${emailId} order by o.outbox_id`.execute(context.db)
  const delivers = context.services.config.smtpUrl !== null
  return result.rows.map(({ givenUpAt, ...row }) => ({
    ...row,
    state: getMailState({ ...row, givenUpAt }, delivers),
  }))
}

/** The handlers of the calls for bulk mails. */
export const emailHandlers: Served[] = [
  ...serveController(emails, {
    before: async (context, values, present) => {
      if (present) refuseSent(present)
      const payload = values as EmailInput
      const message = payload.message === undefined ? {} : { message: cleanHtml(payload.message) }
      const textBody = message.message === undefined ? {} : { textBody: convertHtmlToText(message.message) }
      const author = present ? {} : { createdBy: context.actor.userId }
      return toColumns({ ...payload, ...message, ...textBody, ...author } as Partial<StoredEmail>)
    },
    beforeRemove: async (_, present) => refuseSent(present),
  }),
  serve(getEmailData, loadFormOptions),
  serve(previewEmail, (context) => previewToMany(context, context.body)),
  serve(sendEmail, (context) => sendToMany(context, context.body)),
  serve(attachToEmail, async ({ uploads }) => {
    if (uploads.length === 0)
      refuse.invalid([{ field: 'attachments', message: 'Attachments: choose a file.' }])
    for (const { keep } of uploads) await keep()
    return uploads.map(({ fileName, contentType, size, contentHash }) => ({
      fileName,
      contentType,
      sizeBytes: size,
      contentHash,
    }))
  }),
  serve(getEmailList, loadEmailList),
  serve(getEmailLog, async (context) => {
    const result = await sql`select 1 from email where email_id = ${context.params.emailId}`.execute(
      context.db,
    )
    if (result.rows.length === 0) refuse.notFound('This mail')
    return loadDeliveryLog(context, context.params.emailId)
  }),

  serve(resendEmail, async (context) => {
    const { emailId } = await lockRow(context, Email, context.params.emailId)
    const { outboxIds = null } = context.body
    const requeued = await sql`update outbox set given_up_at = null, last_error = null, attempts = 0,
        queued_at = clock_timestamp(), next_attempt_at = clock_timestamp()
      where email_id = ${emailId} and sent_at is null
        and case when ${outboxIds}::integer[] is null then given_up_at is not null
        else outbox_id = any (${outboxIds}::integer[]) end
      returning outbox_id`.execute(context.db)
    return { resent: requeued.rows.length }
  }),
]
