import type pg from 'pg'
import { normalizeInvoiceNumber } from '#core/money/invoices/model/number.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, getAnalyst, storeDocuments } from '../documents.ts'
import { type FiledStep, getStepColumns, loadStatusHistory, stepColumns } from '../filedRecords.ts'
import { insertRows } from '../insertRows.ts'
import { loadReserveLetters } from '../reserveLetters.ts'
import type { Portfolio, ReserveRequest } from '../types.ts'

/** The name of the module's requests in the status history. */
const requestEntity = 'ReplacementReserveRequest'
/** The name of the module in the register of invoices. */
const invoiceModule = 'Replacement_Reserve'

/** The maximum number of invoices that have a document. */
const MAX_INVOICE_DOCUMENTS = 150

type UserIds = ReadonlyMap<string, number>

const requestColumns = {
  ...stepColumns,
  replacement_reserve_request_id: 'integer',
  property_id: 'integer',
  reserve_account_id: 'integer',
  request_type: 'text',
  description: 'text',
  status_id: 'integer',
  certified: 'boolean',
  balance_at_submit: 'numeric',
  pre_approved: 'boolean',
}

/** Builds the row of a request. */
function buildRequestRow(request: ReserveRequest, users: UserIds) {
  const stepValues = getStepColumns(getSteps(request, users))
  return {
    ...stepValues,
    replacement_reserve_request_id: request.id,
    property_id: request.propertyId,
    reserve_account_id: request.propertyId,
    request_type: request.requestType,
    description: request.description,
    status_id: request.statusId,
    certified: stepValues.submitted !== null,
    balance_at_submit: request.balanceAtSubmit,
    pre_approved: request.requestType === 'Advance review' && request.statusId === RequestStatus.APPROVED,
  }
}

const itemColumns = {
  replacement_reserve_request_item_id: 'integer',
  replacement_reserve_request_id: 'integer',
  property_id: 'integer',
  position: 'integer',
  category_id: 'integer',
  description_of_work: 'text',
  location: 'text',
  quantity: 'integer',
  age: 'integer',
  vendor_id: 'integer',
  invoice_number: 'text',
  invoice_date: 'date',
  check_number: 'text',
  claimed_amount: 'numeric',
  approved_amount: 'numeric',
  denial_reason: 'text',
  duplicate_invoice_comment: 'text',
  pay_vendor_directly: 'boolean',
}

/** Builds the rows of the items of all requests. */
function buildItemRows(requests: readonly ReserveRequest[], categories: ReadonlyMap<string, number>) {
  const items = requests.flatMap((request) =>
    request.items.map((item, index) => ({ request, item, position: index + 1 })),
  )
  return items.map(({ request, item, position }, index) => ({
    replacement_reserve_request_item_id: index + 1,
    replacement_reserve_request_id: request.id,
    property_id: request.propertyId,
    position,
    category_id: categories.get(item.category),
    description_of_work: item.descriptionOfWork,
    location: item.location,
    quantity: item.quantity,
    age: item.age,
    vendor_id: item.vendorId,
    invoice_number: item.invoiceNumber,
    invoice_date: item.invoiceDate,
    check_number: item.checkNumber,
    claimed_amount: item.claimedAmount,
    approved_amount: item.approvedAmount,
    denial_reason: item.denialReason,
    duplicate_invoice_comment: item.duplicateInvoiceComment,
    pay_vendor_directly: item.payVendorDirectly,
  }))
}

const getSteps = ({ steps }: ReserveRequest, users: UserIds): FiledStep[] =>
  steps.map((step) => ({ ...step, by: users.get(step.by) ?? null }))

/**
 * Loads the requests with items, invoices and status history. Accounts, vendors and reserve accounts must be
 * loaded before.
 */
