import { sql } from 'kysely'
import type { z } from 'zod'
import { cleanHtml } from '#core/correspondence/outbox/server/index.ts'
import { loadHistory } from '#core/platform/history/server/index.ts'
import { reconcile } from '#core/platform/lookups/model/index.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import { insertRow, lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  createTemplate,
  getTemplate,
  getTemplateHistory,
  getTemplateModel,
  getTemplates,
  previewTemplate,
  removeTemplate,
  sendTest,
  type TemplateDetail,
  type TemplateLine,
  updateTemplate,
} from '../model/calls.ts'
import { getContentFaults, type MailContent } from '../model/content.ts'
import { EmailTemplate, EmailTemplateSchedule } from '../model/entities.ts'
import { getNextDue, type Rhythm, readRhythm } from '../model/schedule.ts'
import { loadPropertyFacts } from './audience.ts'
import { type ComposedMail, composeMail, getMailParts } from './compose.ts'

type TemplateInput = z.infer<NonNullable<typeof updateTemplate.body>>
type Schedule = TemplateDetail['schedules'][number]
type Template = Omit<TemplateDetail, 'schedules'>

const blank: TemplateDetail = {
  emailTemplateId: 0,
  name: '',
  description: null,
  kind: 'Property',
  subject: '',
  emailBody: '',
  additionalParameters: [],
  typeIds: [],
  userIds: [],
  sendToCreatedBy: false,
  sendToMcAdmin: false,
  sendToCertifiedBy: false,
  properties: {},
  active: true,
  createdBy: null,
  createdAt: '',
  version: 1,
  schedules: [],
}

async function loadDetail(context: AnyContext, templateId: number): Promise<TemplateDetail> {
  const result = await sql<TemplateDetail>`
    select t.*, coalesce((select json_agg(json_build_object('emailTemplateScheduleId',
    s.email_template_schedule_id,
        'date', s.date, 'repeat', s.repeat, 'type', s.type, 'active', s.active)
        order by s.date, s.email_template_schedule_id)
      from email_template_schedule s where s.email_template_id = t.email_template_id), '[]') as schedules
    from email_template t where t.email_template_id = ${templateId}`.execute(context.db)
  return result.rows[0] ?? refuse.notFound('This template')
}

/** Serializes the values of JSON columns for the database. */
const toColumns = (values: Partial<Template>) => ({
  ...values,
  ...(values.additionalParameters
    ? { additionalParameters: JSON.stringify(values.additionalParameters) }
    : {}),
  ...(values.properties ? { properties: JSON.stringify(values.properties) } : {}),
})

/** Checks the payload together with the stored template, and cleans its HTML. Refuses with all faults. */
async function checkTemplate(
  context: AnyContext,
  payload: Partial<Template>,
  present: Template | null,
): Promise<Partial<Template>> {
  const merged = { ...blank, ...present, ...payload }
  const emailBody = cleanHtml(merged.emailBody)
  const faults: Fault[] = []
  if (!merged.name.trim()) faults.push({ field: 'name', message: 'Name: *Field is required' })
  if (!merged.subject.trim()) faults.push({ field: 'subject', message: 'Subject: *Field is required' })
  if (!emailBody) faults.push({ field: 'emailBody', message: 'Body: *Field is required' })
  const content: MailContent = { ...merged, body: emailBody, own: merged.additionalParameters }
  faults.push(...getContentFaults(content, { body: 'emailBody', own: 'additionalParameters' }))
  const result = await sql`select 1 from email_template where lower(name) = lower(${merged.name.trim()})
    and email_template_id <> ${present?.emailTemplateId ?? 0}`.execute(context.db)
  if (result.rows.length > 0) faults.push({ field: 'name', message: 'Name: another template is called so.' })
  if (faults.length > 0) refuse.invalid(faults)
  return {
    ...payload,
    ...(payload.name ? { name: payload.name.trim() } : {}),
    ...(payload.emailBody === undefined ? {} : { emailBody }),
  }
}

