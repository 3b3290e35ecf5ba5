import type pg from 'pg'
import type { LetterData } from '#core/correspondence/letters/model/index.ts'
import { formatPropertyNumber } from '#core/platform/lookups/model/index.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { insertRows } from './insertRows.ts'

/** The name of the replacement-reserve module's requests in the letter log. */
const ENTITY = 'ReplacementReserveRequest'

/** The abbreviation of the agency, which is part of the property number in letters. */
const AGENCY = 'MHDC'

/** A decided request with the facts of its letter. */
type DecidedRequest = {
  id: number
  propertyId: number
  statusId: number
  decided: Date
  decidedBy: number | null
  comment: string | null
  property: string
  agencyNumber: string | null
  lihtc: string | null
  company: string | null
  companyAddress: string | null
  companyCity: string | null
  companyState: string | null
  companyZip: string | null
  items: {
    work: string | null
    vendor: string | null
    invoice: string | null
    claimed: number
    approved: number
  }[]
}

/** SQL: the decided requests with the facts of their letters. */
const decidedRequestsSql = `
  select r.replacement_reserve_request_id as id, r.property_id as "propertyId", r.status_id as "statusId", r.decided,
    r.decided_by_id as "decidedBy", r.decision_comment as comment, p.name as property, p.agency_number as "agencyNumber",
    (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id order by n.position limit 1) as lihtc,
    c.name as company, c.address as "companyAddress", c.city as "companyCity", c.state as "companyState", c.zip as "companyZip",
    (select json_agg(json_build_object('work', i.description_of_work, 'vendor', v.name, 'invoice', i.invoice_number,
        'claimed', coalesce(i.claimed_amount, 0), 'approved', coalesce(i.approved_amount, 0)) order by i.position)
      from replacement_reserve_request_item i left join vendor v using (vendor_id)
      where i.replacement_reserve_request_id = r.replacement_reserve_request_id) as items
  from replacement_reserve_request r join property p using (property_id)
  left join management_company c using (management_company_id)
  where r.status_id in (5, 6) and r.decided is not null order by 1`

/**
 * Loads the letter of every decided reserve request, as the portal would have written it. The requests must
 * be loaded before.
 */
export async function loadReserveLetters(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<DecidedRequest>(decidedRequestsSql)
  const letterColumns = {
    property_id: 'integer',
    entity: 'text',
    row_id: 'integer',
    kind: 'text',
    title: 'text',
    data: 'jsonb',
    created_by: 'integer',
    created_at: 'timestamptz',
  }
  const letters = rows.map((request) => ({
    property_id: request.propertyId,
    entity: ENTITY,
    row_id: request.id,
    kind: request.statusId === RequestStatus.APPROVED ? 'approval' : 'denial',
    title: `${request.statusId === RequestStatus.APPROVED ? 'Approval' : 'Denial'} of replacement reserve request R-${request.id}`,
    data: buildLetter(request),
    created_by: request.decidedBy,
    created_at: request.decided.toISOString(),
  }))
  await insertRows(client, 'letter', letterColumns, letters)
}

/** Builds the data of a letter, as the portal does. */
function buildLetter(request: DecidedRequest): LetterData {
  const isApproved = request.statusId === RequestStatus.APPROVED
  const { items } = request
  const formatTotal = (read: (item: DecidedRequest['items'][number]) => number) =>
    formatMoney(sumMoney(items.map(read)))
  const { agencyNumber, lihtc } = request
  return {
    managementCompany: request.company
      ? {
          mgmtcoName: request.company,
          mgmtcoAddress: request.companyAddress,
          mgmtcoCity: request.companyCity,
          mgmtcoState: request.companyState,
          mgmtcoZip: request.companyZip,
        }
      : null,
    contact: null,
    property: {
      propertyName: request.property,
      propertyNumber: formatPropertyNumber({ agencyNumber, lihtC1: lihtc }, AGENCY),
    },
    requestNumber: `R-${request.id}`,
    signatureBlock: { Name: 'Agency Manager', Title: 'Demonstration signature' },
    body: [
      `Your request to draw {{amountRequested}} from the replacement reserve of {{propertyName}} has been reviewed. ${isApproved ? 'The agency approves {{amountApproved}}.' : 'The agency cannot approve it.'}`,
      {
        columns: [
          { label: 'Item', field: 'work' },
          { label: 'Vendor', field: 'vendor' },
          { label: 'Invoice', field: 'invoice' },
          { label: 'Claimed', field: 'claimed', alignment: 'right' },
          { label: 'Approved', field: 'approved', alignment: 'right' },
        ],
        rows: items.map((item) => ({
          work: item.work ?? '',
          vendor: item.vendor ?? '',
          invoice: item.invoice ?? '',
          claimed: formatMoney(item.claimed),
          approved: formatMoney(isApproved ? item.approved : 0),
        })),
      },
      request.comment ?? '',
      'This letter belongs to the demonstration; what it says is invented.',
    ],
    values: {
      amountRequested: formatTotal((item) => item.claimed),
      amountApproved: isApproved ? formatTotal((item) => item.approved) : formatMoney(0),
    },
  }
}
