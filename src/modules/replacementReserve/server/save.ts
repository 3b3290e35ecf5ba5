import { sql } from 'kysely'
import { storeInvoices } from '#ground/invoices/server/index.ts'
import { isAgencyWriter } from '#kernel/model/access.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { updateRow } from '#kernel/server/crud.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { lockRow, refuseStaleVersion, writeHistory } from '#kernel/server/workflow.ts'
import { ReplacementReserveRequest } from '../model/entities.ts'
import { flow } from '../model/flow.ts'
import { MOST_ITEMS } from '../model/rules.ts'
import { type ItemRow, MODULE, type RequestRow, refuseUnlessOpen } from './detail.ts'

/** What a save brings: only what is named is changed. */
export type SentRequest = Partial<RequestRow>
export type SentItem = Partial<ItemRow>

const requestFields = ['requestType', 'description', 'instructions', 'certified'] as const
const exceptionFields = ['submittedAsException', 'exceptionReason'] as const
const itemFields = [
  'categoryId',
  'descriptionOfWork',
  'location',
  'quantity',
  'age',
  'vendorId',
  'newVendor',
  'invoiceNumber',
  'invoiceDate',
  'checkNumber',
  'claimedAmount',
  'duplicateInvoiceComment',
  'payVendorDirectly',
  'clientKey',
] as const

/** Stores a request in progress; answers its id. Shape only: what is missing or wrong is told at submission. */
export async function saveProgress(
  context: AnyContext,
  request: SentRequest,
  items: SentItem[],
  deleted: readonly number[],
): Promise<number> {
  const requestId = request.replacementReserveRequestId || (await openRequest(context, request))
  const row = await lockRow<RequestRow>(context, ReplacementReserveRequest, requestId)
  if (request.replacementReserveRequestId)
    await refuseStaleVersion(context, ReplacementReserveRequest, requestId, request.version, row.version)
  if (!canEdit(flow, row, context.actor))
    refuse.conflict('This request has been submitted and can no longer be edited here.')
  const fields = isAgencyWriter(context.actor) ? [...requestFields, ...exceptionFields] : requestFields
  await updateRow(context, ReplacementReserveRequest, requestId, picked(request, fields))
  await saveItems(context, row, items, deleted)
  return requestId
}

const picked = <K extends string>(source: Partial<Record<K, unknown>>, names: readonly K[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]))

/** Finds the request an earlier, repeated save has stored, or begins a new one. */
async function openRequest(context: AnyContext, request: SentRequest): Promise<number> {
  const propertyId = request.propertyId
  if (!propertyId) return refuse.invalid([{ field: 'request.propertyId', message: 'Property: *Field is required' }])
  const property = await context.db
    .selectFrom('property')
    .innerJoin('reserveAccount', 'reserveAccount.propertyId', 'property.propertyId')
    .select(['property.monitoredForReserves', 'property.statusId', 'reserveAccount.reserveAccountId'])
    .where('property.propertyId', '=', propertyId)
    .executeTakeFirst()
  if (!property) return refuse.notFound('This property')
  refuseUnlessOpen(property)
  const clientKey = request.clientKey ?? null
  const created = await context.db
    .insertInto('replacementReserveRequest')
    .values({ propertyId, reserveAccountId: property.reserveAccountId, createdBy: context.actor.userId, clientKey })
    .onConflict((conflict) => conflict.column('clientKey').doNothing())
    .returning('replacementReserveRequestId')
    .executeTakeFirst()
  if (created) {
    await writeHistory(context, flow.entity, created.replacementReserveRequestId, propertyId, null, 1, 'create', null)
    return created.replacementReserveRequestId
  }
  const earlier = await context.db
    .selectFrom('replacementReserveRequest')
    .select('replacementReserveRequestId')
    .where('clientKey', '=', clientKey)
    .executeTakeFirst()
  return earlier?.replacementReserveRequestId ?? refuse.notFound('This replacement reserve request')
}

