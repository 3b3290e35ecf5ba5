import type pg from 'pg'
import { addDays } from '#kernel/model/dates.ts'
import { drawChance, hash } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, getAnalyst, storeDocuments } from '../documents.ts'
import { insertRows } from '../insertRows.ts'
import { getRentTypes } from '../rents.ts'
import type { Portfolio, Property } from '../types.ts'
import { getCompanyIds } from './companies.ts'
import { getReferenceIds, type ReferenceIds } from './lookups.ts'

const propertyColumns = {
  property_id: 'integer',
  name: 'text',
  agency_number: 'text',
  status_id: 'integer',
  decontrol_status: 'integer',
  address: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  county_id: 'integer',
  congressional_district: 'text',
  latitude: 'double precision',
  longitude: 'double precision',
  total_units: 'integer',
  low_income_units: 'integer',
  housing_type: 'text',
  year_built: 'integer',
  service_date: 'date',
  extended_use_date: 'date',
  extended_use_computed: 'boolean',
  fiscal_year_end_month: 'integer',
  management_company_id: 'integer',
  owner_name: 'text',
  owner_managed: 'boolean',
  non_compliant: 'boolean',
  average_income_test: 'boolean',
  monitored_for_reserves: 'boolean',
  source: 'text',
  created_at: 'timestamptz',
}

const buildPropertyRow = (
  property: Property,
  ids: ReferenceIds,
  companyId: number | null,
  createdAt: string,
) => ({
  property_id: property.id,
  name: property.name,
  agency_number: property.agencyNumber,
  status_id: property.status,
  decontrol_status: property.decontrolStatus,
  address: property.street,
  city: property.city,
  state: property.state,
  zip: property.zip,
  county_id: ids.county.get(property.countyFips) ?? null,
  congressional_district: property.congressionalDistrict,
  latitude: property.latitude,
  longitude: property.longitude,
  total_units: property.totalUnits,
  low_income_units: property.lowIncomeUnits,
  housing_type: property.housingType,
  year_built: property.yearBuilt,
  service_date: property.serviceDate,
  extended_use_date: property.extendedUseDate,
  extended_use_computed: property.extendedUseComputed,
  fiscal_year_end_month: property.fiscalYearEndMonth,
  management_company_id: companyId,
  owner_name: property.ownerName,
  owner_managed: property.ownerManaged,
  non_compliant: property.nonCompliant,
  average_income_test: property.averageIncomeTest,
  monitored_for_reserves: property.reserve !== null,
  source: property.source,
  created_at: createdAt,
})

/** Loads the tax-credit numbers and the program layers. */
async function loadLayers(
  client: pg.ClientBase,
  properties: readonly Property[],
  ids: ReferenceIds,
): Promise<void> {
  const numbers = properties.flatMap((property) =>
    property.lihtcNumbers.map((lihtc_number, index) => ({
      property_id: property.id,
      lihtc_number,
      position: index + 1,
    })),
  )
  const numberColumns = { property_id: 'integer', lihtc_number: 'text', position: 'integer' }
  await insertRows(client, 'property_lihtc_number', numberColumns, numbers)
  const layers = properties.flatMap((property) =>
    property.federalTypes.map((layer) => ({
      property_id: property.id,
      federal_type_id: ids.federalType.get(layer.name),
      units_covered: layer.unitsCovered,
      ends_on: layer.endsOn,
    })),
  )
  const layerColumns = {
    property_id: 'integer',
    federal_type_id: 'integer',
    units_covered: 'integer',
    ends_on: 'date',
  }
  await insertRows(client, 'property_federal_type', layerColumns, layers)
}

