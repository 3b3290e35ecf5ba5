import { sql } from 'kysely'
import type { FactSheetPart } from '#core/portfolio/factSheet/server/index.ts'
import { facts } from '#features/statements/annualStatement/model/index.ts'

const { permission } = facts
const YEAR_COUNT = 5

/** SQL: debt coverage of a property by year as `k`, from the stored figures of its cards, newest first. */
const coverageSql = (
  propertyId: number,
  maximum: number,
) => sql`(select c.year, (m.metric ->> 'value')::numeric as value
  from afs_report_card c join afs_report_card_figures g using (afs_report_card_id)
  cross join lateral jsonb_array_elements(g.figures -> 'metrics') m (metric)
  where c.property_id = ${propertyId} and c.archived_at is null and m.metric ->> 'id' = 'RPC-M1'
  and m.metric ->> 'value' is not null
  order by c.year desc limit ${maximum}) k`

/** The parts about report cards on a property's fact sheet, for the agency only. */
export const sheetOfCards: readonly FactSheetPart[] = [
  {
    title: 'Debt coverage',
    place: 'figure',
    order: 20,
    maxRows: 1,
    permission,
    agencyOnly: true,
    columns: [
      { label: '', kind: 'number' },
      { label: '', kind: 'text' },
    ],
    rows: ({ propertyId }) =>
      sql`select jsonb_build_array(round(k.value, 2), 'of ' || k.year), k.value < 1
        from ${coverageSql(propertyId, 1)}`,
  },
  {
    title: 'Debt coverage',
    place: 'chart',
    order: 20,
    maxRows: YEAR_COUNT,
    permission,
    agencyOnly: true,
    note: 'as decided',
    columns: [
      { label: '', kind: 'text' },
      { label: '', kind: 'number' },
    ],
    rows: ({ propertyId }) =>
      sql`select jsonb_build_array(k.year::text, round(k.value, 2)), false
        from ${coverageSql(propertyId, YEAR_COUNT)}
        order by k.year`,
  },
]