async function loadRequests(client: pg.ClientBase, portfolio: Portfolio, users: UserIds): Promise<void> {
  const result = await client.query<{ id: number; name: string }>(
    'select replacement_reserve_category_id as id, name from replacement_reserve_category',
  )
  const categories = new Map(result.rows.map((row) => [row.name, row.id]))
  const { requests } = portfolio
  await insertRows(
    client,
    'replacement_reserve_request',
    requestColumns,
    requests.map((request) => buildRequestRow(request, users)),
  )
  const items = buildItemRows(requests, categories)
  await insertRows(client, 'replacement_reserve_request_item', itemColumns, items)
  const invoiceColumns = {
    module_name: 'text',
    request_id: 'integer',
    item_id: 'integer',
    property_id: 'integer',
    vendor_id: 'integer',
    invoice_number: 'text',
    normalised_number: 'text',
    invoice_date: 'date',
    amount: 'numeric',
    claimed: 'boolean',
  }
  const submittedIds = new Set(
    requests.filter((request) => request.statusId > RequestStatus.NOT_SUBMITTED).map((request) => request.id),
  )
  const invoices = items
    .filter((item) => item.invoice_number !== null)
    .map((item) => ({
      module_name: invoiceModule,
      request_id: item.replacement_reserve_request_id,
      item_id: item.replacement_reserve_request_item_id,
      property_id: item.property_id,
      vendor_id: item.vendor_id,
      invoice_number: item.invoice_number,
      normalised_number: normalizeInvoiceNumber(item.invoice_number),
      invoice_date: item.invoice_date,
      amount: item.claimed_amount,
      claimed: submittedIds.has(item.replacement_reserve_request_id),
    }))
  await insertRows(client, 'invoice', invoiceColumns, invoices)
  await loadStatusHistory(
    client,
    requestEntity,
    requests.map((request) => ({ ...request, steps: getSteps(request, users) })),
  )
}

type InvoicedItem = {
  propertyId: number
  requestId: number
  itemId: number
  work: string | null
  vendor: string | null
  invoice: string
  amount: string | null
  by: number | null
  at: Date
}

/** Returns the invoices of the newest submitted requests. */
async function getInvoiceDocuments(client: pg.ClientBase, analyst: number): Promise<GeneratedDocument[]> {
  const result = await client.query<InvoicedItem>(
    `select i.property_id as "propertyId", i.replacement_reserve_request_id as "requestId",
        i.replacement_reserve_request_item_id as "itemId", i.description_of_work as work, v.name as vendor,
        i.invoice_number as invoice, i.claimed_amount as amount, r.created_by as by, r.created_at as at
      from replacement_reserve_request_item i join replacement_reserve_request r using (replacement_reserve_request_id)
      left join vendor v using (vendor_id)
      where i.invoice_number is not null and r.status_id > 1 order by r.created_at desc, i.position limit $1`,
    [MAX_INVOICE_DOCUMENTS],
  )
  return result.rows.map((item) => ({
    property_id: item.propertyId,
    management_company_id: null,
    module_name: invoiceModule,
    module_id: item.requestId,
    sub_module_name: 'item',
    sub_module_id: item.itemId,
    document_type: 'Invoice',
    internal_to_agency: false,
    file_name: `invoice-${item.invoice.replaceAll(/\W+/g, '-')}.pdf`,
    created_by: item.by ?? analyst,
    created_at: item.at.toISOString(),
    lines: [item.vendor ?? '', `Invoice ${item.invoice}`, item.work ?? '', `Amount ${item.amount ?? ''}`],
  }))
}

/** SQL: who approves requests by the funding of a property. The agency approves those that are not listed. */
const authoritiesSql = `
  insert into reserve_authority (position, federal_type_id, by_agency, approver)
  select w.position, f.federal_type_id, w.by_agency, w.approver
  from (values (1, 'Agency fund balance', true, 'The agency'), (2, 'HUD Risk Share 542(c)', true, 'The agency'),
    (3, 'Rural Development 515', true, 'The agency'), (4, 'HUD assisted or insured', false, 'HUD'),
    (5, 'HUD Section 8 HAP', false, 'HUD')) as w (position, name, by_agency, approver)
  join federal_type f using (name) on conflict do nothing`

/** SQL: one request claims an old invoice as an exception. */
const exceptionSql = `
  update replacement_reserve_request set submitted_as_exception = true, exception_reason = 'The invoice was in dispute until the summer.'
  where replacement_reserve_request_id = (select min(replacement_reserve_request_id) from replacement_reserve_request where status_id = 3)`

/** Loads the replacement-reserve requests, with invoices and letters. */
export default {
  after: ['reserves', 'vendors', 'letters'],
  load: async ({ client, portfolio, users }) => {
    await client.query(authoritiesSql)
    await loadRequests(client, portfolio, users)
    await loadReserveLetters(client)
    await client.query(exceptionSql)
  },
  createDocuments: async (context) =>
    storeDocuments(context, await getInvoiceDocuments(context.client, getAnalyst(context))),
  idColumns: {
    replacement_reserve_request: 'replacement_reserve_request_id',
    replacement_reserve_request_item: 'replacement_reserve_request_item_id',
  },
} satisfies DemoPart
