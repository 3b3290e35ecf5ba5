import { completions } from '#features/reserves/reserveCompletion/model/completions.ts'
import { addDays } from '#kernel/model/dates.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { DemoPart } from '../demoPart.ts'
import { type DocumentedRecord, getDocuments, storeDocuments } from '../documents.ts'
import { getStepsTo, getStepTakers, loadFiledRecords } from '../filedRecords.ts'

/**
 * SQL: the items of completions. Each has cost the pre-approved amount, so that the releases agree with the
 * ledger.
 */
const linesSql = `
  insert into replacement_reserve_completion_item (replacement_reserve_completion_id, property_id, replacement_reserve_request_item_id,
    position, invoice_number, invoice_date, invoiced_amount, check_number, pay_vendor_directly, approved_amount, denial_reason)
  select c.replacement_reserve_completion_id, i.property_id, i.replacement_reserve_request_item_id, i.position,
    'C-' || i.replacement_reserve_request_item_id, c.completed_on - 2, i.approved_amount,
    case when not i.pay_vendor_directly then (7000 + i.replacement_reserve_request_item_id)::text end, i.pay_vendor_directly,
    case when c.status_id in (4, 5) then i.approved_amount when c.status_id = 6 then 0 end,
    case when c.status_id = 6 then 'The photos show the old equipment.' end
  from replacement_reserve_completion c join replacement_reserve_request_item i using (replacement_reserve_request_id)
  where i.approved_amount > 0 and c.completed_on is not null`

/** SQL: the open completions, which get documents. */
const documentedCompletionsSql = `
  select c.replacement_reserve_completion_id as id, null::integer as item, c.property_id as property, p.name, c.created_at as at
  from replacement_reserve_completion c join property p using (property_id) where c.status_id between 2 and 4 order by 1`

/** SQL: the empty items of completions whose work is not completed. */
const draftLinesSql = `
  insert into replacement_reserve_completion_item (replacement_reserve_completion_id, property_id, replacement_reserve_request_item_id, position)
  select c.replacement_reserve_completion_id, i.property_id, i.replacement_reserve_request_item_id, i.position
  from replacement_reserve_completion c join replacement_reserve_request_item i using (replacement_reserve_request_id)
  where i.approved_amount > 0 and c.completed_on is null`

/** SQL: the invoices of submitted completions. */
const invoicesSql = `
  insert into invoice (module_name, request_id, item_id, property_id, filed_company_id, vendor_id, invoice_number, normalised_number,
    invoice_date, amount, claimed)
  select 'ReplacementReserveCompletion', c.replacement_reserve_completion_id, l.replacement_reserve_completion_item_id, l.property_id,
    c.filed_company_id, i.vendor_id, l.invoice_number, replace(l.invoice_number, '-', ''), l.invoice_date, l.invoiced_amount, true
  from replacement_reserve_completion_item l join replacement_reserve_completion c using (replacement_reserve_completion_id)
  join replacement_reserve_request_item i using (replacement_reserve_request_item_id)
  where l.invoice_number is not null and c.status_id between 2 and 5`

/** SQL: assigns the releases of pre-approved requests to their completions. */
const releasesSql = `
  update reserve_entry e set entity = 'ReplacementReserveCompletion', row_id = c.replacement_reserve_completion_id
  from replacement_reserve_completion c
  where (e.entity, e.row_id) = ('ReplacementReserveRequest', c.replacement_reserve_request_id)`

/** Loads completions of pre-approved work in every status. */
export default {
  after: ['replacementReserve'],
  load: async ({ client, portfolio, users }) => {
    const completionRequests = portfolio.requests.flatMap(({ completion, ...request }) =>
      completion ? [{ ...request, completion, by: request.steps[0]?.by ?? '' }] : [],
    )
    const stepTakers = getStepTakers(users)
    const records = completionRequests.map(
      ({ id, propertyId, by, completion: { statusId, begunOn } }, index) => ({
        id: index + 1,
        propertyId,
        // The user who requested the pre-approval files the completion.
        steps: getStepsTo(
          statusId,
          begunOn,
          { ...stepTakers, company: users.get(by) ?? stepTakers.company },
          statusId === RequestStatus.REJECTED ? 'The photos show the old equipment.' : null,
        ),
        values: {
          replacement_reserve_request_id: id,
          certified: statusId > RequestStatus.NOT_SUBMITTED,
          completed_on: statusId > RequestStatus.NOT_SUBMITTED ? addDays(begunOn, -1) : null,
        },
      }),
    )
    await loadFiledRecords(client, completions, records)
    await client.query(linesSql)
    await client.query(draftLinesSql)
    await client.query(invoicesSql)
    await client.query(releasesSql)
  },
  createDocuments: async (context) => {
    const { rows } = await context.client.query<DocumentedRecord>(documentedCompletionsSql)
    await storeDocuments(context, getDocuments(context, completions, rows, ['Invoice', 'Photo', 'Check']))
  },
} satisfies DemoPart
