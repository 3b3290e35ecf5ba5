import type pg from 'pg'
import { FIRST_ID, isGenerated, pickRandom, quoteAll } from './pickRandom.ts'

const POPULATIONS = quoteAll(['Veterans', 'Homeless', 'Youth aging out of care', 'Other'])
/** Days relative to today, at the limits that reports ask for. */
const DAY_OFFSETS = pickRandom(-400, -31, -2, -1, 0, 0, 1, 29, 30, 31, 90, 400)

const properties = [
  `update property p set non_compliant = random() < 0.2, status_id = ${pickRandom(0, 0, 0, 0, 0, 1, 2, 5)},
    service_date = case when random() < 0.8 then ${pickRandom("'2008-11-20'", "'2023-01-01'", "'2023-12-31'", "'2024-02-29'", "'2025-06-30'")}::date end where ${isGenerated('p')}`,
]

/**
 * Certifications of three years in every state, with agencies that closed or whose agreements ended, and the
 * contacts of those agencies.
 */
const referrals = [
  `insert into housing_priority_certification (property_id, year, lra_name, lra_agreement_ends, lra_closed_on, status_id, submitted)
    select p.property_id, y, case when random() < 0.8 then 'Referrals ' || floor(random() * 6) end, case when random() < 0.85 then $3::date + ${DAY_OFFSETS} end,
      case when random() < 0.1 then $3::date - floor(random() * 50)::integer end, ${pickRandom(1, 1, 2, 3, 4, 5, 5, 6)}, make_date(y + 1, 1, 31)
    from property p, generate_series($2 - 2, $2) y where ${isGenerated('p')} and random() < 0.4`,
  `insert into contact (contact_id, name, company, phone, email, active) overriding system value
    select p.property_id * 3 + k, 'Contact ' || p.property_id || '.' || k, case when random() < 0.8 then 'Referrals ' || floor(random() * 6) end,
      case when random() < 0.8 then '573555' || lpad(k::text, 4, '0') end, case when random() < 0.8 then 'contact' || k || '@referrals.example' end, random() < 0.7
    from property p, generate_series(0, 2) k where ${isGenerated('p')} and random() < 0.4`,
  `insert into property_contact (property_id, contact_id, contact_type_id, lead_referral_agency)
    select c.contact_id / 3, c.contact_id, t, random() < 0.6 from contact c, generate_series(4, 5) t where c.contact_id > ${FIRST_ID} * 3 and random() < 0.6`,
  `insert into lra_contact_change (property_id, contact_id, name, changed_at)
    select c.contact_id / 3, case when random() < 0.8 then c.contact_id end, c.name, $3::date - ${pickRandom(0, 1, 200, 200, 900)} + time '02:30'
    from contact c, generate_series(1, 2) where c.contact_id > ${FIRST_ID} * 3 and random() < 0.6`,
]

/** Chains, splits and merges of properties, dated at the limits of years or without a date. */
const resyndications = [
  `insert into resyndication (old_property_id, new_property_id, resyndication_type, resyndicated_date)
    select p.property_id, p.property_id + k, ${pickRandom(...quoteAll(['4% credit', '9% credit', 'Split', 'Merge', 'Other']))},
      case when random() < 0.9 then ${pickRandom("'2019-12-31'", "'2020-01-01'", "'2024-02-29'", "'2025-12-31'", "'2026-01-01'")}::date end
    from property p, generate_series(1, 3) k where ${isGenerated('p')} and random() < 0.25 and exists (select from property q where q.property_id = p.property_id + k)`,
]

/**
 * Units reserved for populations, their households in the newest months, and units that are or were on hold
 * or were rented again.
 */
