import { sql } from 'kysely'
import { buildAskLink } from '#core/correspondence/messages/model/index.ts'
import { dueRuleSettings } from '#core/portfolio/tasks/model/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import type { RefusedAtProperty } from '#engines/review/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { AlternativeLink } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import { increases } from '../model/increases.ts'
import { getWindowOn } from '../model/window.ts'

/** The facts that decide whether a request can be started at a property. */
type StartingFacts = {
  propertyId: number
  fiscalYearEndMonth: number
  /** The open request of the property; null if there is none. */
  openRequestId: number | null
  hasUnitTypes: boolean
  /** Whether the property has rents that are raised here. */
  hasRents: boolean
  /** The types of the rents that another agency sets. */
  rentTypesSetElsewhere: string[]
}

/** Loads the facts of these properties, or of all that the caller sees, in one statement. */
async function loadStartingFacts(
  { db, settings }: AnyContext,
  propertyIds: readonly number[] | null,
): Promise<StartingFacts[]> {
  const condition = propertyIds ? sql`p.property_id = any (${[...propertyIds]}::integer[])` : sql`true`
  const result = await sql<StartingFacts>`
    select p.property_id, coalesce(p.fiscal_year_end_month, 12) as fiscal_year_end_month,
      (select min(h.rent_increase_request_header_id) from rent_increase_request_header h
        where h.property_id = p.property_id and ${statusIs.open('h')}) as open_request_id,
      exists (select from property_room_type k where k.property_id = p.property_id) as has_unit_types,
      coalesce(e.has_rents, false) as has_rents,
      coalesce(e.rent_types_set_elsewhere, '{}') as rent_types_set_elsewhere
    from property p left join (
      select f.property_id, bool_or(f.units > 0 and not coalesce(t.set_elsewhere, false)) as has_rents,
        array_agg(distinct t.name) filter (where t.set_elsewhere) as rent_types_set_elsewhere
      from rent_in_force(${settings.today()}) f left join rent_type t using (rent_type_id)
      group by f.property_id) e using (property_id)
    where ${condition}`.execute(db)
  return result.rows
}

/** Returns the reason that waiting does not remove: the property has no rent that could be raised here. */
function getLastingRefusal(facts: StartingFacts): RefusedAtProperty | null {
  const { propertyId, hasRents, rentTypesSetElsewhere, hasUnitTypes } = facts
  if (hasRents) return null
  if (rentTypesSetElsewhere.length > 0) {
    const labels = rentTypesSetElsewhere.join('; ')
    const reason = `All rents of this property are set by another agency (${labels}) and are not raised here.`
    return { reason, way: null }
  }
  const missing = hasUnitTypes ? 'rents' : 'unit types and rents'
  return {
    reason: `No rents are entered for this property yet. Enter its ${missing} under Units and rents first.`,
    way: { label: 'Open units and rents', to: `/EditProject/${propertyId}?tab=Units+and+rents` },
  }
}

/** Returns the offer to ask the agency for an exception from the window. */
function getExceptionWay(propertyId: number, opens: string): AlternativeLink {
  const text = `Please take a rent increase of this property before ${formatDay(opens)}, as an exception.`
  return buildAskLink('Ask for an exception', { propertyId, about: 'Rent increase', words: text })
}

const formatDay = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/** Returns why no request can be started at a property outside of its window; null if it is open. */
function getWindowRefusal(
  { settings }: AnyContext,
  facts: StartingFacts,
  windowMonths: number,
): RefusedAtProperty | null {
  const { opens, closes, isOpen } = getWindowOn(settings.today(), facts.fiscalYearEndMonth, windowMonths)
  if (isOpen) return null
  const days = `from ${formatDay(opens)} to ${formatDay(closes)}`
  return {
    reason: `Rent increases of this property are taken ${days}. Ask the agency if it cannot wait.`,
    way: getExceptionWay(facts.propertyId, opens),
  }
}

/** Returns the refusal of a property that has an open request, because it may have only one. */
function getOpenRefusal({ propertyId, openRequestId: id }: StartingFacts): RefusedAtProperty | null {
  if (id === null) return null
  return {
    reason: `Rent increase ${increases.numberOf(id)} of this property is still open.`,
    way: buildRecordLink(increases, { propertyId, rentIncreaseRequestHeaderId: id }),
  }
}

/** Returns why no request can be started at a property now, apart from one that is open already. */
function getRefusal(
  context: AnyContext,
  facts: StartingFacts,
  windowMonths: number,
): RefusedAtProperty | null {
  const lastingRefusal = getLastingRefusal(facts)
  if (lastingRefusal || isAgencyWriter(context.actor)) return lastingRefusal
  return getWindowRefusal(context, facts, windowMonths)
}

const loadWindowMonths = ({ settings }: AnyContext): Promise<number> =>
  settings.get(dueRuleSettings.rentWindowMonths)

/**
 * Loads the properties where no request can be started now, each with the reason and the alternative. One
 * statement, regardless of the number of properties. The agency may start one outside of the window.
 */
export async function loadRefusals(
  context: AnyContext,
  propertyIds: readonly number[] | null,
): Promise<ReadonlyMap<number, RefusedAtProperty>> {
  const windowMonths = await loadWindowMonths(context)
  const refusals = new Map<number, RefusedAtProperty>()
  for (const facts of await loadStartingFacts(context, propertyIds)) {
    const refusal = getOpenRefusal(facts) ?? getRefusal(context, facts, windowMonths)
    if (refusal) refusals.set(facts.propertyId, refusal)
  }
  return refusals
}

/** Returns the reasons why a property cannot start a request now. Empty if it can. */
export async function getObstaclesToBegin(context: AnyContext, propertyId: number): Promise<string[]> {
  const windowMonths = await loadWindowMonths(context)
  const [facts] = await loadStartingFacts(context, [propertyId])
  const refusal = facts ? getRefusal(context, facts, windowMonths) : null
  return refusal ? [refusal.reason] : []
}
