import { seal } from '#core/portfolio/households/server/index.ts'
import { outcomes, requestTypes, VawaStatus } from '#features/compliance/vawa/model/entities.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'

/** The age of each request in days. The requests are invented and do not refer to real people. */
const REQUEST_AGES_DAYS = [3, 11, 24, 52, 80, 131]

/** SQL: the months of the largest company to which requests can belong, the newest first. */
const monthsSql = `
  select o.project_occupancy_id as id, o.property_id as property, o.filed_company_id as company from project_occupancy o
  join property p using (property_id) join app_user u on u.user_id = $1 and u.management_company_id = p.management_company_id
  where o.status_id >= 2 order by o.period_date desc, hashtext('vawa' || o.property_id) limit ${REQUEST_AGES_DAYS.length}`

/** SQL: the users who may read the requests. */
const readersSql = `
  insert into vawa_reader (user_id, management_company_id, granted_by, granted_at, confirmed_at)
  select u.user_id, u.management_company_id, $2::integer, $3::date - 140, $3::date - 139 from app_user u where u.user_id = any ($1::integer[])`

const columns = {
  project_occupancy_id: 'integer',
  property_id: 'integer',
  filed_company_id: 'integer',
  status_id: 'integer',
  request_date: 'text',
  request_type: 'text',
  household: 'text',
  certification_received: 'text',
  transfer_requested: 'text',
  eligible: 'text',
  outcome: 'text',
  reason: 'text',
  resolved_on: 'text',
  destination: 'text',
  created_by: 'integer',
  created_at: 'timestamptz',
  reviewed_by_id: 'integer',
  reviewed: 'timestamptz',
}

/**
 * Loads requests under the Violence Against Women Act in every status, encrypted as the portal encrypts
 * them, and the users who may read them.
 */
export default {
  after: ['occupancy', 'people'],
  load: async ({ client, users, day }) => {
    const company = users.get('company.admin') ?? null
    await client.query(readersSql, [
      [company, users.get('agency.manager') ?? null],
      users.get('agency.admin') ?? null,
      day,
    ])
    const result = await client.query<{ id: number; property: number; company: number }>(monthsSql, [company])
    const rows = result.rows.map((month, index) => {
      const requested = addDays(day, -(REQUEST_AGES_DAYS[index] ?? 0))
      const status = [
        VawaStatus.NEW,
        VawaStatus.NEW,
        VawaStatus.REVIEWED,
        VawaStatus.CLOSED,
        VawaStatus.INELIGIBLE,
      ][index % 5]
      const isClosed = status === VawaStatus.CLOSED
      const isReviewed = status !== VawaStatus.NEW
      const isIneligible = status === VawaStatus.INELIGIBLE
      let outcome: string | undefined = outcomes[isIneligible ? 2 : 0]
      if (isClosed) outcome = outcomes[1]
      return {
        project_occupancy_id: month.id,
        property_id: month.property,
        filed_company_id: month.company,
        status_id: status,
        request_date: seal(requested),
        request_type: seal(requestTypes[index % 3] ?? ''),
        household: seal(`Demo ${index + 1}`),
        certification_received: seal('Yes'),
        transfer_requested: seal(index % 3 === 2 ? 'No' : 'Yes'),
        eligible: seal(isIneligible ? 'No' : 'Yes'),
        outcome: seal(outcome ?? ''),
        reason: isIneligible ? seal('Demonstration: no unit of the right size was free.') : null,
        resolved_on: isClosed ? seal(addDays(requested, 19)) : null,
        destination: isClosed ? seal('Another property of the company') : null,
        created_by: company,
        created_at: `${requested}T16:00:00Z`,
        reviewed_by_id: isReviewed ? (users.get('agency.manager') ?? null) : null,
        reviewed: isReviewed ? `${addDays(requested, 2)}T16:00:00Z` : null,
      }
    })
    await insertRows(client, 'vawa_request', columns, rows)
  },
} satisfies DemoPart