const specialNeeds = [
  `insert into special_needs_set_aside (property_id, population, units)
    select p.property_id, n, 1 + floor(random() * 8) from property p, unnest(array[${POPULATIONS}]) n where ${isGenerated('p')} and random() < 0.4`,
  `update project_occupancy_room l set special_needs_details = (select coalesce(jsonb_agg(jsonb_build_object('population', n, 'referred', floor(random() * 4), 'others', floor(random() * 2))), '[]')
      from unnest(array[${POPULATIONS}]) n where random() < 0.4 + 0 * l.project_occupancy_room_id)
    from project_occupancy o where o.project_occupancy_id = l.project_occupancy_id and ${isGenerated('o')} and o.period_date >= make_date($2, 8, 1) and random() < 0.25`,
  `insert into special_needs_hold (property_id, population, unit, vacated_on, notified_on, hold_until, referred_on, filled_on, filled_with)
    select h.property_id, h.population, 'U-' || h.k, h.vacated, h.vacated + 2, greatest(h.vacated, $3::date + ${pickRandom(-31, -1, -1, 0, 0, 1, 20)}),
      case when random() < 0.2 then h.vacated + 5 end, case when h.rented then h.vacated + 9 end, case when h.rented then 'Referred household' end
    from (select p.property_id, k, ${pickRandom(...POPULATIONS)} as population, random() < 0.3 as rented,
        case when random() < 0.5 then make_date($2, 12, 31) + ${pickRandom(-31, -1, 0, 1)} else $3::date - ${pickRandom(0, 1, 30, 150)} end as vacated
      from property p, generate_series(1, 4) k where ${isGenerated('p')} and random() < 0.25) h`,
]

/**
 * Matters of every state, some received and closed on the same day, some closed in the evening here but after
 * midnight in UTC.
 */
const matters = [
  `insert into resident_relations (property_id, resident_relations_issue_type_id, status_id, received_on, channel, life_safety, confidential, due_at, assigned_to_id, sent_at, closed_at)
    select m.property_id, m.kind, m.state, m.received, 'Phone', m.urgent, m.kind in (5, 10),
      case when m.urgent then m.received + 1 + time '02:00' else m.received + 14 + time '23:59:59' end, ${pickRandom('null', 'null', 1, 2)}::integer, m.received + interval '12:00',
      case when m.state = 5 then least($3::date + time '14:00', m.received + ${pickRandom(...quoteAll(['17:00', '23:30', '25:30', '5 days 05:30', '14 days 03:00', '40 days 15:00']))}::interval) end
    from (select p.property_id, 1 + floor(random() * 12)::integer as kind, ${pickRandom(1, 2, 3, 4, 5, 5, 5)} as state, random() < 0.2 as urgent,
        $3::date - ${pickRandom(0, 1, 1, 13, 14, 15, 21, 50, 110, 111, 400)} as received
      from property p, generate_series(1, 6) where ${isGenerated('p')} and random() < 0.35) m`,
]

/**
 * Removes the monthly tasks of some properties. Adds filings of every subject in every state, due and opened
 * yesterday, today and tomorrow, and statements with the day of their arrival.
 */
const filings = [
  ...['task_instance', 'task_schedule'].map(
    (table) =>
      `delete from ${table} t where ${isGenerated('t')} and t.property_id % 10 = 3 and t.task_type_id = 3`,
  ),
  `insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year, enabled) overriding system value
    select p.property_id * 10 + t, p.property_id, t, 2, $1, random() < 0.9 from property p, unnest(array[1, 2, 4, 5, 6, 7, 8]) t where ${isGenerated('p')} and random() < 0.6`,
  `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id)
    select s.property_id, s.task_schedule_id, s.task_type_id, make_date(y, 1, 1), make_date(y, 12, 31), least(d.due, d.opened), d.due, d.due, ${pickRandom(-1, -1, 1, 2, 3, 4, 5, 6)}
    from task_schedule s, generate_series($2 - 2, $2 + 1) y cross join lateral (select $3::date + ${DAY_OFFSETS} + 0 * s.task_schedule_id + 0 * y as due,
      $3::date + ${pickRandom(-300, -30, -1, 0, 0, 1)} + 0 * s.task_schedule_id + 0 * y as opened) d
    where ${isGenerated('s')} and s.task_type_id not in (1, 3) and random() < 0.5`,
  `insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date, status_id, submitted)
    select s.property_id, s.task_schedule_id, 1, make_date(y, 1, 1), make_date(y, 12, 31), make_date(y + 1, 1, 1), d.due, d.due, coalesce(a.status_id, -1), a.submitted
    from task_schedule s cross join generate_series($1, $2) y left join annual_statement a on a.property_id = s.property_id and a.year = y
    cross join lateral (select coalesce((a.submitted at time zone 'America/Chicago')::date + ${pickRandom(-40, -1, 0, 0, 30)}, make_date(y + 1, 3, 31)) as due) d
    where ${isGenerated('s')} and s.task_type_id = 1`,
]

