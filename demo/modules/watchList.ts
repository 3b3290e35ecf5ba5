import type { DemoPart } from '../demoPart.ts'

/** SQL: two months of the watch list. Its properties are chosen at random, and the comments are invented. */
const entriesSql = `
  insert into watch_list (property_id, year, month, watch_list_type_id, watch_list_responsibility_type_id, watch_list_weakness_type_id, entry_date, cause,
    action_plan, target_date, comment, created_by_id, created_at)
  select p.property_id, extract(year from m.first), extract(month from m.first), 1 + p.place % 3, 1 + p.place % 4, 1 + p.place % 8, m.first - 90,
    'Demonstration: it came on the list by its figures.', 'Demonstration: plan agreed with the owner.', m.first + 120,
    case when m.back = 1 or p.place % 4 <> 0 then 'Demonstration: comment of the month.' end, a.user_id, m.first + time '15:00'
  from (select q.property_id, row_number() over (order by hashtext('watch' || q.property_id), q.property_id)::integer as place from property q
    where q.status_id = 0 and q.total_units > 12) p
  cross join (select n as back, (date_trunc('month', $1::date) - make_interval(months => n))::date as first from generate_series(0, 1) n) m
  cross join (select user_id from app_user where user_name = 'agency.write') a
  where p.place <= 14 order by m.first, p.place`

/**
 * SQL: the previous month as it was presented to the commission. Figures of that day are not invented, so
 * they are missing.
 */
const presentedMonthSql = `
  insert into watch_list_history (year, month, presented_on, note, entries, content, logged_by_id, logged_at)
  select w.year, w.month, m.day, 'Demonstration: presented to the commission.', count(*),
    jsonb_agg(jsonb_build_object('watchListId', w.watch_list_id, 'propertyId', w.property_id, 'year', w.year, 'month', w.month, 'statusId', w.status_id,
      'watchListTypeId', w.watch_list_type_id, 'entryDate', w.entry_date, 'cause', w.cause, 'actionPlan', w.action_plan, 'targetDate', w.target_date,
      'comment', w.comment, 'figures', w.figures, 'triggers', w.triggers, 'removedOn', null, 'removalReason', null, 'version', w.version,
      'propertyName', p.name, 'city', p.city, 'typeName', t.name, 'programName', null, 'responsibilityName', b.name, 'weaknessName', k.name,
      'previousComment', null, 'cleared', false) order by w.watch_list_type_id desc, p.name), a.user_id, m.day + time '16:00'
  from watch_list w join property p using (property_id) join watch_list_type t using (watch_list_type_id)
  left join watch_list_responsibility_type b using (watch_list_responsibility_type_id) left join watch_list_weakness_type k using (watch_list_weakness_type_id)
  cross join (select date_trunc('month', $1::date)::date as first, (date_trunc('month', $1::date) + interval '3 days')::date as day) m
  cross join (select user_id from app_user where user_name = 'agency.write') a
  where make_date(w.year, w.month, 1) = (m.first - interval '1 month')::date
  group by w.year, w.month, m.day, a.user_id`

/** Loads the watch list. */
export default {
  after: ['properties', 'people'],
  load: async ({ client, day }) => {
    await client.query(entriesSql, [day])
    await client.query(presentedMonthSql, [day])
  },
} satisfies DemoPart
