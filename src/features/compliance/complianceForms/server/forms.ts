import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { serveReview } from '#engines/review/server/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { forms as declared, type FormRow } from '../model/forms.ts'
import { getAskLateLink } from '../model/late.ts'
import { getEntryFaults } from '../model/rules.ts'
import { loadFormFacts, loadRequiredForm } from './inputs.ts'

/**
 * Checks a new record and returns its form and period, by default the last period that is over. Refuses a
 * second record for a period, and a form that is not open for entry.
 */
async function checkNewRecord(
  context: AnyContext,
  propertyId: number,
  payload: { exhibitId?: number; periodEnd?: string },
) {
  const { exhibitId, periodEnd } = payload
  if (!exhibitId) return refuse.invalid([{ field: 'exhibitId', message: `Form: ${REQUIRED}` }])
  const requiredForm = await loadRequiredForm(context, propertyId, exhibitId)
  if (!requiredForm) return refuse.notFound('This form')
  if (!requiredForm.required && !requiredForm.alwaysAllowEntry)
    refuse.rule(requiredForm.exception?.trim() || 'This property does not file this form.')
  const requestedPeriod = periodEnd ?? requiredForm.periodEnd
  const projectExhibitId =
    requestedPeriod === requiredForm.periodEnd
      ? requiredForm.projectExhibitId
      : await loadRecordId(context, propertyId, exhibitId, requestedPeriod)
  if (projectExhibitId !== null)
    refuse.rule(
      `This form of the property is ${declared.numberOf(projectExhibitId)} already.`,
      [],
      buildRecordLink(declared, { projectExhibitId: projectExhibitId }),
    )
  const facts = await loadFormFacts(context, { propertyId, exhibitId, periodEnd: requestedPeriod })
  const [fault] = getEntryFaults(facts)
  const form = `${facts.exhibit.code}, ${facts.period}`
  if (fault) refuse.rule(fault.message, [], facts.periodOver ? getAskLateLink(propertyId, form) : null)
  return { exhibitId, periodEnd: requestedPeriod }
}

/** Loads the id of the record of a form for a period; null if there is none. */
async function loadRecordId({ db }: AnyContext, propertyId: number, exhibitId: number, periodEnd: string) {
  const result = await sql<{ id: number }>`select project_exhibit_id as id from project_exhibit
    where property_id = ${propertyId} and exhibit_id = ${exhibitId} and period_end = ${periodEnd}`.execute(db)
  return result.rows[0]?.id ?? null
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<FormRow, 'propertyId'>) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.Exhibit, propertyId })

/** The server side of the review of compliance forms. */
export const forms = serveReview(declared, {
  detail: loadFormFacts,
  line: {
    select: sql`e.code, e.name as form, r.period_end, r.original_received`,
    joins: sql`join exhibit e on e.exhibit_id = r.exhibit_id`,
  },
  begin: (context, { propertyId }, values) => checkNewRecord(context, propertyId ?? 0, values),
  saved: async (context, row) => {
    if (row.version === 1) await refreshTasks(context, row)
  },
  effects: {
    // Comments on documents are sent with the rejection, and remain until the documents are replaced.
    denied: async ({ db }, { projectExhibitId }) => {
      await sql`update project_exhibit set rejected_documents = coalesce(file_comments, '[]'),
        file_comments = null
        where project_exhibit_id = ${projectExhibitId}`.execute(db)
    },
  },
  steps: { correct: { stamp: () => ({ decidedById: null, decided: null, decisionComment: null }) } },
  followed: refreshTasks,
  mailLines: ({ exhibit, period }) => [`${exhibit.code}, ${exhibit.name}: ${period}.`],
  toDo: sql`(select e.code || ', ' || e.name from exhibit e where e.exhibit_id = r.exhibit_id)`,
})
