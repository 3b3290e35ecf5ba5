import { sql } from 'kysely'
import type { FactSheetPart } from '#core/portfolio/factSheet/server/index.ts'
import { agencyDay } from '#kernel/model/dates.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { has, keyColumn, reviewTableSql } from './records.ts'
import { kits, readable } from './work.ts'

/** The part of a property's fact sheet that lists its requests and reports with the agency. */
export const openRequestsPart: FactSheetPart = {
  title: 'With the agency',
  place: 'left',
  order: 20,
  maxRows: 5,
  empty: 'Nothing is with the agency.',
  columns: [
    { label: 'Filed', kind: 'day' },
    { label: 'What', kind: 'text' },
    { label: 'Amount', kind: 'money' },
    { label: 'Standing', kind: 'text' },
  ],
  rows: ({ propertyId, context }) => {
    const propertyKits = [...kits().values()].flatMap(({ kit }) =>
      has(kit.review, 'propertyId') ? [kit] : [],
    )
    const parts = propertyKits.map(
      (kit) => sql`select ${kit.review.name}::text as kind, ${keyColumn(kit.review)} as id, r.submitted,
        r.status_id, ${kit.server.amount ?? sql`null`}::numeric as amount
        from ${reviewTableSql(kit.review)} r where r.property_id = ${propertyId}
        and ${statusIs.withAgency('r')} and ${readable(context, kit)}`,
    )
    if (parts.length === 0) return sql`select null::jsonb, false where false`
    return sql`select jsonb_build_array(q.submitted, q.kind, q.amount, q.status_id, q.id), false
      from (${sql.join(parts, sql` union all `)}) q order by q.submitted, q.kind, q.id`
  },
  transformRows: (rows) =>
    rows.flatMap(({ cells: [submitted, kind, amount, statusId, id], alert }) => {
      const review = kits().get(String(kind))?.kit.review
      if (!review) return []
      const name = `${review.entity.label} ${review.numberOf(Number(id))}`
      const filed = submitted === null || submitted === undefined ? null : String(submitted)
      return [
        {
          cells: [
            filed === null ? null : agencyDay(filed),
            name,
            amount ?? null,
            review.labelOf(Number(statusId), filed),
          ],
          alert,
        },
      ]
    }),
}
