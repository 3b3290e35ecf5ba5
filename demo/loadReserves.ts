import type pg from 'pg'
import { normaliseInvoiceNumber } from '#kernel/model/text.ts'
import { insertRows } from './insertRows.ts'
import type { Portfolio, RequestStep, ReserveRequest } from './types.ts'

/** What the replacement-reserve module calls its requests in status history, and its invoices. */
const requestEntity = 'ReplacementReserveRequest'
const invoiceModule = 'Replacement_Reserve'

type UserIds = ReadonlyMap<string, number>

/** Loads the vendors, among them those that wait to be accepted. */
export async function loadVendors(client: pg.ClientBase, portfolio: Portfolio, users: UserIds): Promise<void> {
  const columns = {
    vendor_id: 'integer',
    name: 'text',
    address: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text',
    email: 'text',
    tax_id_last4: 'text',
    w9_date: 'date',
    new_vendor: 'boolean',
    requested_by: 'integer',
    created_at: 'timestamptz',
  }
  const rows = portfolio.vendors.map((vendor) => ({
    vendor_id: vendor.id,
    name: vendor.name,
    address: '200 Demonstration Way',
    city: vendor.city,
    state: 'MO',
    zip: vendor.zip,
    phone: vendor.phone,
    email: vendor.email,
    tax_id_last4: vendor.taxIdLast4,
    w9_date: vendor.w9Date,
    new_vendor: vendor.requestedBy !== null,
    requested_by: vendor.requestedBy === null ? null : (users.get(vendor.requestedBy) ?? null),
    created_at: `${portfolio.day}T12:00:00Z`,
  }))
  await insertRows(client, 'vendor', columns, rows)
}

/** Loads the reserve accounts without their ledgers; an account has its property's id. */
export async function loadReserveAccounts(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const columns = {
    reserve_account_id: 'integer',
    property_id: 'integer',
    monthly_deposit: 'numeric',
    annual_interest_rate: 'numeric',
    opened_on: 'date',
  }
  const rows = portfolio.properties.flatMap(({ id, reserve }) =>
    reserve === null
      ? []
      : [
          {
            reserve_account_id: id,
            property_id: id,
            monthly_deposit: reserve.monthlyDeposit,
            annual_interest_rate: reserve.annualInterestRate,
            opened_on: reserve.openedOn,
          },
        ],
  )
  await insertRows(client, 'reserve_account', columns, rows)
}

/** Loads the ledgers, in order of time within each account. The requests must be there. */
export async function loadLedgers(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const columns = {
    property_id: 'integer',
    reserve_account_id: 'integer',
    entry_date: 'date',
    kind: 'text',
    amount: 'numeric',
    replacement_reserve_request_id: 'integer',
    note: 'text',
    created_at: 'timestamptz',
  }
  const rows = portfolio.properties.flatMap(({ id, reserve }) =>
    [...(reserve?.entries ?? [])]
      .sort((a, b) => a.day.localeCompare(b.day))
      .map((entry) => ({
        property_id: id,
        reserve_account_id: id,
        entry_date: entry.day,
        kind: entry.kind,
        amount: entry.amount,
        replacement_reserve_request_id: entry.request,
        note: entry.note,
        created_at: `${entry.day}T12:00:00Z`,
      })),
  )
  await insertRows(client, 'reserve_entry', columns, rows)
}

const requestColumns = {
  replacement_reserve_request_id: 'integer',
  property_id: 'integer',
  reserve_account_id: 'integer',
  request_type: 'text',
  description: 'text',
  status_id: 'integer',
  version: 'integer',
  submitted_by_id: 'integer',
  submitted: 'timestamptz',
  certified: 'boolean',
  reviewer_id: 'integer',
  review_started: 'timestamptz',
  reviewed_by_id: 'integer',
  decided_by_id: 'integer',
  decided: 'timestamptz',
  return_reason: 'text',
  decision_comment: 'text',
  balance_at_submit: 'numeric',
  paid_date: 'date',
  payment_check_number: 'text',
  created_by: 'integer',
  created_at: 'timestamptz',
}

function requestRow(request: ReserveRequest, users: UserIds) {
  const step = (...actions: RequestStep['action'][]) => request.steps.find((one) => actions.includes(one.action))
  const by = (one: RequestStep | undefined): number | null => (one ? (users.get(one.by) ?? null) : null)
  const [submit, start, review, decision] = [
    step('submit'),
    step('startReview'),
    step('review'),
    step('approve', 'deny'),
  ]
  return {
    replacement_reserve_request_id: request.id,
    property_id: request.propertyId,
    reserve_account_id: request.propertyId,
    request_type: request.requestType,
    description: request.description,
    status_id: request.statusId,
    version: request.steps.length,
    submitted_by_id: by(submit),
    submitted: submit?.at ?? null,
    certified: submit !== undefined,
    reviewer_id: by(start),
    review_started: start?.at ?? null,
    reviewed_by_id: by(review),
    decided_by_id: by(decision),
    decided: decision?.at ?? null,
    return_reason: step('return')?.reason ?? null,
    decision_comment: decision?.reason ?? null,
    balance_at_submit: request.balanceAtSubmit,
    paid_date: request.paidDate,
    payment_check_number: request.paymentCheckNumber,
    created_by: by(step('create')),
    created_at: request.steps[0]?.at,
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

function itemRows(requests: readonly ReserveRequest[], categories: ReadonlyMap<string, number>) {
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

async function loadSteps(client: pg.ClientBase, requests: readonly ReserveRequest[], users: UserIds): Promise<void> {
  const columns = {
    entity: 'text',
    row_id: 'integer',
    property_id: 'integer',
    from_status_id: 'integer',
    to_status_id: 'integer',
    action: 'text',
    reason: 'text',
    user_id: 'integer',
    at: 'timestamptz',
  }
  const rows = requests.flatMap((request) =>
    request.steps.map((step) => ({
      entity: requestEntity,
      row_id: request.id,
      property_id: request.propertyId,
      from_status_id: step.from,
      to_status_id: step.to,
      action: step.action,
      reason: step.reason,
      user_id: users.get(step.by),
      at: step.at,
    })),
  )
  await insertRows(client, 'status_history', columns, rows)
}

/** Loads the requests with items, invoices and status history. Accounts, vendors and reserve accounts must be there. */
export async function loadRequests(client: pg.ClientBase, portfolio: Portfolio, users: UserIds): Promise<void> {
  const found = await client.query<{ id: number; name: string }>(
    'select replacement_reserve_category_id as id, name from replacement_reserve_category',
  )
  const categories = new Map(found.rows.map((row) => [row.name, row.id]))
  const { requests } = portfolio
  await insertRows(
    client,
    'replacement_reserve_request',
    requestColumns,
    requests.map((request) => requestRow(request, users)),
  )
  const items = itemRows(requests, categories)
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
  }
  const invoices = items
    .filter((item) => item.invoice_number !== null)
    .map((item) => ({
      module_name: invoiceModule,
      request_id: item.replacement_reserve_request_id,
      item_id: item.replacement_reserve_request_item_id,
      property_id: item.property_id,
      vendor_id: item.vendor_id,
      invoice_number: item.invoice_number,
      normalised_number: normaliseInvoiceNumber(item.invoice_number),
      invoice_date: item.invoice_date,
      amount: item.claimed_amount,
    }))
  await insertRows(client, 'invoice', invoiceColumns, invoices)
  await loadSteps(client, requests, users)
}
