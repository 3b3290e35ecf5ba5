import { type RawBuilder, sql } from 'kysely'
import { mayAsAgency } from '#kernel/model/access.ts'
import { agencyDay } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { UnpaidLine } from '../model/calls.ts'
import type { DueLine, Payment } from '../model/entities.ts'
import { getPayables, type Payable } from './payables.ts'

export type PaymentRow = Row<typeof Payment>

/** SQL: the approved and the unpaid amount of each payee of requests; `condition` selects rows of `a`. */
const dueSql = (payable: Payable, condition: RawBuilder<unknown>) => sql`
  select a.request_id, a.property_id, a.vendor_id, a.decided, a.amount as approved,
    case when a.vendor_id is null then kernel.filed_property_name(a.property_id)
    else coalesce(v.name, 'Vendor') end as payee,
    a.amount - coalesce((select sum(y.amount) from payment y where y.module_name = ${payable.module}
      and y.request_id = a.request_id and y.vendor_id is not distinct from a.vendor_id
      and y.voided_on is null), 0) as due
  from (${payable.rows()}) as a left join vendor v on v.vendor_id = a.vendor_id where a.amount > 0
  and ${condition}`

/** Loads the approved and the unpaid amount of each payee of a request. */
export async function loadPaymentDue(
  { db }: AnyContext,
  payable: Payable,
  requestId: number,
): Promise<(DueLine & { decided: string })[]> {
  const result = await sql<DueLine & { decided: string }>`select vendor_id, payee, approved, due, decided
    from (${dueSql(payable, sql`a.request_id = ${requestId}`)}) d order by vendor_id nulls first`.execute(db)
  return result.rows
}

/**
 * Loads the payments of a request, newest first, and the amounts due to each payee, for the detail of the
 * request. Two statements.
 */
export async function loadPayments(
  context: AnyContext,
  moduleName: string,
  requestId: number,
  statusId: number,
) {
  // Only an approved request has payments.
  if (statusId !== RequestStatus.APPROVED) return { payments: [], due: [], mayPay: false }
  const payable = getPayables().find((payable) => payable.module === moduleName)
  if (!payable) throw new Error(`${moduleName} is not paid.`)
  const [payments, due] = await Promise.all([
    context.db
      .selectFrom('payment')
      .selectAll()
      .where('moduleName', '=', moduleName)
      .where('requestId', '=', requestId)
      .orderBy('paymentId', 'desc')
      .execute(),
    loadPaymentDue(context, payable, requestId),
  ])
  return {
    payments,
    due: due.map(({ decided: _, ...line }) => line),
    mayPay: due.length > 0 && mayAsAgency(context.actor, 'write'),
  }
}

/** Whether any amount of a request was paid; its approval is then final. */
export async function isPaid({ db }: AnyContext, moduleName: string, requestId: number): Promise<boolean> {
  const paid = await sql`select 1 from payment
    where module_name = ${moduleName} and request_id = ${requestId} and voided_on is null limit 1`.execute(db)
  return paid.rows.length > 0
}

/**
 * SQL for a list of requests: the day on which the last of the approved amount was paid; null while an
 * amount is due.
 */
export const paidOnSql = (
  moduleName: string,
  requestId: RawBuilder<unknown>,
  approved: RawBuilder<unknown>,
) =>
  sql`(select max(y.paid_on) from payment y where y.module_name = ${moduleName}
    and y.request_id = ${requestId}
    and y.voided_on is null having sum(y.amount) >= ${approved})`

/** Loads the approved and unpaid amounts of all modules in one statement. */
export async function loadUnpaid(context: AnyContext): Promise<UnpaidLine[]> {
  if (getPayables().length === 0) return []
  const parts = getPayables().map(
    (payable, index) =>
      sql`select ${sql.lit(index)} as at, d.* from (${dueSql(payable, sql`true`)}) d where d.due > 0`,
  )
  const result = await sql<
    Omit<UnpaidLine, 'requestNumber' | 'moduleName' | 'path'> & { at: number; decided: string }
  >`
    select u.at, u.request_id, u.property_id, p.name as property_name, u.vendor_id, u.payee, u.due as amount,
    u.decided
    from (${sql.join(parts, sql` union all `)}) u join property p using (property_id)
    order by u.decided, u.request_id, u.payee`.execute(context.db)
  return result.rows.map(({ at, decided, ...line }) => {
    const payable = getPayables()[at]!
    return {
      ...line,
      moduleName: payable.module,
      requestNumber: `${payable.prefix}-${line.requestId}`,
      path: payable.path(line.requestId, line.propertyId),
      approvedOn: getAgencyDay(context, decided),
    }
  })
}

/** The day of a moment in the agency's time zone. */
export const getAgencyDay = ({ services }: AnyContext, moment: string): string =>
  agencyDay(moment, services.config.agencyZone)
