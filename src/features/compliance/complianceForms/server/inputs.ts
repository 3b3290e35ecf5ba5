import { type RawBuilder, sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FormDefinition } from '../model/entities.ts'
import type { FormRow } from '../model/forms.ts'
import { getPeriodName } from '../model/periods.ts'
import { formSettings } from '../model/settings.ts'

/**
 * SQL: the day by which a form is due: the due date of the task for its period, or else the days after the
 * period that the form has set.
 */
export const formDueSql = (
  propertyId: RawBuilder<unknown>,
  periodEnd: RawBuilder<unknown>,
  dueDays: RawBuilder<unknown>,
) =>
  sql`coalesce((select i.due_date from task_instance i where i.property_id = ${propertyId}
    and i.task_type_id = ${TaskType.Exhibit}
    and i.period_end = ${periodEnd} order by i.due_date limit 1), ${periodEnd} + ${dueDays})`

/** SQL: a form definition as JSON with the names of its fields. */
const exhibitJson = sql`jsonb_build_object('exhibitId', e.exhibit_id, 'code', e.code, 'name', e.name,
  'exhibitScheduleTypeId', e.exhibit_schedule_type_id,
  'dueDays', e.due_days, 'federalTypeIds', e.federal_type_ids, 'slots', e.slots, 'questions', e.questions,
  'instruction', e.instruction,
  'originalRequired', e.original_required, 'active', e.active)`

type FormFactsRow = {
  exhibit: FormDefinition
  months: number | null
  dueDate: string
  alwaysAllowEntry: boolean
}

/**
 * Loads the facts that a form's screen and rules need in addition to the record, in one statement plus the
 * settings.
 */
export async function loadFormFacts(
  context: AnyContext,
  row: Pick<FormRow, 'propertyId' | 'exhibitId' | 'periodEnd'>,
) {
  const { propertyId, exhibitId, periodEnd } = row
  const result = await sql<FormFactsRow>`
    select ${exhibitJson} as exhibit, t.months,
    ${formDueSql(sql`${propertyId}::integer`, sql`${periodEnd}::date`, sql`e.due_days`)}::text as
    due_date,
      coalesce(s.always_allow_entry, false) as always_allow_entry
    from exhibit e join exhibit_schedule_type t using (exhibit_schedule_type_id)
    left join project_exhibit_settings s on s.exhibit_id = e.exhibit_id and s.property_id = ${propertyId}
    where e.exhibit_id = ${exhibitId}`.execute(context.db)
  const { exhibit, months, dueDate, alwaysAllowEntry } = result.rows[0]!
  const today = context.settings.today()
  const entryCloses = addDays(dueDate, await context.settings.get(formSettings.entryDays))
  const periodOver = months === null || periodEnd < today
  return {
    exhibit,
    period: getPeriodName(periodEnd, months),
    dueDate,
    alwaysAllowEntry,
    periodOver,
    entryCloses,
    entryOpen: alwaysAllowEntry || (periodOver && today <= entryCloses),
  }
}

/** A form of a property for its last period, with its record if there is one. */
export type RequiredForm = {
  propertyId: number
  exhibitId: number
  periodEnd: string
  required: boolean
  alwaysAllowEntry: boolean
  exception: string | null
  projectExhibitId: number | null
  statusId: number | null
}

/** SQL: the record of a required form `q` for its period, or for any period if the form is filed once. */
export const recordOfRequiredFormSql = sql`r.property_id = q.property_id and r.exhibit_id = q.exhibit_id
  and (not q.recurs or r.period_end = q.period_end)`

/** Loads a form of a property for its last period with its record; undefined if there is no such form. */
export async function loadRequiredForm(
  context: AnyContext,
  propertyId: number,
  exhibitId: number,
): Promise<RequiredForm | undefined> {
  const result = await sql<RequiredForm>`
    select q.property_id, q.exhibit_id, q.period_end::text, q.required, q.always_allow_entry, q.exception,
    r.project_exhibit_id, r.status_id
    from required_exhibits(${context.settings.today()}::date) q left
    join project_exhibit r on ${recordOfRequiredFormSql}
    where q.property_id = ${propertyId} and q.exhibit_id = ${exhibitId}
    order by r.project_exhibit_id desc nulls last limit 1`.execute(context.db)
  return result.rows[0]
}
