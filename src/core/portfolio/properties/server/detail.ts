import { sql } from 'kysely'
import type { z } from 'zod'
import { formatPropertyNumber } from '#core/platform/lookups/model/index.ts'
import { findLocationFaults } from '#core/platform/lookups/server/index.ts'
import { isAgency, mayAsAgency } from '#kernel/model/access.ts'
import { addingNames } from '#kernel/model/documented.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { type Action, getOpenActions } from '#kernel/model/workflow.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { getProjectObject, getProjectWithInclusions, type propertyDetail } from '../model/calls.ts'
import { Property } from '../model/entities.ts'
import { getUnitWarnings } from '../model/rules.ts'
import { decontrolFlow, decontrolStartStatuses, getStatusLabel, statusFlow } from '../model/status.ts'
import { decontrolActorsSql, type PropertyRow, readProperty } from './property.ts'

type Detail = z.infer<typeof propertyDetail>
type StoredDetail = Omit<
  Detail,
  'propertyNumber' | 'statusLabel' | 'warnings' | 'canEdit' | 'actions' | 'decontrolActions'
>

/** Removes the financial notes unless the caller is of the agency. */
const hideFinancialNotes = <P extends { financialNotes?: unknown }>(context: AnyContext, property: P): P =>
  isAgency(context.actor) ? property : { ...property, financialNotes: null }

/**
 * Loads warnings about a property that do not prevent saving: an address that does not match the county, and
 * unit counts that do not add up.
 */
export async function loadWarnings(context: AnyContext, property: PropertyRow): Promise<Fault[]> {
  const facts = await sql<{ county: string | null; typed: number | null }>`
    select (select name from county where county_id = ${property.countyId}) as county,
      (select sum(count)::integer from property_room_type
      where property_id = ${property.propertyId}) as typed`.execute(context.db)
  const { county = null, typed: unitTypeTotal = null } = facts.rows[0] ?? {}
  const place = await findLocationFaults(context, { city: property.city, zip: property.zip, county })
  return [
    ...place.map((fault) => (fault.field === 'county' ? { ...fault, field: 'countyId' } : fault)),
    ...getUnitWarnings(property, unitTypeTotal),
  ]
}

/** Loads the property with all its rows in one statement. Refuses with 404 out of the caller's scope. */
async function loadStoredDetail(
  context: AnyContext,
  propertyId: number,
): Promise<StoredDetail & { decontrolledBy: number[] }> {
  const today = context.settings.today()
  const result = await sql<StoredDetail & { decontrolledBy: number[] }>`
    select p.*, ${decontrolActorsSql(propertyId)} as decontrolled_by, c.name as county_name,
    g.name as region_name, m.name as management_company_name,
      (select coalesce(jsonb_agg(n.lihtc_number order by n.position), '[]') from property_lihtc_number n
        where n.property_id = p.property_id) as lihtc_numbers,
      (select coalesce(jsonb_agg(jsonb_build_object('federalTypeId', f.federal_type_id, 'name', t.name,
          'unitsCovered', f.units_covered, 'endsOn', f.ends_on) order by t.name), '[]')
        from property_federal_type f join federal_type t using (federal_type_id)
        where f.property_id = p.property_id) as federal_types,
      (select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', r.project_room_type_id, 'propertyId',
      r.property_id,
          'roomTypeId', r.room_type_id, 'count', r.count, 'specialNeedsCount', r.special_needs_count,
          'vacantCount', r.vacant_count,
          'name', t.name, 'bedrooms', t.bedrooms, 'rent', e.rent, 'highestRent', e.highest_rent,
          'utilityAllowance', e.utility_allowance, 'effectiveDate', e.effective_date)
          order by t.bedrooms, t.name), '[]')
        from property_room_type r join room_type t using (room_type_id)
        left join lateral (select min(rent) as rent, max(rent) as highest_rent,
        max(utility_allowance) as utility_allowance,
            max(effective_date) as effective_date from rent_in_force(${today}) e
          where e.property_id = p.property_id and e.project_room_type_id = r.project_room_type_id
          and e.units > 0) e on true
        where r.property_id = p.property_id) as room_types,
      (select coalesce(jsonb_agg(jsonb_build_object('propertyContactId', k.property_contact_id, 'contactId',
      k.contact_id,
          'contactTypeId', k.contact_type_id, 'leadReferralAgency', k.lead_referral_agency, 'name', a.name,
          'company', a.company,
          'phone', a.phone, 'email', a.email) order by k.contact_type_id, a.name), '[]')
        from property_contact k join contact a using (contact_id)
        where k.property_id = p.property_id) as contacts,
      (select coalesce(jsonb_agg(jsonb_build_object('propertyId', o.property_id, 'propertyName', o.name,
          'direction', case when s.old_property_id = p.property_id then 'to' else 'from' end,
          'resyndicationType', s.resyndication_type, 'resyndicatedDate', s.resyndicated_date)
          order by s.resyndication_id), '[]')
        from resyndication s join property o on o.property_id in (s.old_property_id, s.new_property_id)
        and o.property_id <> p.property_id
        where p.property_id in (s.old_property_id, s.new_property_id)) as resyndications
    from property p
    left join county c on c.county_id = p.county_id
    left join region g on g.region_id = c.region_id
    left join management_company m on m.management_company_id = p.management_company_id
    where p.property_id = ${propertyId}`.execute(context.db)
  return result.rows[0] ?? refuse.notFound('This property')
}

const withoutTwoPersonRule = { twoPerson: false }

/** The decontrol steps that the caller may take now. `seenBy` are the users who took earlier steps. */
function getDecontrolActions(context: AnyContext, property: PropertyRow, seenBy: number[]): Action[] {
  if (!decontrolStartStatuses.includes(property.statusId)) return []
  const row = { ...property, statusId: property.decontrolStatus ?? RequestStatus.NOT_STARTED, seenBy }
  return getOpenActions(decontrolFlow, row, context.actor, { twoPerson: true })
}

/**
 * Loads everything that the property's screen shows. Refuses with 404 out of the caller's scope. The number
 * of statements does not depend on the number of rows.
 */
export async function loadPropertyDetail(context: AnyContext, propertyId: number): Promise<Detail> {
  const { decontrolledBy, ...property } = await loadStoredDetail(context, propertyId)
  const [lihtC1] = property.lihtcNumbers
  return {
    ...hideFinancialNotes(context, property),
    propertyNumber: formatPropertyNumber({ ...property, lihtC1 }, context.services.config.agencyShortName),
    statusLabel: getStatusLabel(property.statusId),
    warnings: await loadWarnings(context, property),
    canEdit: mayAsAgency(context.actor, 'write') && statusFlow.editable.includes(property.statusId),
    actions: getOpenActions(statusFlow, property, context.actor, withoutTwoPersonRule),
    decontrolActions: getDecontrolActions(context, property, decontrolledBy),
  }
}

const addDocumentedNames = addingNames(Property.row)

/** The handlers that answer a property as stored and with everything its screen shows. */
export const detailHandlers = [
  serve(getProjectObject, async (context) =>
    addDocumentedNames(hideFinancialNotes(context, await readProperty(context, context.params.propertyId))),
  ),
  serve(getProjectWithInclusions, (context) => loadPropertyDetail(context, context.params.propertyId)),
]