/** Stores the schedules as sent: those with an id are changed, others added, and missing ones removed. */
async function saveSchedules(
  context: AnyContext,
  templateId: number,
  schedules: readonly Partial<Schedule>[],
  present: readonly Schedule[],
): Promise<void> {
  const plan = reconcile<Schedule, Partial<Schedule>>(
    present,
    schedules,
    (item) => item.emailTemplateScheduleId,
  )
  const rows = (list: readonly Partial<Schedule>[]) => sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    as w("emailTemplateScheduleId" integer, date date, repeat text, type text, active boolean)`
  await sql`delete from email_template_schedule where email_template_id = ${templateId}
    and email_template_schedule_id = any
    (${plan.delete.map((item) => item.emailTemplateScheduleId)}::integer[])`.execute(context.db)
  await sql`update email_template_schedule s set date = w.date, repeat = w.repeat, type = w.type,
    active = w.active
    from ${rows(plan.update)}
    where s.email_template_schedule_id = w."emailTemplateScheduleId" and s.email_template_id = ${templateId}
      and (s.date, s.repeat, s.type, s.active) is distinct from (w.date, w.repeat, w.type, w.active)`.execute(
    context.db,
  )
  await sql`insert into email_template_schedule (email_template_id, date, repeat, type, active)
    select ${templateId}::integer, w.date, w.repeat, w.type, w.active from ${rows(plan.create)}`.execute(
    context.db,
  )
}

/** Converts sent schedules to the stored form (ENT-18). Refuses those that cannot be read. */
function readSchedules(schedules: NonNullable<TemplateInput['schedules']>): Partial<Schedule>[] {
  const faults: Fault[] = []
  const read = schedules.map((schedule, index) => {
    const { repeat, type } = readRhythm(schedule)
    if (!repeat)
      faults.push({ field: `schedules.${index}.repeat`, message: 'Repeat: Choose one from the list.' })
    if (!type) faults.push({ field: `schedules.${index}.type`, message: 'Day: Choose one from the list.' })
    return { ...schedule, repeat: repeat ?? 'Once', type: type ?? 'Calendar day' }
  })
  if (faults.length > 0) refuse.invalid(faults)
  return read
}

async function createStoredTemplate(
  context: AnyContext,
  { schedules = [], ...sent }: TemplateInput,
): Promise<TemplateDetail> {
  const values = { ...getWritableFields(sent), createdBy: context.actor.userId }
  const row = await insertRow(context, EmailTemplate, toColumns(await checkTemplate(context, values, null)))
  const templateId = row.emailTemplateId as number
  await saveSchedules(context, templateId, readSchedules(schedules), [])
  return loadDetail(context, templateId)
}

async function changeStoredTemplate(
  context: AnyContext,
  { schedules, ...sent }: TemplateInput,
): Promise<TemplateDetail> {
  const templateId = sent.emailTemplateId ?? 0
  const { version } = await lockRow(context, EmailTemplate, templateId)
  await refuseStaleVersion(context, EmailTemplate, templateId, sent.version, version)
  const present = await loadDetail(context, templateId)
  await updateRow(
    context,
    EmailTemplate,
    templateId,
    toColumns(await checkTemplate(context, getWritableFields(sent), present)),
  )
  if (schedules) await saveSchedules(context, templateId, readSchedules(schedules), present.schedules)
  return loadDetail(context, templateId)
}

/** Returns the payload without the fields that only the server sets. */
function getWritableFields({
  emailTemplateId: _,
  version: __,
  createdBy: ___,
  createdAt: ____,
  ...sent
}: Partial<Template>) {
  return Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== undefined),
  ) as Partial<Template>
}

type ListRow = Omit<TemplateLine, 'repeats' | 'nextDue'> & { schedules: Rhythm[] }

async function loadTemplateList(context: AnyContext): Promise<TemplateLine[]> {
  const today = context.settings.today()
  const result = await sql<{ holidays: string[]; templates: ListRow[] }>`
    select array(select holiday_date::text from holiday where holiday_date >= ${today}) as holidays,
      array(select json_build_object('emailTemplateId', t.email_template_id, 'name', t.name, 'description',
      t.description,
        'kind', t.kind, 'subject', t.subject, 'active', t.active,
        'createdByName', nullif(trim(u.first_name || ' ' || u.last_name), ''),
        'lastSent', (select max(e.sent_at) from email e where e.email_template_id = t.email_template_id),
        'schedules', coalesce((select json_agg(json_build_object('date', s.date, 'repeat', s.repeat, 'type',
        s.type) order by s.date)
          from email_template_schedule s where s.email_template_id = t.email_template_id and s.active), '[]'))
      from email_template t left join app_user u on u.user_id = t.created_by
      order by lower(t.name)) as templates`.execute(context.db)
  const { holidays, templates } = result.rows[0]!
  return templates.map(({ schedules, ...line }) => {
    const days = line.active
      ? schedules.flatMap((schedule) => getNextDue(schedule, today, holidays) ?? [])
      : []
    return {
      ...line,
      repeats: [...new Set(schedules.map((schedule) => schedule.repeat))],
      nextDue: days.sort()[0] ?? null,
    }
  })
}

type PreviewBody = z.infer<NonNullable<typeof previewTemplate.body>>

/** Composes the text as the caller would receive it about a property. Refuses faults with their fields. */
async function preview(context: AnyContext, payload: PreviewBody): Promise<ComposedMail> {
  const { kind = 'Property', subject = '', additionalParameters: ownPlaceholders = [], propertyId } = payload
  const content: MailContent = {
    kind,
    subject,
    body: cleanHtml(payload.emailBody ?? ''),
    own: ownPlaceholders,
  }
  const faults = getContentFaults(content, { body: 'emailBody', own: 'additionalParameters' })
  if (faults.length > 0) refuse.invalid(faults)
  const facts = propertyId ? await loadPropertyFacts(context.transaction, [propertyId]) : new Map()
  if (propertyId && !facts.has(propertyId)) refuse.notFound('This property')
  return composeMail(context, content, context.actor.name, [...facts.values()])
}

/** The handlers of the calls for templates. */
export const templateHandlers: Served[] = [
  serve(getTemplates, loadTemplateList),
  serve(getTemplateModel, async (context) => ({ ...blank, createdAt: context.services.now().toISOString() })),
  serve(getTemplate, (context) => loadDetail(context, context.params.id)),
  serve(createTemplate, (context) => createStoredTemplate(context, context.body)),
  serve(updateTemplate, (context) => changeStoredTemplate(context, context.body)),

  serve(removeTemplate, async (context) => {
    const { emailTemplateId } = await lockRow(context, EmailTemplate, context.params.id)
    await context.db.deleteFrom('emailTemplate').where('emailTemplateId', '=', emailTemplateId).execute()
    return true
  }),

  serve(getTemplateHistory, async (context) => {
    const { emailTemplateId, schedules } = await loadDetail(context, context.params.id)
    return loadHistory(context, EmailTemplate.name, emailTemplateId, [
      { table: EmailTemplate.table, ids: [emailTemplateId] },
      {
        table: EmailTemplateSchedule.table,
        ids: schedules.map((schedule) => schedule.emailTemplateScheduleId),
      },
    ])
  }),

  serve(previewTemplate, (context) => preview(context, context.body)),

  serve(sendTest, async (context) => {
    const composed = await preview(context, context.body)
    const { email, name } = context.actor
    if (!composed.text) refuse.invalid([{ field: 'emailBody', message: 'Body: *Field is required' }])
    const parts = getMailParts(context.services, { ...composed, subject: `[Test] ${composed.subject}` })
    await sendMail(context, { event: 'template.test', recipients: [{ email, name }], ...parts })
    return { sentTo: email }
  }),
]
