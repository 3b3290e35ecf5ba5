import {
  getMayReadRequestSql,
  getNumberScoreSql,
  getRequestPathSql,
  MIN_NUMBER_LENGTH,
} from '#core/money/invoices/server/index.ts'
import type { Searchable } from '#core/platform/search/server/index.ts'

/**
 * Finds payments by any part of their check numbers, and shows whether they are void. A result leads to the
 * request.
 */
export const searchable: Searchable = {
  kind: 'payment',
  order: 51,
  opens: true,
  get rows() {
    return `select i.payment_id, i.property_id, 'Check ' || i.check_number,
      concat_ws(' · ', to_char(i.amount, 'FM$999,999,990.00'), i.payee, (select p.name from property p where p.property_id = i.property_id),
        case when i.voided_on is null then 'Paid ' || to_char(i.paid_on, 'MM/DD/YYYY') else 'Voided ' || to_char(i.voided_on, 'MM/DD/YYYY') end),
      ${getNumberScoreSql('i.check_number')}, ${getRequestPathSql()}
    from payment i where length($1) >= ${MIN_NUMBER_LENGTH} and lower(i.check_number) like $4 and ${getMayReadRequestSql()}`
  },
}