/** Adds, changes and removes items in three statements, whatever their number. */
async function saveItems(
  context: AnyContext,
  request: RequestRow,
  items: SentItem[],
  deleted: readonly number[],
): Promise<void> {
  const requestId = request.replacementReserveRequestId
  if (deleted.length > 0) {
    await context.db
      .deleteFrom('replacementReserveRequestItem')
      .where('replacementReserveRequestId', '=', requestId)
      .where(sql<boolean>`replacement_reserve_request_item_id = any (${deleted}::integer[])`)
      .execute()
  }
  const present = await context.db
    .selectFrom('replacementReserveRequestItem')
    .selectAll()
    .where('replacementReserveRequestId', '=', requestId)
    .execute()
  const merged = items.map((item, index) => mergeItem(present, item, index + 1))
  if (present.length + merged.filter((item) => item.replacementReserveRequestItemId === 0).length > MOST_ITEMS * 2) {
    refuse.invalid([{ field: 'items', message: `A request has at most ${MOST_ITEMS} items.` }])
  }
  if (merged.length > 0) await upsertItems(context, request, merged)
  const stored = await context.db
    .selectFrom('replacementReserveRequestItem')
    .select([
      'replacementReserveRequestItemId as itemId',
      'vendorId',
      'invoiceNumber',
      'invoiceDate',
      'claimedAmount as amount',
    ])
    .where('replacementReserveRequestId', '=', requestId)
    .execute()
  await storeInvoices(context, MODULE, requestId, request.propertyId, stored)
}

type Merged = SentItem & { replacementReserveRequestItemId: number; position: number }

/** The item as it will stand: found by id, or by the key the browser gave it; a foreign id is refused. */
function mergeItem(present: readonly ItemRow[], item: SentItem, position: number): Merged {
  const sentId = item.replacementReserveRequestItemId ?? 0
  const known = present.find((one) =>
    sentId > 0 ? one.replacementReserveRequestItemId === sentId : item.clientKey && one.clientKey === item.clientKey,
  )
  if (sentId > 0 && !known) return refuse.notFound(`Item ${position}`)
  const { replacementReserveRequestItemId = 0 } = known ?? {}
  return {
    newVendor: false,
    payVendorDirectly: false,
    ...known,
    ...picked(item, itemFields),
    replacementReserveRequestItemId,
    position,
  }
}

/** How the items travel to the database; the names are those of {@link itemFields} in snake case. */
const recordShape = sql`replacement_reserve_request_item_id integer, position integer, category_id integer, description_of_work text, location text,
  quantity integer, age integer, vendor_id integer, new_vendor boolean, invoice_number text, invoice_date date, check_number text,
  claimed_amount numeric(14,2), duplicate_invoice_comment text, pay_vendor_directly boolean, client_key uuid`

const asColumns = (item: Merged): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [snakeCase(name), value]))

async function upsertItems(context: AnyContext, request: RequestRow, items: readonly Merged[]): Promise<void> {
  const columns = [...itemFields, 'position'].map(snakeCase)
  const listed = (prefix: string) => sql.join(columns.map((name) => sql.ref(`${prefix}${name}`)))
  const key = sql`pg_get_serial_sequence('replacement_reserve_request_item', 'replacement_reserve_request_item_id')`
  await sql`
    insert into replacement_reserve_request_item as item
      (replacement_reserve_request_item_id, replacement_reserve_request_id, property_id, ${listed('')})
    select coalesce(nullif(d.replacement_reserve_request_item_id, 0), nextval(${key})),
      ${request.replacementReserveRequestId}, ${request.propertyId}, ${listed('d.')}
    from jsonb_to_recordset(${JSON.stringify(items.map(asColumns))}::jsonb) as d(${recordShape}) order by d.position
    on conflict (replacement_reserve_request_item_id) do update
      set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where (${listed('item.')}) is distinct from (${listed('excluded.')})`.execute(context.db)
}