/** Loads the units by size and their rents. */
async function loadRooms(
  client: pg.ClientBase,
  properties: readonly Property[],
  ids: ReferenceIds,
): Promise<void> {
  const rooms = properties
    .flatMap((property) => property.rooms.map((room) => ({ property, room })))
    .map(({ property, room }, index) => ({ id: index + 1, property, room }))
  const roomColumns = {
    project_room_type_id: 'integer',
    property_id: 'integer',
    room_type_id: 'integer',
    count: 'integer',
    special_needs_count: 'integer',
    vacant_count: 'integer',
  }
  const roomRows = rooms.map(({ id, property, room }) => ({
    project_room_type_id: id,
    property_id: property.id,
    room_type_id: ids.roomType.get(room.bedrooms),
    count: room.units,
    special_needs_count: room.specialNeeds,
    vacant_count: room.vacant,
  }))
  await insertRows(client, 'property_room_type', roomColumns, roomRows)
  const rentColumns = {
    property_id: 'integer',
    project_room_type_id: 'integer',
    rent: 'numeric',
    utility_allowance: 'numeric',
    rent_type_id: 'integer',
    units: 'integer',
    income_limit_percent: 'integer',
    effective_date: 'date',
  }
  const rentRows = rooms.flatMap(({ id, property, room }) =>
    room.rents.flatMap((rent) =>
      getRentTypes(property, room.units).map(({ rentTypeId, units, part }) => ({
        property_id: property.id,
        project_room_type_id: id,
        rent_type_id: rentTypeId,
        units,
        rent: Math.round(rent.rent * part),
        utility_allowance: rent.utilityAllowance,
        income_limit_percent: part === 1 ? rent.incomeLimitPercent : null,
        effective_date: rent.effectiveDate,
      })),
    ),
  )
  await insertRows(client, 'property_rent', rentColumns, rentRows)
}

async function loadInspections(client: pg.ClientBase, properties: readonly Property[]): Promise<void> {
  const rows = properties.flatMap((property) =>
    property.inspections.map((inspection) => ({
      property_id: property.id,
      inspection_date: inspection.day,
      score: inspection.score,
      score_text: inspection.scoreText,
      source: 'HUD physical inspection (REAC)',
    })),
  )
  const columns = {
    property_id: 'integer',
    inspection_date: 'date',
    score: 'numeric',
    score_text: 'text',
    source: 'text',
  }
  await insertRows(client, 'property_inspection', columns, rows)
}

/**
 * The first day on which a management company is known to have managed its property. USDA's list is from
 * mid-2022.
 */
const MANAGED_SINCE = '2022-07-01'

/** Loads which company has managed each property, and a comment with its former names. */
async function loadManagementHistory(
  client: pg.ClientBase,
  { properties, day }: Portfolio,
  getCompany: (property: Property) => number | null,
): Promise<void> {
  const managedRows = properties
    .map((property) => ({
      property_id: property.id,
      management_company_id: getCompany(property),
      from_date: MANAGED_SINCE,
    }))
    .filter((row) => row.management_company_id !== null)
  const managedColumns = { property_id: 'integer', management_company_id: 'integer', from_date: 'date' }
  await insertRows(client, 'management_company_project_history', managedColumns, managedRows)
  const comments = properties
    .filter((property) => property.formerNames.length > 0)
    .map((property) => ({
      property_id: property.id,
      comment: `Also listed as ${property.formerNames.join(' and ')}.`,
      created_at: `${day}T12:00:00Z`,
    }))
  const commentColumns = { property_id: 'integer', comment: 'text', created_at: 'timestamptz' }
  await insertRows(client, 'property_comment', commentColumns, comments)
}

async function loadResyndications(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const rows = portfolio.resyndications.map((link) => ({
    old_property_id: link.oldPropertyId,
    new_property_id: link.newPropertyId,
    resyndication_type: link.type,
    resyndicated_date: link.day,
    created_at: `${link.day ?? portfolio.day}T15:00:00Z`,
  }))
  const columns = {
    old_property_id: 'integer',
    new_property_id: 'integer',
    resyndication_type: 'text',
    resyndicated_date: 'date',
    created_at: 'timestamptz',
  }
  await insertRows(client, 'resyndication', columns, rows)
}

