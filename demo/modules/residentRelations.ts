import { seal } from '#core/portfolio/households/server/index.ts'
import { getReplyDue } from '#features/compliance/residentRelations/model/rules.ts'
import { residentSettings } from '#features/compliance/residentRelations/model/settings.ts'
import { addDays } from '#kernel/model/dates.ts'
import { largestCompany } from '../accounts.ts'
import type { DemoPart } from '../demoPart.ts'

/**
 * Matters of residents in every status, at properties of the largest company. The matters and the people are
 * invented.
 */
const matters: readonly [
  place: number,
  kind: number,
  status: number,
  days: number,
  channel: string,
  words: string,
][] = [
  [1, 1, 3, 6, 'Phone', 'The heating of the unit is out.'],
  [2, 3, 4, 9, 'Web', 'A late fee was charged twice.'],
  [3, 5, 2, 4, 'Phone', 'An application was refused for a reason that is not allowed.'],
  [4, 9, 5, 40, 'Mail', 'Bed bugs in the building.'],
  [5, 8, 1, 1, 'Phone', 'The door of the stairs does not lock.'],
  [6, 11, 3, 18, 'Referral', 'The deposit was not returned.'],
]

/** SQL: inserts a matter of a resident, with the texts and dates of its status. */
const insertMatterSql = `
  insert into resident_relations (property_id, resident_relations_issue_type_id, status_id, received_on, channel, confidential, resident_name, unit, description, due_at,
    assigned_to_id, question, management_company_id, sent_at, company_response, responded_at, responded_by_id, resolution, satisfaction, closed_at, closed_by_id, created_by_id, created_at)
  select p.property_id, $3, $4, d.day, $6, t.fair_housing, $7, $8, $9, $11::timestamptz, case when $4 > 1 then a.user_id end,
    case when s.sent then 'Demonstration: please look into it and reply.' end, case when s.sent then p.management_company_id end, case when s.sent then d.day + 1 + time '15:00' end,
    case when $4 > 3 then 'Demonstration: it is done.' end, case when $4 > 3 then d.day + 4 + time '15:00' end, case when $4 > 3 then u.user_id end,
    case when $4 = 5 then 'Demonstration: the resident confirms it.' end, case when $4 = 5 then 4 end, case when $4 = 5 then d.day + 8 + time '15:00' end,
    case when $4 = 5 then a.user_id end, a.user_id, d.day + time '15:00'
  from (select q.property_id, q.management_company_id, row_number() over (order by q.property_id) as place from property q
    join management_company c using (management_company_id) where c.name = $1 and q.status_id = 0) p
  join resident_relations_issue_type t on t.resident_relations_issue_type_id = $3
  cross join (select $2::date - $5::integer as day) d cross join (select $4::integer >= 3 and not (select fair_housing from resident_relations_issue_type where resident_relations_issue_type_id = $3) as sent) s
  cross join (select user_id from app_user where user_name = 'company.admin') u cross join (select user_id from app_user where user_name = 'agency.write') a
  where p.place = $10`

/** SQL: the first step in the history of every matter. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, user_id, at)
  select 'ResidentRelations', m.resident_relations_id, m.property_id, null, 1, 'open', m.created_by_id, m.created_at from resident_relations m`

/** Loads matters of residents. */
export default {
  after: ['properties', 'people', 'holidays'],
  load: async ({ client, day }) => {
    const result = await client.query<{ day: string }>('select holiday_date::text as day from holiday')
    const terms = {
      replyDays: residentSettings.replyDays.default,
      lifeSafetyHours: residentSettings.lifeSafetyHours.default,
      holidays: new Set(result.rows.map((row) => row.day)),
    }
    for (const [place, kind, status, days, channel, text] of matters)
      await client.query(insertMatterSql, [
        ...[largestCompany, day, kind, status, days, channel],
        ...[
          seal(`Demonstration Resident ${place}`),
          seal(String(100 + place)),
          seal(`Demonstration: ${text}`),
          place,
        ],
        getReplyDue(
          { receivedOn: addDays(day, -days), lifeSafety: false },
          { ...terms, loggedAt: new Date(day) },
        ),
      ])
    await client.query(historySql)
  },
} satisfies DemoPart