/**
 * Findings of every state and severity, some visible only to the agency; visits with their scores, and forms
 * that are filed or not.
 */
const findingsAndVisits = [
  `insert into non_compliance (property_id, non_compliance_type_id, status_id, severity, title, opened_on, visible_to_company, response, responded_at, closed_on, closing_note)
    select f.property_id, 15, f.state, 1 + floor(random() * 3)::integer, 'Found', $3::date - ${pickRandom(0, 1, 30, 200, 900, 4500, 5000)}, random() < 0.8,
      case when f.state = 2 then 'Done' end, case when f.state = 2 then now() end, case when f.state > 2 then $3::date end, case when f.state > 2 then 'Closed' end
    from (select p.property_id, ${pickRandom(1, 2, 3, 4)} as state from property p, generate_series(1, 3) where ${isGenerated('p')} and random() < 0.3) f`,
  `insert into property_building (property_id, bin, service_date)
    select p.property_id, 'BIN-' || k, case when random() < 0.7 then ${pickRandom("'2009-05-01'", "'2023-06-01'", "'2024-02-29'", "'2024-12-31'")}::date end
    from property p, generate_series(1, 2) k where ${isGenerated('p')} and random() < 0.4`,
  `insert into compliance_inspection (compliance_inspection_id, property_id, status_id, inspection_type, visited_on, reported_on, closed_on) overriding system value
    select p.property_id * 5 + k, p.property_id, v.state, ${pickRandom(...quoteAll(['Periodic', 'Periodic', 'Annual', 'Special', 'File only']))}, v.day, case when v.state > 3 then v.day + 5 end,
      case when v.state = 8 then v.day + 90 end
    from property p cross join generate_series(1, 3) k cross join lateral (select ${pickRandom(3, 4, 5, 8)} + 0 * p.property_id + 0 * k as state,
      ${pickRandom("'2021-03-05'", "'2023-04-20'", "'2023-04-21'", "'2024-02-29'", "'2025-04-21'", "'2026-02-20'")}::date + 0 * p.property_id + 0 * k as day) v where ${isGenerated('p')} and random() < 0.4`,
  `insert into compliance_inspection (property_id, status_id, due_by) select p.property_id, 1, $3::date from property p where ${isGenerated('p')} and random() < 0.2`,
  `insert into property_inspection (property_id, inspection_date, score, source)
    select i.property_id, i.visited_on - ${pickRandom(0, 0, 0, 40)}, case when random() < 0.9 then ${pickRandom(30, 59.9, 60, 60, 75, 92.5, 99)} end, 'HUD'
    from compliance_inspection i where ${isGenerated('i')} and i.visited_on is not null and random() < 0.6`,
  `insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, noncompliance_on, notified_on, cure_by, file_by, filed_on)
    select i.compliance_inspection_id, i.property_id, 'BIN-1', c, i.visited_on, i.visited_on, i.visited_on + 90, i.visited_on + 135, case when random() < 0.5 then i.visited_on + 100 end
    from compliance_inspection i, unnest(array['c', 'g', 'm']) c where ${isGenerated('i')} and i.visited_on is not null and random() < 0.2 on conflict do nothing`,
  `insert into tcap_program (property_id, begins_on, ends_on, first_release_year)
    select p.property_id, date '2015-01-01', case when random() < 0.5 then $3::date + ${pickRandom(-1, 0, 1, 400)} end, 2020 from property p where ${isGenerated('p')} and random() < 0.25`,
]

/**
 * Adds the records that compliance reports are made of to a history, the same each time. It writes straight
 * into the tables, without triggers.
 */
export async function makeComplianceHistory(
  owner: pg.Client,
  first: number,
  last: number,
  today: string,
): Promise<void> {
  await owner.query(`set session_replication_role = replica; select setseed(0.5)`)
  for (const text of [
    ...properties,
    ...referrals,
    ...resyndications,
    ...specialNeeds,
    ...matters,
    ...filings,
    ...findingsAndVisits,
  ])
    await owner.query(
      text.replaceAll('$1', `${first}`).replaceAll('$2', `${last}`).replaceAll('$3', `'${today}'`),
    )
  await owner.query('reset session_replication_role; analyze')
}