/** Loads invented earlier companies, which some properties had before the first day in the data. */
async function loadFormerCompanies(
  client: pg.ClientBase,
  { companies, properties }: Portfolio,
): Promise<void> {
  const former = properties
    .filter((property) => property.managementCompany !== null && drawChance(`former ${property.id}`, 12))
    .map((property) => {
      const otherCompanies = companies.filter((company) => company.name !== property.managementCompany)
      const year = 2005 + (hash(`former since ${property.id}`) % 12)
      const company = otherCompanies[hash(`former company ${property.id}`) % otherCompanies.length]
      return {
        property_id: property.id,
        management_company_id: company?.id ?? null,
        from_date: `${year}-01-01`,
        to_date: '2022-06-30',
      }
    })
    .filter((row) => row.management_company_id !== null)
  const columns = {
    property_id: 'integer',
    management_company_id: 'integer',
    from_date: 'date',
    to_date: 'date',
  }
  await insertRows(client, 'management_company_project_history', columns, former)
}

const MAX_PROPERTIES_WITH_DOCUMENTS = 40

const documentKinds = [
  { type: 'Land use restriction agreement', name: 'land-use-restriction-agreement.pdf', internal: false },
  { type: 'Inspection report', name: 'inspection-report.pdf', internal: false },
  { type: 'Correspondence', name: 'note-to-file.pdf', internal: true },
] as const

/** Returns documents of properties, those with reserve requests first. */
async function getPropertyDocuments(
  { client, portfolio }: DemoContext,
  userId: number,
  timestamp: string,
): Promise<GeneratedDocument[]> {
  const result = await client.query<{ id: number; name: string; place: string }>(
    `select property_id as id, name, concat_ws(', ', address, city) as place from property where status_id = 0
      order by property_id = any ($2::integer[]) desc, property_id limit $1`,
    [MAX_PROPERTIES_WITH_DOCUMENTS, portfolio.requests.map((request) => request.propertyId)],
  )
  return result.rows.flatMap(({ id, name, place }) =>
    documentKinds.map((kind) => ({
      property_id: id,
      management_company_id: null,
      module_name: 'Property',
      module_id: id,
      sub_module_name: null,
      sub_module_id: null,
      document_type: kind.type,
      internal_to_agency: kind.internal,
      file_name: kind.name,
      created_by: userId,
      created_at: timestamp,
      lines: [name, place],
    })),
  )
}

/**
 * SQL: plans the change of one property to another company. It is the last property, because other examples
 * use the first ones.
 */
const plannedChangeSql = `
  insert into planned_company_change (property_id, management_company_id, from_date, created_at)
  select p.property_id, (select min(management_company_id) from management_company m
    where m.management_company_id <> p.management_company_id and m.alias_of is null), $1, $2
  from property p where p.status_id = 0 and p.management_company_id is not null order by p.property_id desc limit 1`

/** Loads the properties with their numbers, layers, units, rents, inspections and history. */
export default {
  after: ['lookups', 'companies'],
  load: async ({ client, portfolio }) => {
    const { properties, day } = portfolio
    const ids = getReferenceIds(portfolio)
    const companies = getCompanyIds(portfolio)
    const getCompanyId = ({ managementCompany }: Property): number | null =>
      companies.get(managementCompany ?? '') ?? null
    const rows = properties.map((property) =>
      buildPropertyRow(property, ids, getCompanyId(property), `${day}T12:00:00Z`),
    )
    await insertRows(client, 'property', propertyColumns, rows)
    await loadLayers(client, properties, ids)
    await loadRooms(client, properties, ids)
    await loadInspections(client, properties)
    await loadManagementHistory(client, portfolio, getCompanyId)
    await loadFormerCompanies(client, portfolio)
    await client.query(plannedChangeSql, [addDays(day, 30), `${day}T12:00:00Z`])
    await loadResyndications(client, portfolio)
  },
  createDocuments: async (context) =>
    storeDocuments(
      context,
      await getPropertyDocuments(context, getAnalyst(context), `${context.day}T12:00:00Z`),
    ),
  idColumns: { property: 'property_id', property_room_type: 'project_room_type_id' },
} satisfies DemoPart
