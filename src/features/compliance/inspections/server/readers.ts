import { type RawBuilder, sql } from 'kysely'
import type { FutureSource } from '#core/portfolio/findings/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { startOfDay } from '#kernel/server/days.ts'
import type { ServerModule, SlotEntry } from '#kernel/server/module.ts'
import { getInspectionNumber, Severity } from '../model/rules.ts'
import { sqlFindingStatus, sqlInspectionStatus } from './sql.ts'

const pathSql = sql`'/inspection/view/edit/' || i.compliance_inspection_id`
const numberSql = sql`'IN-' || i.compliance_inspection_id`

/** SQL: the visits of an inspector between two days, for the calendar feed. */
export const getVisitDays: NonNullable<ServerModule['calendarDays']> = ({ userId, from, through }) => sql`
  select 'inspection-' || v.inspection_id, v.day, 'Inspection: ' || v.property_name,
    concat_ws(E'\\n', 'IN-' || v.inspection_id, v.place, case
    when v.sample is not null then v.sample || ' units of the sample' end),
    '/inspection/view/edit/' || v.inspection_id
  from kernel.inspector_visits(${userId}, ${from}::date, ${through}::date) v`

/**
 * The to-dos about inspections: findings to answer, answers to check, reports to issue, and forms to file.
 */
export const inspectionToDos = [
  {
    kind: 'inspection.findings',
    label: 'Findings of an inspection to answer',
    act: 'Answer',
    waitsFor: 'company',
    rows: () => sql`select i.compliance_inspection_id, i.property_id, null::integer, 'Inspection'::text,
        ${numberSql} || ': ' || count(*) || case count(*) when 1 then ' finding' else ' findings'
        end || ' to answer', min(f.cure_by), ${startOfDay(sql`min(f.found_on)`)}, ${pathSql}
      from inspection_finding f join compliance_inspection i using (compliance_inspection_id)
      where f.status_id = ${sqlFindingStatus.OPEN} and i.reported_on is not null
      group by i.compliance_inspection_id`,
  },
  {
    kind: 'inspection.answers',
    label: 'Answers about an inspection to check',
    act: 'Check',
    waitsFor: 'agency',
    rows: () => sql`select i.compliance_inspection_id, i.property_id, null::integer, 'Inspection'::text,
        ${numberSql} || ': ' || count(*) || case count(*) when 1 then ' answer' else ' answers'
        end || ' to check', null::date, min(f.responded_at), ${pathSql}
      from inspection_finding f join compliance_inspection i using (compliance_inspection_id)
      where f.status_id = ${sqlFindingStatus.ANSWERED} group by i.compliance_inspection_id`,
  },
  {
    kind: 'inspection.report',
    label: 'Report of an inspection to issue',
    act: 'Issue',
    waitsFor: 'agency',
    rows: () => sql`select i.compliance_inspection_id, i.property_id, null::integer, 'Inspection'::text,
      ${numberSql} || ': report to issue', null::date,
        ${startOfDay(sql`i.visited_on`)}, ${pathSql}
      from compliance_inspection i where i.status_id = ${sqlInspectionStatus.VISITED}`,
  },
  {
    kind: 'inspection.8823',
    label: 'Form 8823 to file',
    act: 'File',
    waitsFor: 'agency',
    rows: (today) => sql`select i.compliance_inspection_id, i.property_id, null::integer, 'Inspection'::text,
      ${numberSql} || ': Form 8823 to file',
        min(d.file_by), ${startOfDay(sql`min(coalesce(d.corrected_on, coalesce(d.extended_to, d.cure_by)))`)},
        ${pathSql}
      from inspection8823_date d join compliance_inspection i using (compliance_inspection_id)
      where d.filed_on is null and (d.corrected_on is not null
      or coalesce(d.extended_to, d.cure_by) < ${today}::date) group by i.compliance_inspection_id`,
  },
] as const satisfies readonly SlotEntry<'toDos'>[]

/** Lists upcoming cure days of findings and filing days of forms as future non-compliance. */
export const upcomingDeadlines: FutureSource = {
  source: 'Inspection',
  rows: (today, through) => sql`select i.property_id, null::integer, 'Inspection'::text,
    ${numberSql} || ', finding ' || f.number || ': ' || left(f.description, 100), f.cure_by,
      'It is reported on Form 8823 or stays uncured', true, case f.status_id when 1 then 'Company'
      else 'Agency' end, ${pathSql}
    from inspection_finding f join compliance_inspection i using (compliance_inspection_id)
    where f.status_id < ${sqlFindingStatus.CLOSED} and i.reported_on is not null
    and f.cure_by between ${today}::date
    and ${through}::date
    union all select i.property_id, null::integer, 'Inspection'::text,
    ${numberSql} || ', Form 8823 of BIN ' || d.bin || ', line 11' || d.category, d.file_by,
      'The agency is late to file it', false, 'Agency', ${pathSql}
    from inspection8823_date d join compliance_inspection i using (compliance_inspection_id)
    where d.filed_on is null and d.file_by between ${today}::date and ${through}::date`,
}

/**
 * Fills in on a rent increase whether the property has an inspection with open findings (domain 14.2).
 * Without any visit it is unknown.
 */
export const openInspectionFact: SlotEntry<'rentIncreaseFilingAnswers'> = {
  tick: 'openInspection',
  source: 'Inspections',
  row: ({
    propertyId,
  }) => sql`select extract(year from i.visited_on)::integer, case when f.open then i.compliance_inspection_id
    end, i.status_id,
      ${startOfDay(sql`i.visited_on`)}, true
    from compliance_inspection i cross join lateral (select exists (select from inspection_finding n
      where n.compliance_inspection_id = i.compliance_inspection_id
      and n.status_id < ${sqlFindingStatus.CLOSED}) as open) f
    where i.property_id = ${propertyId} and i.visited_on is not null order by f.open desc, i.visited_on desc
    limit 1`,
  answer: ({ id, submitted }) => {
    const visited = formatDate(submitted, 'MM/DD/YYYY')
    return id === null
      ? { value: false, fact: `No finding is open; the last visit was on ${visited}.` }
      : { value: true, fact: `${getInspectionNumber(id)}, visited ${visited}: findings are not closed.` }
  },
}

/**
 * SQL: the open physical findings of a property, which block distributions (DSR-G9), as `words text, path
 * text`. Findings about files do not count.
 */
export const getPhysicalDeficienciesSql = (propertyId: number): RawBuilder<unknown> => sql`
  select ${numberSql} || ': ' || count(*) || case count(*) when 1 then ' finding' else ' findings'
  end || ' not closed', ${pathSql}
  from inspection_finding f join compliance_inspection i using (compliance_inspection_id)
  where i.property_id = ${propertyId} and i.reported_on is not null
  and f.status_id < ${sqlFindingStatus.CLOSED}
  and f.severity < ${sql.lit(Severity.FILE)}
  group by i.compliance_inspection_id`
