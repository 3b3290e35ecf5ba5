import { largestCompany } from '../accounts.ts'
import type { DemoPart } from '../demoPart.ts'

/**
 * Loads three years of inspections. The visits, the findings and the BINs are invented. The HUD scores of
 * the properties are real and are loaded elsewhere.
 */

/** SQL: the inspectors, with their office and visits per month. */
const inspectorsSql = `
  insert into compliance_inspector (user_id, home_office, visits_per_month)
  select user_id, case kc_sl when 'KC' then 'Kansas City' else 'St. Louis' end, 22 from app_user where is_inspector order by user_id
  on conflict (user_id) do nothing`

/** SQL: invented buildings of active properties, with 16 units each. */
const buildingsSql = `
  insert into property_building (property_id, bin, name, units, service_date)
  select p.property_id, 'MO-' || lpad(p.property_id::text, 5, '0') || '-' || n, 'Building ' || chr(64 + n),
    least(16, p.total_units - 16 * (n - 1)), p.service_date
  from property p cross join lateral generate_series(1, least(8, greatest(1, (p.total_units + 15) / 16))) n
  where p.status_id = 0 and p.service_date is not null and p.total_units > 0`

/**
 * SQL: a temporary table of twelve properties of the largest company that show inspections in every status.
 * They have no open requests of other kinds.
 */
const stagedPropertiesSql = `create temporary table staged_inspection on commit drop as
  select q.property_id, row_number() over (order by q.property_id)::integer as place
  from property q join management_company c using (management_company_id)
  where c.name = $1 and q.status_id = 0 and q.total_units > 12 and exists (select from property_building b where b.property_id = q.property_id)
    and not exists (select from replacement_reserve_request r where r.property_id = q.property_id)
    and not exists (select from rent_increase_request_header r where r.property_id = q.property_id)
    and not exists (select from distribution_request r where r.property_id = q.property_id)
  order by q.property_id limit 12`

/** Returns SQL for the working day on or before a day. */
const workingDaySql = (
  day: string,
) => `(select max(g.day)::date from generate_series(${day} - 9, ${day}, interval '1 day') as g (day)
  where extract(isodow from g.day) < 6 and not exists (select from holiday o where o.holiday_date = g.day::date))`

/** SQL: the closed visits of the last three years, one at each of most properties. */
const closedVisitsSql = `
  insert into compliance_inspection (property_id, status_id, inspection_type, reason, due_by, planned_month, scheduled_on, compliance_inspector_id, low_income_units,
    sample_size, sample_draws, buildings_looked_at, files_to_review, files_reviewed, notice_on, visited_on, score, comments, reported_on, cure_by, cleared_on, closed_on, created_at)
  select p.property_id, 8, case when h.n % 9 = 0 then 'Annual' else 'Periodic' end, 'Demonstration: three years after the visit before', v.day + 20,
    date_trunc('month', v.day), v.day, k.compliance_inspector_id, p.units, s.sample_units, 1, 1 + p.units / 16, s.sample_units, s.sample_units, v.day - 14, v.day,
    case when h.n % 17 = 0 and v.day > $1::date - 170 then 41 + h.n % 19 else 66 + h.n % 33 end, 'Demonstration.', v.day + 12, v.day + 102, v.day + 60, v.day + 75, v.day - 60
  from (select property_id, service_date, coalesce(low_income_units, total_units) as units from property where status_id in (0, 5) and total_units > 0) p
  cross join lateral (select abs(hashtext('visit ' || p.property_id)) as n) h
  cross join lateral (select h.n, ${workingDaySql('($1::date - 110 - h.n % 960)')} as day) v
  join lateral (select sample_units from inspection_sample_step where low_income_units >= p.units order by low_income_units limit 1) s on true
  cross join lateral (select compliance_inspector_id from compliance_inspector order by (compliance_inspector_id + h.n) % 2, compliance_inspector_id limit 1) k
  where (h.n % 60 <> 0 or p.service_date < $1::date - 1500) and (p.service_date is null or p.service_date < v.day)`

