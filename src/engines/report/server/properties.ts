import { type RawBuilder, sql } from 'kysely'
import type { PermissionKey } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyReport, Filters, Grouping } from '../model/index.ts'

/**
 * SQL: the region of property `p` in a report. Financial reports use the region set for them, if any;
 * otherwise it is that of the county.
 */
function regionSql({ facts }: Pick<AnyReport, 'facts'>): RawBuilder<number | null> {
  const county = sql<number>`(select c.region_id from county c where c.county_id = p.county_id)`
  if (facts.group !== 'Financial') return county
  return sql`coalesce((select x.region_id from report_county_region x where x.county_id = p.county_id
    and x.report_number in (0, ${facts.number}) order by x.report_number desc limit 1), ${county})`
}

/** SQL condition: property `p` passes the filters of a report. */
export function passesFiltersSql(report: Pick<AnyReport, 'facts'>, filters: Filters): RawBuilder<boolean> {
  const { propertyStatus, managementCompanyId, countyId, developerId, federalTypeId, regionId } = filters
  const { congressionalDistrict, zip, housingType, unitsFrom, unitsTo, projectId } = filters
  const conditions = [
    ...(propertyStatus === undefined ? [] : [sql`p.status_id = ${propertyStatus}`]),
    ...(managementCompanyId ? [sql`p.management_company_id = ${managementCompanyId}`] : []),
    ...(countyId ? [sql`p.county_id = ${countyId}`] : []),
    ...(regionId ? [sql`${regionSql(report)} = ${regionId}`] : []),
    ...(developerId
      ? [
          sql`p.property_id in (select d.property_id from property_developer d
            where d.developer_id = ${developerId})`,
        ]
      : []),
    ...(federalTypeId
      ? [
          sql`p.property_id in (select f.property_id from property_federal_type f
            where f.federal_type_id = ${federalTypeId})`,
        ]
      : []),
    ...(congressionalDistrict ? [sql`p.congressional_district = ${congressionalDistrict}`] : []),
    ...(zip ? [sql`p.zip = ${zip}`] : []),
    ...(housingType ? [sql`p.housing_type = ${housingType}`] : []),
    ...(unitsFrom ? [sql`p.total_units >= ${unitsFrom}`] : []),
    ...(unitsTo ? [sql`p.total_units <= ${unitsTo}`] : []),
    ...(projectId ? [sql`p.property_id = ${projectId}`] : []),
  ]
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

/**
 * SQL: the group of property `p` in subtotals. A property with several federal types counts once, under its
 * first.
 */
export function reportGroupSql(
  report: Pick<AnyReport, 'facts'>,
  groupKey: Grouping,
): RawBuilder<string | null> {
  switch (groupKey) {
    case 'managementCompany':
      return sql`(select m.name from management_company m
        where m.management_company_id = p.management_company_id)`
    case 'county':
      return sql`(select c.name from county c where c.county_id = p.county_id)`
    case 'region':
      return sql`(select r.name from region r where r.region_id = ${regionSql(report)})`
    case 'federalType':
      return sql`(select t.name from property_federal_type f join federal_type t using (federal_type_id)
        where f.property_id = p.property_id order by f.property_federal_type_id limit 1)`
    case 'housingType':
      return sql`p.housing_type`
    case 'congressionalDistrict':
      return sql`p.congressional_district`
    case 'developer':
      return sql`(select d.name from property_developer o join developer d using (developer_id)
        where o.property_id = p.property_id order by o.property_developer_id desc limit 1)`
  }
}

/** SQL: `share` as an expression, in percent rounded to hundredths; null if the total is 0 or missing. */
export const shareSql = (part: RawBuilder<unknown>, total: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`round(100.0 * ${part} / nullif(${total}, 0), 2)::float8`

/**
 * SQL condition: the caller has a permission key at a property. For reports that combine several subjects.
 */
export function mayReadAtSql(
  { actor }: AnyContext,
  key: PermissionKey,
  property = sql.ref('p.property_id'),
): RawBuilder<boolean> {
  const scope = sql`(select kernel.scope(${actor.userId}, ${key}, 'read'))`
  return sql`(${scope} is null or ${property} = any (${scope}::integer[]))`
}

/** SQL: the options of each filter as `value` and `label`, from the caller's own properties. */
export const getFilterOptionsSql = (
  report: Pick<AnyReport, 'facts'>,
): Readonly<Record<string, RawBuilder<unknown>>> => ({
  managementCompanyId: sql`select m.management_company_id as value, m.name as label from management_company m
    where m.management_company_id in (select management_company_id from property)`,
  regionId: sql`select r.region_id as value, r.name as label from region r
    where r.region_id in (select ${regionSql(report)} from property p)`,
  countyId: sql`select c.county_id as value, c.name as label from county c
    where c.county_id in (select county_id from property)`,
  federalTypeId: sql`select t.federal_type_id as value, t.name as label from federal_type t
    where t.federal_type_id in (select federal_type_id from property_federal_type)`,
  developerId: sql`select d.developer_id as value, d.name as label from developer d
    where d.developer_id in (select developer_id from property_developer)`,
  congressionalDistrict: sql`select distinct p.congressional_district as value,
    p.congressional_district as label from property p
    where p.congressional_district is not null`,
  housingType: sql`select distinct p.housing_type as value, p.housing_type as label from property p`,
  zip: sql`select distinct p.zip as value, p.zip as label from property p where p.zip is not null`,
})
