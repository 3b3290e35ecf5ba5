import { sql } from 'kysely'
import type { FactSheetPart } from '#core/portfolio/factSheet/server/index.ts'
import { isOpenSql, sqlFinding } from './sql.ts'

/** The part of a property's fact sheet with its open findings. */
export const openFindingsPart: FactSheetPart = {
  title: 'Open findings',
  place: 'left',
  order: 10,
  maxRows: 5,
  empty: 'No finding is open.',
  columns: [
    { label: 'Cure by', kind: 'day' },
    { label: 'Finding', kind: 'text' },
    { label: 'Opened', kind: 'day' },
  ],
  rows: ({ propertyId, day }) => sql`select jsonb_build_array(n.cure_by, n.title, n.opened_on),
    coalesce(n.status_id = ${sqlFinding.OPEN} and n.cure_by < ${day}::date, false)
    from non_compliance n where n.property_id = ${propertyId} and ${isOpenSql}
    order by n.cure_by nulls last, n.non_compliance_id`,
}
