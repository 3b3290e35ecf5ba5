import { sql } from 'kysely'
import type { z } from 'zod'
import { reviewTypes } from '#features/shared/invoicedItems/model/index.ts'
import { serveException, serveItemCalls } from '#features/shared/invoicedItems/server/index.ts'
import { type CsvColumn, toCsv } from '#kernel/model/csv.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import { operatingItemKind } from './detail.ts'
import { requests } from './requests.ts'

const loadCostTypes = ({ db }: AnyContext) =>
  db.selectFrom('operatingReserveRequestType').selectAll().orderBy('operatingReserveRequestTypeId').execute()

/** The handlers of the calls about operating reserve requests, their lists and their download. */
export const served: Served[] = [
  ...serveController(calls.reserveTypes),
  ...serveController(calls.requestTypes),
  ...serveItemCalls(calls.requestItemCalls, operatingItemKind, requests),

  serveException(calls.grantException, requests),

  serve(calls.getTypes, loadCostTypes),
  serve(calls.getReviewTypes, async () =>
    Object.entries(reviewTypes).map(([id, name]) => ({ id: Number(id), name })),
  ),

  serve(calls.getPropertyList, async ({ db }) => {
    const result = await sql<z.infer<typeof calls.getPropertyList.answer>[number]>`
      select p.property_id, p.name, p.agency_number, p.city, c.name as management_company_name,
      p.total_units as units,
        a.balance, coalesce(r.open_requests, 0)::integer as open_requests, r.last_approved
      from property p
      join (select a.property_id, coalesce(sum(e.amount), 0) as balance from reserve_account a
      join reserve_type t on t.name = a.kind
        left join reserve_entry e using (reserve_account_id) where a.holder = 'Agency' and a.closed_on is null
        group by 1) a using (property_id)
      left join management_company c on c.management_company_id = p.management_company_id
      left join (select property_id, count(*) filter (where ${statusIs.open()}) as open_requests,
          max(decided) filter (where status_id = ${sqlStatus.APPROVED}) as last_approved
        from operating_reserve_request group by property_id) r using (property_id)
      order by p.name`.execute(db)
    return result.rows
  }),

  serve(calls.operatingDownload, async (context) => {
    const { items, types, requestNumber } = await requests.detail(context, context.params.id)
    const typeByKey = new Map(types.map((type) => [type.operatingReserveRequestTypeId, type.name]))
    const columns: CsvColumn<(typeof items)[number]>[] = [
      { label: 'Request', value: () => requestNumber },
      {
        label: 'Kind of cost',
        value: (item) => typeByKey.get(item.operatingReserveRequestTypeId ?? 0) ?? '',
      },
      { label: 'Description', value: (item) => item.description },
      { label: 'Vendor', value: (item) => item.vendorName },
      { label: 'Invoice', value: (item) => item.invoiceNumber },
      { label: 'Invoice date', value: (item) => item.invoiceDate },
      { label: 'Check', value: (item) => item.checkNumber },
      { label: 'Claimed', value: (item) => item.claimedAmount },
      { label: 'Approved', value: (item) => item.approvedAmount },
    ]
    return toCsv(columns, items)
  }),
]
