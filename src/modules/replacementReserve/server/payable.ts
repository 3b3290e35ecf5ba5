import { sql } from 'kysely'
import type { Payable } from '#ground/payments/server/index.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { requests } from '../model/requests.ts'

/** What is paid of approved requests: to each vendor that is paid directly, and to the property for what it has paid itself. */
export const payable: Payable = {
  module: requests.module,
  entity: ReplacementReserveRequest,
  prefix: requests.prefix,
  name: requests.name,
  path: (requestId, propertyId) => `/ReplacementReserve/${requestId}/${propertyId}`,
  rows: () => sql`select r.replacement_reserve_request_id as request_id, r.property_id, r.decided,
      case when i.pay_vendor_directly then i.vendor_id end as vendor_id, sum(i.approved_amount) as amount
    from replacement_reserve_request r join replacement_reserve_request_item i using (replacement_reserve_request_id)
    where r.status_id = 5 and not r.pre_approved group by 1, 2, 3, 4`,
}
