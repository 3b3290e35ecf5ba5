import { type RawBuilder, sql } from 'kysely'
import { deleteSetAsideSql } from '#core/platform/files/server/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ClaimingRecord, claimingItemsSql, getItemTables, getNumber, type ItemKind } from './items.ts'
import { newVendorNamesSql, requestNewVendors } from './newVendors.ts'

/** SQL: the present balance of an account, which a request stores when it is submitted. */
export const accountBalanceSql = (reserveAccountId: number | null) =>
  sql`(select coalesce(sum(amount), 0) from reserve_entry where reserve_account_id = ${reserveAccountId})`

/**
 * Completes a submission: registers the invoices as claims, removes the documents of removed items, stores
 * `note` with the request (an SQL assignment of columns), and requests vendors who are not on the list.
 */
export async function completeSubmission(
  context: AnyContext,
  kind: ItemKind,
  row: ClaimingRecord,
  note: RawBuilder<unknown>,
): Promise<void> {
  const { requests, request } = getItemTables(kind)
  const id = getNumber(row, kind.review.entity.key)
  const { rows } = await sql<{ asks: boolean }>`
    with claimed as (${claimingItemsSql(kind, row)}), aside as (${deleteSetAsideSql(kind.review.module, id)})
    update ${requests} set ${note} where ${request} = ${id}
    returning exists (${newVendorNamesSql(kind, row)}) as asks`.execute(context.db)
  if (rows[0]?.asks) await requestNewVendors(context, kind, row)
}