/** SQL: the closed findings from visits of the last year. */
const closedFindingsSql = `
  insert into inspection_finding (compliance_inspection_id, property_id, number, area, unit, bin, location, severity, description, category8823, status_id, found_on, notified_on, cure_by,
    original_cure_by, response, corrected_on, responded_at, closed_on)
  select i.compliance_inspection_id, i.property_id, n, case n when 3 then 'Site' else 'Unit' end, case n when 3 then null else ((i.property_id * 7 + n * 5) % 20 + 1)::text end,
    b.bin, (array['Kitchen', 'Bath', 'Walk'])[n], (array[2, 3, 4])[n], (array['Demonstration: outlet does not trip', 'Demonstration: ceiling stained', 'Demonstration: slab raised'])[n],
    case when n < 3 then 'c' end, 3, i.visited_on, case n when 1 then i.visited_on else i.reported_on end, case n when 1 then i.visited_on + 1 when 2 then i.reported_on + 30 else i.reported_on + 60 end,
    case n when 1 then i.visited_on + 1 when 2 then i.reported_on + 30 else i.reported_on + 60 end, 'Demonstration: it is repaired.', i.reported_on + 9,
    i.reported_on + 10 + time '15:00', i.reported_on + 20
  from compliance_inspection i cross join generate_series(1, 3) n
  cross join lateral (select min(bin) as bin from property_building b where b.property_id = i.property_id) b
  where i.visited_on > $1::date - 400 and b.bin is not null and i.property_id % 2 = 0`

/**
 * SQL: the Forms 8823 for the closed findings. Most were filed as corrected, and some as not corrected, with
 * a second form later.
 */
const closedFormsSql = `
  insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, units, noncompliance_on, notified_on, cure_by, file_by, corrected_on, filed_on,
    filed_corrected, filed_by_id, second_filed_on)
  select i.compliance_inspection_id, i.property_id, f.bin, 'c', 'Demonstration', i.visited_on, i.reported_on, i.cure_by, i.cure_by + 45,
    case when l.late then i.cure_by + 5 else i.reported_on + 9 end, case when l.late then i.cure_by + 2 else i.reported_on + 20 end, not l.late, u.user_id,
    case when l.late then i.cure_by + 8 end
  from compliance_inspection i join (select distinct compliance_inspection_id, bin from inspection_finding where category8823 = 'c') f using (compliance_inspection_id)
  cross join lateral (select i.property_id % 8 = 0 and i.cure_by + 8 < $1::date as late) l
  cross join (select user_id from app_user where user_name = 'agency.write') u`

/**
 * SQL: a visit in every status, from announced to reported, at nine of the twelve properties. `days` counts
 * back from the current day.
 */
const openVisitsSql = `
  insert into compliance_inspection (property_id, status_id, inspection_type, reason, due_by, planned_month, scheduled_on, compliance_inspector_id, low_income_units, sample_size,
    sample_draws, notice_on, visited_on, score, comments, reported_on, cure_by, responded_on, created_at)
  select g.property_id, t.status, 'Annual', 'Demonstration: yearly', $1::date + 30, date_trunc('month', v.day), v.day, k.compliance_inspector_id,
    coalesce(p.low_income_units, p.total_units), s.sample_units, 1, v.day - 12, case when t.status > 2 then v.day end, case when t.status > 2 then t.score end,
    'Demonstration.', case when t.status > 3 then v.day + 10 end, case when t.status > 3 then v.day + 100 end,
    case when t.status in (5, 7) then v.day + 20 end, v.day - 40
  from staged_inspection g join property p using (property_id)
  join (values (1, 2, -6, null), (2, 3, 3, 88), (3, 4, 18, 81), (4, 4, 45, 74), (5, 5, 48, 76), (6, 5, 60, 69), (7, 7, 118, 58), (8, 7, 160, 71), (9, 4, 12, 52)) t (place, status, days, score) using (place)
  cross join lateral (select ${workingDaySql('($1::date - t.days)')} as day) v
  join lateral (select sample_units from inspection_sample_step where low_income_units >= coalesce(p.low_income_units, p.total_units) order by low_income_units limit 1) s on true
  cross join (select min(compliance_inspector_id) as compliance_inspector_id from compliance_inspector) k`

