import { sql } from 'kysely'
import { getDocumentValues, refuseUnlessUnderReview, toStoredValues } from '#engines/review/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { type FileComment, ProjectExhibit } from '../model/entities.ts'
import type { FormRow } from '../model/forms.ts'
import { getMissingSlots } from '../model/rules.ts'
import { forms } from './forms.ts'
import { loadRequiredForm } from './inputs.ts'
import { loadFormMatrix, loadPropertyForms, loadPropertySummaries, loadSettings } from './lists.ts'
import { assignToSlot, findFormToUploadTo, loadUploads, storeUploads } from './uploads.ts'

/** Lists within a row are stored as JSON. */
const jsonHooks: CrudHooks = { before: async (_, values) => toStoredValues(values) }

/**
 * Checks for exceptions. An exception cannot move to another property or form, and needs a reason if it
 * waives the form.
 */
const settingHooks: CrudHooks = {
  before: async (_, values, present) => {
    const payload = { ...present, ...values }
    if (present && (payload.propertyId !== present.propertyId || payload.exhibitId !== present.exhibitId))
      refuse.invalid([{ field: 'exhibitId', message: 'Form: A setting stays with its property and form.' }])
    const isException = payload.required === false || Boolean(payload.waivedYear) || Boolean(payload.endsOn)
    if (isException && !String(payload.exception ?? '').trim())
      refuse.rule('There is a problem', [{ field: 'exception', message: 'Why: *Field is required' }])
    if (payload.startsOn && payload.endsOn && payload.endsOn < payload.startsOn)
      refuse.rule('There is a problem', [
        { field: 'endsOn', message: 'Through: it is before the beginning.' },
      ])
    return values
  },
}

/**
 * Stores the fields of a form: those of the filing for the company, those of the review for the agency while
 * the form is under review.
 */
async function storeForm(context: AnyContext, payload: Partial<FormRow>): Promise<number> {
  const { projectExhibitId: formId = 0 } = payload
  const row = formId > 0 ? await lockRow(context, ProjectExhibit, formId) : null
  if (!row || row.statusId === RequestStatus.NOT_SUBMITTED || !isAgencyWriter(context.actor))
    return forms.save(context, { request: payload })
  refuseUnlessUnderReview({ noun: 'form' }, row)
  await refuseStaleVersion(context, ProjectExhibit, formId, payload.version, row.version)
  const reviewedEntries = ProjectExhibit.review.flatMap((name) => {
    const value = payload[name as keyof FormRow]
    return value === undefined ? [] : [[name, value]]
  })
  await updateRow(context, ProjectExhibit, formId, toStoredValues(Object.fromEntries(reviewedEntries)))
  return formId
}

/** Loads a property's form for its last period; an empty one, not stored, if there is no record. */
async function loadForm(context: AnyContext, propertyId: number, exhibitId: number) {
  const requiredForm = await loadRequiredForm(context, propertyId, exhibitId)
  if (!requiredForm) return refuse.notFound('This form')
  if (requiredForm.projectExhibitId !== null) return forms.detail(context, requiredForm.projectExhibitId)
  return forms.empty(context, { propertyId, managementCompanyId: null }, { exhibitId })
}

/**
 * Loads the reasons why a form was rejected, newest first, with the comments on documents that are still to
 * be replaced.
 */
async function loadRejections(
  context: AnyContext,
  id: number,
): Promise<Answer<typeof calls.getRejectionComments>> {
  const { rejectedDocuments } = await forms.detail(context, id)
  const result = await sql<{ at: string; byName: string | null; reason: string | null }>`
    select h.at::text, nullif(trim(u.first_name || ' ' || u.last_name), '') as by_name, h.reason
    from status_history h
    left join app_user u on u.user_id = h.user_id where h.entity = ${ProjectExhibit.name} and h.row_id = ${id}
    and h.action = 'deny'
    order by h.at desc`.execute(context.db)
  const files = await loadUploads(context, id)
  const comments = rejectedDocuments.flatMap(({ fileId, comment }: FileComment) => {
    const file = files.find((file) => file.fileId === fileId && file.replacedById === null)
    return file ? [{ fileId, fileName: file.fileName, comment }] : []
  })
  return result.rows.map((row, index) => ({ ...row, files: index === 0 ? comments : [] }))
}

