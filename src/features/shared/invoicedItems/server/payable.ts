import { type RawBuilder, sql } from 'kysely'
import type { Payable } from '#core/money/payments/server/index.ts'
import type { AnyReview } from '#engines/review/model/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { getItemTables, type ItemKind } from './items.ts'

type PaidReview = Pick<AnyReview, 'prefix' | 'name' | 'module' | 'routes'> & Pick<AnyReview, 'entity'>

/**
 * Describes the payments that approved requests are due: to each vendor that is paid directly, and to the
 * property for the invoices it paid itself. `condition` limits the requests `r`.
 */
export function getPayable(
  review: PaidReview,
  kind: ItemKind,
  condition: RawBuilder<unknown> = sql`true`,
): Payable {
  const { requests, request, items } = getItemTables(kind)
  return {
    module: review.module,
    entity: review.entity,
    prefix: review.prefix,
    name: review.name,
    path: (requestId, propertyId) => openPath(review, { [review.entity.key]: requestId, propertyId }),
    rows: () => sql`select r.${request} as request_id, r.property_id, r.decided,
      case when i.pay_vendor_directly then i.vendor_id end as vendor_id, sum(i.approved_amount) as amount
    from ${requests} r join ${items} i using (${request}) where r.status_id = ${sqlStatus.APPROVED}
    and ${condition} group by 1, 2, 3, 4`,
  }
}
