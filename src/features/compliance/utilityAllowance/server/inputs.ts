import { sql } from 'kysely'
import { loadSettingValues } from '#core/platform/settings/server/index.ts'
import {
  limitPercentSql,
  type PublishedColumns,
  publishedFiguresSql,
  toPublishedFigures,
} from '#features/shared/grossRents/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import type { AllowanceRow } from '../model/allowances.ts'
import type { AllowanceLineRow } from '../model/entities.ts'
import { getQuarterEnd, getQuarterName } from '../model/quarter.ts'
import { computeRow, getRequiredDocuments, type Inputs } from '../model/rows.ts'
import { allowanceSettings } from '../model/settings.ts'

type QuarterRow = PublishedColumns &
  Pick<Inputs, 'unitTypes' | 'rents' | 'prior' | 'sources' | 'authorities'> & {
    lines: AllowanceLineRow[]
    priorYear: number | null
    priorQuarter: number | null
  }

/** SQL: a line as JSON with the names of its fields. */
const lineJson = sql`jsonb_build_object('utilityAllowanceLineId', l.utility_allowance_line_id,
  'utilityAllowanceId', l.utility_allowance_id,
  'propertyId', l.property_id, 'projectRoomTypeId', l.project_room_type_id, 'schedule', l.schedule,
  'utilityAllowance', l.utility_allowance,
  'source', l.source, 'rentControllingAuthorityId', l.rent_controlling_authority_id, 'effectiveDate',
  l.effective_date,
  'tenantPays', l.tenant_pays, 'heating', l.heating, 'comments', l.comments, 'filedCompanyId',
  l.filed_company_id,
  'position', l.position, 'clientKey', l.client_key)`

/**
 * Loads the facts of the property and the quarter in one statement. Rent limits are those in effect at the
 * end of the quarter.
 */
async function loadQuarterData(
  { db }: AnyContext,
  row: Pick<AllowanceRow, 'utilityAllowanceId' | 'propertyId' | 'year' | 'quarter'>,
) {
  const { utilityAllowanceId: id, propertyId, year, quarter } = row
  const end = getQuarterEnd(row)
  const result = await sql<QuarterRow>`
    select c.name as county_name, i.income_year, i.incomes, f.fair_market_year, f.fair_market,
      (select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', r.project_room_type_id, 'name',
      t.name, 'bedrooms', t.bedrooms,
          'count', r.count) order by t.bedrooms, t.name), '[]')
        from property_room_type r join room_type t using (room_type_id)
        where r.property_id = p.property_id) as unit_types,
      (select coalesce(jsonb_agg(jsonb_build_object('projectRoomTypeId', e.project_room_type_id, 'rentType',
      t.name, 'units', e.units,
          'rent', e.rent, 'bedrooms', b.bedrooms, 'medianPercent', ${limitPercentSql},
          'fairMarket', coalesce(t.fair_market, false)) order by e.rent_type_id, e.existing_tenants), '[]')
        from rent_in_force(${end}::date) e join room_type b on b.room_type_id = e.room_type_id left
        join rent_type t using (rent_type_id)
        where e.property_id = p.property_id and e.units > 0) as rents,
      (select coalesce(jsonb_agg(${lineJson} order by l.position, l.utility_allowance_line_id), '[]')
        from utility_allowance_line l where l.utility_allowance_id = ${id}) as lines,
      (select coalesce(jsonb_agg(${lineJson} order by l.position, l.utility_allowance_line_id), '[]')
        from utility_allowance_line l where l.utility_allowance_id = o.utility_allowance_id) as prior,
      o.year as prior_year, o.quarter as prior_quarter,
      (select jsonb_agg(jsonb_build_object('utilityAllowanceSourceId', utility_allowance_source_id, 'name',
      name,
        'documentRequired', document_required, 'description', description, 'active', active)
        order by utility_allowance_source_id)
        from utility_allowance_source) as sources,
      (select jsonb_agg(jsonb_build_object('rentControllingAuthorityId', rent_controlling_authority_id,
      'name', name, 'active', active)
        order by rent_controlling_authority_id) from rent_controlling_authority) as authorities
    from (select ${propertyId}::integer as property_id) asked left join property p using (property_id) left
    join county c using (county_id)
    ${publishedFiguresSql(sql`${end}::date`)}
    left join lateral (select u.utility_allowance_id, u.year, u.quarter from utility_allowance u
      where u.property_id = asked.property_id and u.status_id = ${sqlStatus.APPROVED}
      and (u.year, u.quarter) < (${year}::integer, ${quarter}::integer)
      order by u.year desc, u.quarter desc limit 1) o on true`.execute(db)
  return result.rows[0]!
}

/**
 * Loads the facts that a quarter's screen and rules need in addition to the record, in a constant number of
 * statements.
 */
export async function loadAllowanceFacts(context: AnyContext, row: AllowanceRow) {
  const quarterData = await loadQuarterData(context, row)
  const { lines, priorYear, priorQuarter } = quarterData
  const { expiryMonths, effectiveDays } = allowanceSettings
  const inputs: Inputs = {
    unitTypes: quarterData.unitTypes,
    rents: quarterData.rents,
    figures: toPublishedFigures(quarterData),
    prior: quarterData.prior,
    priorQuarter:
      priorYear && priorQuarter ? getQuarterName({ year: priorYear, quarter: priorQuarter }) : null,
    sources: quarterData.sources ?? [],
    authorities: quarterData.authorities ?? [],
    ...(await loadSettingValues(context, { expiryMonths, effectiveDays })),
  }
  const currentLines = row.utilityAllowanceId > 0 ? lines : createInitialLines(row, inputs)
  return {
    ...inputs,
    lines: currentLines,
    neededDocuments: getRequiredDocuments(
      currentLines.map((line) => computeRow(line, inputs)),
      inputs,
    ),
  }
}

/**
 * Returns the initial lines of a quarter: the latest approved ones, and a blank line for each unit type
 * without one.
 */
export function createInitialLines(
  { utilityAllowanceId, propertyId }: Pick<AllowanceRow, 'utilityAllowanceId' | 'propertyId'>,
  { prior, unitTypes }: Pick<Inputs, 'prior' | 'unitTypes'>,
): AllowanceLineRow[] {
  const priorTypeIds = new Set(prior.map((line) => line.projectRoomTypeId))
  const blank = unitTypes
    .filter((unitType) => !priorTypeIds.has(unitType.projectRoomTypeId))
    .map(({ projectRoomTypeId }) => ({
      projectRoomTypeId,
      schedule: null,
      utilityAllowance: null,
      source: null,
      rentControllingAuthorityId: null,
      effectiveDate: null,
      tenantPays: [],
      heating: null,
      comments: null,
    }))
  const recordFields = {
    utilityAllowanceLineId: 0,
    utilityAllowanceId,
    propertyId,
    filedCompanyId: null,
    clientKey: null,
  }
  return [...prior, ...blank].map((line, index) => ({ ...line, ...recordFields, position: index + 1 }))
}
