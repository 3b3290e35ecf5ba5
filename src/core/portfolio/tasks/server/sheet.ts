import { sql } from 'kysely'
import type { FactSheetPart } from '#core/portfolio/factSheet/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { buildToDoUnion } from './toDos.ts'

/** The part of a property's fact sheet with open to-dos: the company's, and the agency's for the agency. */
export const openItems: FactSheetPart = {
  title: 'Open items',
  place: 'left',
  order: 30,
  maxRows: 5,
  empty: 'Nothing is open.',
  columns: [
    { label: 'Due', kind: 'day' },
    { label: 'What', kind: 'text' },
    { label: 'Waits for', kind: 'text' },
  ],
  rows: async ({ propertyId, day, context }) => {
    const union = await buildToDoUnion(context, [
      'company',
      ...(isAgency(context.actor) ? (['agency'] as const) : []),
    ])
    if (!union) return sql`select null::jsonb, false where false`
    return sql`select jsonb_build_array(t.due_date, t.title, t.desk), coalesce(t.due_date < ${day}::date,
      false)
      from (${union}) t where t.property_id = ${propertyId} and (t.permission_key is null
        or coalesce(t.property_id = any (kernel.scope(${context.actor.userId}, t.permission_key, 'read')),
        true))
      order by t.due_date nulls last, t.since, t.title`
  },
}