const readHandlers: Served[] = [
  serve(calls.getAllRecurring, async ({ db }) => {
    const result = await sql<
      Answer<typeof calls.getAllRecurring>[number]
    >`select e.*, t.name as schedule, t.months
      from exhibit e join exhibit_schedule_type t using (exhibit_schedule_type_id) where e.active
      and t.months is not null order by e.code`.execute(db)
    return result.rows
  }),
  serve(calls.getProperties, (context) => loadPropertySummaries(context, context.params.userId)),
  serve(calls.getPropertiesByCompany, (context) => {
    const { managementCompanyId, exhibitId } = context.params
    return loadPropertyForms(
      context,
      sql`p.management_company_id = ${managementCompanyId} and q.required and (${exhibitId} = 0
        or q.exhibit_id = ${exhibitId}::integer)`,
    )
  }),
  serve(calls.getPropertyExhibits, (context) =>
    loadPropertyForms(context, sql`q.property_id = ${context.params.propertyId}`),
  ),
  serve(calls.getMatrix, loadFormMatrix),
  serve(calls.getForm, (context) => loadForm(context, context.params.projectId, context.params.exhibitId)),
  serve(calls.getUploads, async (context) => {
    const requiredForm = await loadRequiredForm(context, context.params.projectId, context.params.exhibitId)
    return requiredForm?.projectExhibitId ? loadUploads(context, requiredForm.projectExhibitId) : []
  }),
  serve(calls.getReviewRows, async (context) => {
    const { projectExhibitId: id } = context.params
    const detail = await forms.detail(context, id)
    const files = await loadUploads(context, id)
    const missing = new Set(getMissingSlots(detail))
    const otherRows = [...new Set(files.map((file) => file.slot))].filter(
      (name) => !detail.exhibit.slots.some((slot) => slot.name === name),
    )
    const places = [...detail.exhibit.slots, ...otherRows.map((name) => ({ name, required: false }))]
    return places.map(({ name, required }) => ({
      slot: name,
      required,
      missing: missing.has(name),
      files: files.filter((file) => file.slot === name),
    }))
  }),
  serve(calls.getRejectionComments, (context) => loadRejections(context, context.body.projectExhibitId)),
  serve(calls.getSettings, (context) => loadSettings(context, context.params.propertyId)),
  serve(calls.getExceptionSettings, async ({ db, params }) => {
    const result = await sql<
      Answer<typeof calls.getExceptionSettings>[number]
    >`select * from project_exhibit_settings
      where property_id = ${params.propertyId} and (required is false or waived_year is not null
      or ends_on is not null) order by exhibit_id`.execute(db)
    return result.rows
  }),
  serve(calls.alwaysAllowEntry, async (context) => {
    const requiredForm = await loadRequiredForm(context, context.params.propertyId, context.params.exhibitId)
    return requiredForm?.alwaysAllowEntry ?? false
  }),
]

/** The handlers of the calls about compliance forms beyond those of the review. */
export const served: Served[] = [
  ...serveController(calls.exhibits, jsonHooks),
  ...serveController(calls.scheduleTypes),
  ...serveController(calls.exhibitSettings, settingHooks),
  ...readHandlers,
  {
    ...serve(calls.fileUpload, (context) => storeUploads(context, context.params, context.body)),
    standing: getDocumentValues(forms.kit, findFormToUploadTo),
  },
  {
    ...serve(calls.fileUploadTo, (context) => storeUploads(context, context.params, context.body)),
    standing: getDocumentValues(forms.kit, findFormToUploadTo),
  },
  serve(calls.placeDocument, (context) =>
    assignToSlot(context, context.params.fileId, context.body.documentType),
  ),
  serve(calls.updateProjectExhibit, async (context) =>
    forms.detail(context, await storeForm(context, context.body as Partial<FormRow>)),
  ),
]
