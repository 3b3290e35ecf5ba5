import { sql } from 'kysely'
import { type FactSheetPart, formatDaySql } from '#core/portfolio/factSheet/server/index.ts'
import { sqlFindingStatus, sqlInspectionStatus } from './sql.ts'

const permission = 'Inspection'
const labelColumns = [
  { label: '', kind: 'text' },
  { label: '', kind: 'text' },
] as const

const openCountSql = sql`(select count(*) from inspection_finding f
  where f.compliance_inspection_id = i.compliance_inspection_id
  and f.status_id in (${sqlFindingStatus.OPEN}, ${sqlFindingStatus.ANSWERED}))`
const findingCountSql = sql`(select count(*) from inspection_finding f
  where f.compliance_inspection_id = i.compliance_inspection_id)`

/** The parts of a property's fact sheet about its buildings and its inspections. */
export const inspectionSheetParts: readonly FactSheetPart[] = [
  {
    title: 'Inspection',
    place: 'figure',
    order: 40,
    maxRows: 1,
    permission,
    columns: [
      { label: '', kind: 'number' },
      { label: '', kind: 'text' },
    ],
    rows: ({
      propertyId,
    }) => sql`select jsonb_build_array(i.score, concat_ws(', ', ${formatDaySql(sql`i.visited_on`)},
      ${openCountSql} || ' of ' || nullif(${findingCountSql}, 0) || ' findings open')), ${openCountSql} > 0
      from compliance_inspection i where i.property_id = ${propertyId} and i.visited_on is not null
      and i.reported_on is not null
      order by i.visited_on desc, i.compliance_inspection_id desc limit 1`,
  },
  {
    title: 'Identity',
    place: 'top',
    order: 11,
    maxRows: 1,
    columns: labelColumns,
    rows: ({ propertyId }) => sql`select jsonb_build_array('Buildings', case count(*) when 1 then min(b.bin)
        else count(*) || ', ' || min(b.bin) || ' to ' || max(b.bin) end), false
      from property_building b where b.property_id = ${propertyId} having count(*) > 0`,
  },
  {
    title: 'Inspections',
    place: 'right',
    order: 31,
    maxRows: 3,
    permission,
    columns: labelColumns,
    rows: ({ propertyId }) => sql`select jsonb_build_array(coalesce(${formatDaySql(sql`i.visited_on`)},
      ${formatDaySql(sql`i.scheduled_on`)}, 'To come'),
        concat_ws(', ', i.inspection_type, 'score ' || i.score, nullif(${openCountSql}, 0) || ' open', case
        when i.visited_on is null then 'planned' end,
          case when i.status_id = ${sqlInspectionStatus.VISITED} then 'report to come'
          end)), ${openCountSql} > 0
      from compliance_inspection i where i.property_id = ${propertyId}
      order by coalesce(i.visited_on, i.scheduled_on, i.planned_month) desc nulls last limit 3`,
  },
]
