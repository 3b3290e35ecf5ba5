import type { DemoPart } from '../demoPart.ts'
import { getStepTakers } from '../filedRecords.ts'

/**
 * SQL: the invented decontrol of the properties with a decontrol status, with the dates up to that status.
 * Days are counted back from the current day of the demonstration.
 */
const schedulesSql = `
  with of as (select property_id, decontrol_status as status, $1::date - (decontrol_status * 30 + property_id % 25) as asked from property
    where status_id = 5 and decontrol_status is not null)
  insert into decontrol_schedule (property_id, reason, requested_on, effective_on, owner_notified_on, tenants_notified_on, release_recorded_on, reserve_disposition,
    left_open, comments, created_by, created_at)
  select property_id, (array['Extended use ended', 'Prepayment', 'Affordability ended', 'Foreclosure'])[1 + property_id % 4], asked,
    case when status >= 4 then $1::date - (property_id % 20 + 5) else $1::date + 60 + property_id % 60 end,
    case when status >= 2 then asked + 6 end, case when status >= 3 then asked + 20 end, case when status >= 4 then $1::date - 4 end,
    case when status >= 3 then 'Paid to the owner once the release is recorded.' end,
    case when status = 5 then 'The last statement follows with the sale.' end, 'Invented for the demonstration.', $2, asked
  from of`
/** SQL: after a foreclosure, the tail period ends three years after the release. */
const tailsSql = `update decontrol_schedule set tail_ends_on = effective_on + interval '3 years' where reason = 'Foreclosure'`
/** SQL: the status history of each decontrol, up to its status. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, user_id, at)
  select 'PropertyDecontrol', s.property_id, s.property_id, w.before, w.after, w.action, case when w.after = 5 then $2::integer else $1::integer end,
    (s.requested_on + w.days)::timestamp + interval '15 hours'
  from decontrol_schedule s join property p using (property_id)
  join (values (-1, 1, 'start', 0), (1, 2, 'submit', 8), (2, 3, 'startReview', 12), (3, 4, 'review', 25), (4, 5, 'approve', 40)) w (before, after, action, days)
    on w.after <= p.decontrol_status order by s.property_id, w.after`

/** Loads the decontrol of properties. */
export default {
  after: ['people', 'tasks'],
  load: async ({ client, day, users }) => {
    const { analyst, manager } = getStepTakers(users)
    await client.query(schedulesSql, [day, analyst])
    await client.query(tailsSql)
    await client.query(historySql, [analyst, manager])
  },
} satisfies DemoPart
