import type pg from 'pg'
import type { DemoPart } from '../demoPart.ts'

/**
 * SQL: the payments of approved requests. In turn, a payee is paid, paid in part, not paid yet, paid by a
 * check that was lost, or paid under a check number that was corrected.
 */
const paymentsSql = `
  insert into payment (property_id, filed_company_id, module_name, request_id, vendor_id, payee, amount, paid_on, check_number,
      correction_reason, voided_on, void_reason, created_by, created_at)
  select a.property_id, a.filed_company_id, a.module_name, a.request_id, a.vendor_id, a.payee,
    case a.fate when 1 then round(a.amount / 2, 2) else a.amount end, a.day, (40000 + a.place * 7)::text,
    case a.fate when 4 then 'The number was copied from the stub of another check.' end,
    case a.fate when 3 then a.day + 12 end, case a.fate when 3 then 'Lost in the mail.' end, $1, a.day + time '16:00'
  from (select *, place % 6 as fate, (decided at time zone 'UTC')::date + 3 as day from (
    select r.property_id, r.filed_company_id, 'Replacement_Reserve' as module_name, r.replacement_reserve_request_id as request_id,
      r.decided, case when i.pay_vendor_directly then i.vendor_id end as vendor_id,
      coalesce(case when i.pay_vendor_directly then v.name end, p.name) as payee, sum(i.approved_amount) as amount,
      (row_number() over (order by r.decided, min(i.position)))::integer as place
    from replacement_reserve_request r join replacement_reserve_request_item i using (replacement_reserve_request_id)
    join property p on p.property_id = r.property_id left join vendor v on v.vendor_id = i.vendor_id
    where r.status_id = 5 and not r.pre_approved group by 1, 2, 4, 5, 6, 7 having sum(i.approved_amount) > 0) b) a
  where a.fate <> 2`

/** SQL: the checks that replace lost ones. */
const reissuedChecksSql = `
  insert into payment (property_id, filed_company_id, module_name, request_id, vendor_id, payee, amount, paid_on, check_number,
      replaces_id, created_by, created_at)
  select property_id, filed_company_id, module_name, request_id, vendor_id, payee, amount, voided_on, (check_number::integer + 1)::text,
    payment_id, $1, voided_on + time '16:00' from payment where voided_on is not null`

async function load(client: pg.ClientBase, userId: number): Promise<void> {
  await client.query(paymentsSql, [userId])
  await client.query(reissuedChecksSql, [userId])
}

/** Loads the payments of approved requests in every state. */
export default {
  after: ['replacementReserve'],
  load: ({ client, users }) => load(client, users.get('agency.write') ?? 1),
} satisfies DemoPart
