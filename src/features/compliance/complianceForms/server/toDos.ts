import { type RawBuilder, sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { type ToDoSource, taskScreenSql, taskTitleSql } from '#core/portfolio/tasks/server/index.ts'
import { startOfDay } from '#kernel/server/days.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import { formFacts } from '../model/facts.ts'
import { getAskLateLink } from '../model/late.ts'
import { formSettings } from '../model/settings.ts'
import { recordOfRequiredFormSql } from './inputs.ts'

/** SQL: whether task `i` is about forms, open for filing and not filed. */
const isWaiting = (today: string) => sql`i.task_type_id = ${TaskType.Exhibit} and ${statusIs.unfiled('i')}
  and i.window_open <= ${today}::date`

/** SQL: the last day on which the forms of task `i` can be entered. */
const entryClosesOn = (entryDays: number) => sql`(i.due_date + ${entryDays}::integer)`

/** SQL: the name of a form `e` of schedule `t` with its period: `8609-A, 2025`. */
const formTitle = sql`e.code || ', ' || case t.months
  when 1 then to_char(q.period_end, 'FMMonth YYYY') when 3 then to_char(q.period_end, '"Quarter "Q" of "YYYY')
  else to_char(q.period_end, case when to_char(q.period_end, 'MM') = '12' then 'YYYY'
  else '"year to "MM/DD/YYYY' end) end`

/** SQL: a number that identifies a form of a property, as id of its to-do. */
const formNumber = sql`(q.property_id * 1000 + q.exhibit_id)::integer`

/** SQL: the unfiled forms of the period of each waiting task that match `entryCondition`. */
const unfiledForms = (today: string, entryCondition: RawBuilder<unknown>) => sql`
  select ${formNumber}, q.property_id, null::integer, ${formFacts.permission}::text, ${formTitle}, i.due_date,
    ${startOfDay(sql`i.window_open`)}, concat('/complianceForms/', q.property_id, '/', q.exhibit_id)
  from task_instance i join required_exhibits(${today}::date) q on q.property_id = i.property_id
  and q.period_end = i.period_end
  join exhibit e on e.exhibit_id = q.exhibit_id join exhibit_schedule_type t using (exhibit_schedule_type_id)
  left join project_exhibit r on ${recordOfRequiredFormSql}
  where ${isWaiting(today)} and q.recurs and q.required and (r.status_id is null
  or r.status_id = ${sqlStatus.NOT_SUBMITTED}
    and r.submitted is null) and ${entryCondition}`

/** SQL: whether task `i` is about an earlier period, of which no form can be entered any more. */
const isEarlierPeriod = (
  today: string,
) => sql`${isWaiting(today)} and not exists (select from required_exhibits(${today}::date) q
  where q.property_id = i.property_id and q.period_end = i.period_end and q.recurs and q.required)`

/**
 * The to-dos about forms to file: those that can be entered, those for which the agency must be asked first,
 * and tasks of earlier periods.
 */
export const formsToFile: readonly ToDoSource[] = [
  {
    kind: 'complianceForm.due',
    label: 'Compliance form to file',
    act: 'File',
    waitsFor: 'company',
    rows: async (today, settings) => {
      const days = await settings.get(formSettings.entryDays)
      return unfiledForms(today, sql`(q.always_allow_entry or ${entryClosesOn(days)} >= ${today}::date)`)
    },
  },
  {
    kind: 'complianceForm.closed',
    label: 'Compliance form whose time is over',
    act: 'Ask to enter late',
    waitsFor: 'company',
    asksFirst: true,
    addressOf: ({ propertyId, title }) => getAskLateLink(propertyId ?? 0, title).to,
    rows: async (today, settings) => {
      const days = await settings.get(formSettings.entryDays)
      return unfiledForms(today, sql`not q.always_allow_entry and ${entryClosesOn(days)} < ${today}::date`)
    },
  },
  {
    kind: 'complianceForm.earlier',
    label: 'Compliance forms of an earlier period',
    act: 'Open',
    waitsFor: 'company',
    asksFirst: true,
    rows: (today) => sql`
      select i.task_instance_id, i.property_id, null::integer, ${formFacts.permission}::text, ${taskTitleSql},
      i.due_date,
        ${startOfDay(sql`i.window_open`)}, ${taskScreenSql}
      from task_instance i where ${isEarlierPeriod(today)}`,
  },
]