/** SQL: the sampled units of open visits. */
const openUnitsSql = `
  insert into inspection_unit (compliance_inspection_id, property_id, place, unit, bin, vacant, status_id, file_to_review, file_reviewed)
  select i.compliance_inspection_id, i.property_id, d.place, d.place::text, b.bin, d.place % 9 = 0, case when i.status_id > 2 then 2 else 1 end, true, i.status_id > 2
  from compliance_inspection i join staged_inspection g using (property_id)
  cross join lateral (select 1 + (n * 7 + i.property_id) % i.low_income_units as place from generate_series(1, i.sample_size) n group by 1) d
  cross join lateral (select min(bin) as bin from property_building b where b.property_id = i.property_id) b
  where i.status_id < 8`

/**
 * SQL: five findings of each open visit: a life-threatening one that is corrected at once, and others that
 * are answered, late or in time.
 */
const openFindingsSql = `
  insert into inspection_finding (compliance_inspection_id, property_id, number, area, unit, bin, location, standard_code, severity, description, category8823, status_id, found_on, notified_on, cure_by,
    original_cure_by, response, corrected_on, responded_at, responded_by_id, closed_on, closed_by_id)
  select i.compliance_inspection_id, i.property_id, f.number, f.area, u.unit, b.bin, f.location, f.standard, f.severity, f.words, f.category, r.status, i.visited_on,
    case when f.severity < 3 then i.visited_on else i.reported_on end,
    case when f.severity < 3 then i.visited_on + 1 else i.reported_on + f.days end, case when f.severity < 3 then i.visited_on + 1 else i.reported_on + f.days end,
    case when r.status > 1 then f.answer end, case when r.status > 1 then i.visited_on + r.days end, case when r.status > 1 then i.visited_on + r.days + time '15:00' end,
    case when r.status > 1 then c.user_id end, case when r.status = 3 then i.visited_on + 13 end, case when r.status = 3 then a.user_id end
  from compliance_inspection i join staged_inspection g using (property_id)
  cross join (values (1, 'Unit', '7', 'Hall', 'NSPIRE, fire safety', 1, 'Smoke alarm missing in the hall', 'c', 1, 'New alarm, 10-year cell.'),
    (2, 'Unit', '19', 'Bath', 'NSPIRE, ceiling', 3, 'Ceiling of the bath stained, 4 sq ft', 'c', 30, 'Seal replaced, ceiling painted.'),
    (3, 'Unit', '12', 'Bedroom', 'NSPIRE, window', 3, 'Lock of the window does not hold', null, 30, null),
    (4, 'Site', null, 'Walk', 'NSPIRE, site', 4, 'Slab raised 1 inch: people may trip', null, 60, null),
    (5, 'File', '26', null, 'Tenant file', 5, 'Recertification not completed', 'b', 90, 'Certification signed.')) f
    (number, area, unit, location, standard, severity, words, category, days, answer)
  cross join lateral (select case when f.number = 1 then case when i.status_id < 4 then 2 else 3 end
    when f.answer is not null and i.status_id in (5, 7) then 2 else 1 end as status, case when f.number = 1 then 1 else 11 end as days) r
  left join lateral (select n.unit from inspection_unit n where n.compliance_inspection_id = i.compliance_inspection_id and f.unit is not null
    order by abs(n.place - f.unit::integer), n.place limit 1) u on true
  cross join lateral (select min(bin) as bin from property_building b where b.property_id = i.property_id) b
  cross join (select user_id from app_user where user_name = 'company.admin') c cross join (select user_id from app_user where user_name = 'agency.write') a
  where i.status_id between 3 and 7`

/** SQL: the Forms 8823 for the open findings. */
const openFormsSql = `
  insert into inspection8823_date (compliance_inspection_id, property_id, bin, category, units, noncompliance_on, notified_on, cure_by, file_by, filed_on, filed_by_id)
  select i.compliance_inspection_id, i.property_id, f.bin, f.category8823, string_agg('Unit ' || f.unit, ', '), i.visited_on, i.reported_on, i.cure_by, i.cure_by + 45,
    case when i.status_id = 7 then i.cure_by + 1 end, case when i.status_id = 7 then min(a.user_id) end
  from compliance_inspection i join inspection_finding f using (compliance_inspection_id) cross join (select user_id from app_user where user_name = 'agency.write') a
  where i.status_id in (4, 5, 7) and f.category8823 is not null group by i.compliance_inspection_id, f.bin, f.category8823`

