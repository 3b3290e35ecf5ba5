import { type RawBuilder, sql } from 'kysely'
import { projectNumber } from '#ground/platform/lookups/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getFactSheet, type Sheet, type SheetPart, type SheetRow } from '../model/sheet.ts'
import { type FactSheetPart, type SheetAsk, sheetParts } from './parts.ts'

export type { FactSheetPart } from './parts.ts'
export { dayText, dollarText } from './words.ts'

type Found = Pick<Sheet, 'propertyId' | 'name' | 'address'> & {
  agencyNumber: string | null
  lihtC1: string | null
  /** By part, as they are declared; null where the caller may not read it. */
  parts: (SheetRow[] | null)[]
}

/**
 * SQL: the lines of a part as one list; null where the caller does not hold its permission at the property.
 */
async function loadLines(
  { rows, permission }: FactSheetPart,
  sheetAsk: SheetAsk,
): Promise<RawBuilder<unknown>> {
  const lines = sql`(select coalesce(jsonb_agg(jsonb_build_object('cells', l.cells, 'alert', coalesce(l.alert,
    false))), '[]')
    from (${await rows(sheetAsk)}) l (cells, alert))`
  if (!permission) return lines
  const { propertyId, context } = sheetAsk
  return sql`case when coalesce(${propertyId}::integer = any ((select kernel.scope(${context.actor.userId},
    ${permission}, 'read'))::integer[]), true) then ${lines} end`
}

/** A property with all parts of its sheet, in one statement. */
async function found(sheetAsk: SheetAsk, parts: readonly FactSheetPart[]): Promise<Found> {
  const lines = await Promise.all(parts.map((part) => loadLines(part, sheetAsk)))
  const read = await sql<Found>`select p.property_id, p.name, p.agency_number,
      concat_ws(', ', p.address, p.city, nullif(concat_ws(' ', p.state, p.zip), ''), c.name) as address,
      (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
      order by n.position limit 1) as liht_c1,
      jsonb_build_array(${sql.join(lines)}) as parts
    from property p left join county c on c.county_id = p.county_id
    where p.property_id = ${sheetAsk.propertyId}`.execute(sheetAsk.context.db)
  return read.rows[0] ?? refuse.notFound('This property')
}

/** A part with what fits of its lines. */
async function shown(part: FactSheetPart, lines: SheetRow[], context: AnyContext): Promise<SheetPart> {
  const rows = part.made ? part.made(lines) : lines
  return {
    title: part.title,
    place: part.place,
    note: part.note ?? null,
    columns: [...part.columns],
    rows: rows.slice(0, part.most),
    more: Math.max(0, rows.length - part.most),
    empty: part.empty ?? null,
    floor: (await part.floor?.(context)) ?? null,
  }
}

/** Parts of one title and place as one; those that say nothing are left out. */
function joined(parts: readonly SheetPart[]): SheetPart[] {
  const byName = Map.groupBy(parts, ({ place, title }) => `${place} ${title}`)
  return [...byName.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const rows = [first, ...others].flatMap((part) => part.rows)
    return rows.length > 0 || first.empty !== null ? [{ ...first, rows }] : []
  })
}

/** The sheet of a property; 404 out of scope. */
async function loadSheet(context: AnyContext, propertyId: number): Promise<Sheet> {
  const day = context.settings.today()
  const agency = isAgency(context.actor)
  const parts = sheetParts().filter((part) => agency || !part.agencyOnly)
  const {
    parts: lines,
    agencyNumber,
    lihtC1,
    name,
    address,
  } = await found({ propertyId, day, context }, parts)
  const collected = await Promise.all(
    parts.flatMap((part, index) => {
      const line = lines[index]
      return line ? [shown(part, line, context)] : []
    }),
  )
  const number = projectNumber({ agencyNumber, lihtC1 }, context.services.config.agencyShortName)
  return { propertyId, name, number, address, day, parts: joined(collected) }
}

export const served: Served[] = [
  serve(getFactSheet, (context) => loadSheet(context, context.params.propertyId)),
]
