import { type RawBuilder, sql } from 'kysely'
import { formatPropertyNumber } from '#core/platform/lookups/model/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getFactSheet, type Sheet, type SheetPart, type SheetRow } from '../model/sheet.ts'
import { type FactSheetPart, getSheetParts, type SheetPartInput } from './parts.ts'

export type { FactSheetPart } from './parts.ts'
export { formatDaySql, formatDollarsSql } from './words.ts'

type SheetRows = Pick<Sheet, 'propertyId' | 'name' | 'address'> & {
  agencyNumber: string | null
  lihtC1: string | null
  /** The rows of each declared part, in order; null if the caller may not read the part. */
  parts: (SheetRow[] | null)[]
}

/**
 * SQL: the rows of a part as one list; null if the caller lacks the part's permission at the property.
 */
async function buildRowsSql(
  { rows, permission }: FactSheetPart,
  sheetAsk: SheetPartInput,
): Promise<RawBuilder<unknown>> {
  const lines = sql`(select coalesce(jsonb_agg(jsonb_build_object('cells', l.cells, 'alert', coalesce(l.alert,
    false))), '[]')
    from (${await rows(sheetAsk)}) l (cells, alert))`
  if (!permission) return lines
  const { propertyId, context } = sheetAsk
  return sql`case when coalesce(${propertyId}::integer = any ((select kernel.scope(${context.actor.userId},
    ${permission}, 'read'))::integer[]), true) then ${lines} end`
}

/** Loads a property with the rows of all parts of its sheet, in one statement. */
async function loadSheetRows(sheetAsk: SheetPartInput, parts: readonly FactSheetPart[]): Promise<SheetRows> {
  const lines = await Promise.all(parts.map((part) => buildRowsSql(part, sheetAsk)))
  const read = await sql<SheetRows>`select p.property_id, p.name, p.agency_number,
      concat_ws(', ', p.address, p.city, nullif(concat_ws(' ', p.state, p.zip), ''), c.name) as address,
      (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
      order by n.position limit 1) as liht_c1,
      jsonb_build_array(${sql.join(lines)}) as parts
    from property p left join county c on c.county_id = p.county_id
    where p.property_id = ${sheetAsk.propertyId}`.execute(sheetAsk.context.db)
  return read.rows[0] ?? refuse.notFound('This property')
}

/** Builds a part of the sheet from its rows, and counts those that do not fit. */
async function buildSheetPart(
  part: FactSheetPart,
  lines: SheetRow[],
  context: AnyContext,
): Promise<SheetPart> {
  const rows = part.transformRows ? part.transformRows(lines) : lines
  return {
    title: part.title,
    place: part.place,
    note: part.note ?? null,
    columns: [...part.columns],
    rows: rows.slice(0, part.maxRows),
    more: Math.max(0, rows.length - part.maxRows),
    empty: part.empty ?? null,
    floor: (await part.floor?.(context)) ?? null,
  }
}

/** Combines parts with the same title and place, and leaves out empty parts that have no text for that. */
function combineParts(parts: readonly SheetPart[]): SheetPart[] {
  const byName = Map.groupBy(parts, ({ place, title }) => `${place} ${title}`)
  return [...byName.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const rows = [first, ...others].flatMap((part) => part.rows)
    return rows.length > 0 || first.empty !== null ? [{ ...first, rows }] : []
  })
}

/** Builds the sheet of a property. Answers 404 if the property is out of the caller's scope. */
async function loadSheet(context: AnyContext, propertyId: number): Promise<Sheet> {
  const day = context.settings.today()
  const agency = isAgency(context.actor)
  const parts = getSheetParts().filter((part) => agency || !part.agencyOnly)
  const {
    parts: lines,
    agencyNumber,
    lihtC1,
    name,
    address,
  } = await loadSheetRows({ propertyId, day, context }, parts)
  const collected = await Promise.all(
    parts.flatMap((part, index) => {
      const line = lines[index]
      return line ? [buildSheetPart(part, line, context)] : []
    }),
  )
  const number = formatPropertyNumber({ agencyNumber, lihtC1 }, context.services.config.agencyShortName)
  return { propertyId, name, number, address, day, parts: combineParts(collected) }
}

/** The handler of the fact sheet's call. */
export const served: Served[] = [
  serve(getFactSheet, (context) => loadSheet(context, context.params.propertyId)),
]