/** SQL: the visit notices and reports of open inspections. */
const lettersSql = `
  insert into inspection_letter_date (compliance_inspection_id, property_id, kind, letter_on, answer_by, shown_to_owner, note)
  select compliance_inspection_id, property_id, 'Visit notice', notice_on, null::date, true, 'Demonstration' from compliance_inspection where status_id between 2 and 7
  union all select compliance_inspection_id, property_id, 'Report', reported_on, cure_by, true, 'Demonstration' from compliance_inspection where status_id between 4 and 7`

/** SQL: the entries of open inspections in the log of non-compliance. */
const loggedSql = `
  insert into non_compliance (property_id, non_compliance_type_id, severity, blocking, title, source, source_id, source_path, opened_on, cure_by, original_cure_by, created_at)
  select i.property_id, 9, 1, true, 'Inspection of ' || to_char(i.visited_on, 'MM/DD/YYYY') || ': findings to cure', 'inspection', i.compliance_inspection_id,
    '/inspection/view/edit/' || i.compliance_inspection_id, i.reported_on, i.cure_by, i.cure_by, i.reported_on + time '11:00'
  from compliance_inspection i where i.status_id in (4, 5, 7)`
/** SQL: marks the entries in the log as mailed, so that no mails are sent about them. */
const mailedNoticesSql = `
  insert into non_compliance_notice (non_compliance_id, kind, day) select n.non_compliance_id, 'opened', n.opened_on from non_compliance n where n.source = 'inspection'
  union all select n.non_compliance_id, 'due ' || k.days, n.cure_by from non_compliance n cross join (values (10), (30)) k (days)
    where n.source = 'inspection' and n.cure_by - k.days <= $1::date`

/** SQL: adds the scores of reported visits to the inspections of the property. */
const scoresSql = `
  insert into property_inspection (property_id, inspection_date, score, score_text, source)
  select property_id, visited_on, score, trim_scale(score)::text, 'Agency inspection IN-' || compliance_inspection_id || ' (demonstration)' from compliance_inspection
  where reported_on is not null and score is not null`

/** SQL: the planned visits of the coming months. */
const plannedVisitsSql = `
  insert into compliance_inspection (property_id, status_id, inspection_type, reason, due_by, planned_month, compliance_inspector_id, low_income_units, created_at)
  select p.property_id, 1, 'Periodic', '3 years after ' || to_char(v.last, 'MM/DD/YYYY'), (v.last + interval '3 years')::date, m.month,
    k.compliance_inspector_id, coalesce(p.low_income_units, p.total_units), $1::date - 30
  from property p join (select property_id, max(visited_on) as last from compliance_inspection group by property_id) v using (property_id)
  cross join lateral (select date_trunc('month', $1::date + 20 + p.property_id % 150)::date as month) m
  cross join lateral (select compliance_inspector_id from compliance_inspector order by (compliance_inspector_id + p.property_id) % 2, compliance_inspector_id limit 1) k
  where p.status_id = 0 and v.last + interval '3 years' < $1::date + 300 and p.property_id % 3 > 0
    and not exists (select from compliance_inspection i where i.property_id = p.property_id and i.status_id < 3)`

/** SQL: the first step in the history of every inspection. */
const historySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, at)
  select 'ComplianceInspection', compliance_inspection_id, property_id, null, 1, 'plan', created_at from compliance_inspection`

/** Loads inspections, their findings, forms and letters. */
export default {
  after: [
    'annualStatement',
    'distributionRequest',
    'findings',
    'holidays',
    'people',
    'properties',
    'rentIncrease',
    'replacementReserve',
  ],
  load: async ({ client, day }) => {
    await client.query(inspectorsSql)
    await client.query(buildingsSql)
    await client.query(stagedPropertiesSql, [largestCompany])
    await client.query(closedVisitsSql, [day])
    await client.query(closedFindingsSql, [day])
    await client.query(closedFormsSql, [day])
    await client.query(openVisitsSql, [day])
    for (const part of [openUnitsSql, openFindingsSql, openFormsSql, lettersSql, loggedSql])
      await client.query(part)
    await client.query(mailedNoticesSql, [day])
    await client.query(scoresSql)
    await client.query(plannedVisitsSql, [day])
    await client.query(historySql)
  },
} satisfies DemoPart
