import { sql } from 'kysely'
import type { LetterBodyItem, LetterData } from '#ground/letters/model/index.ts'
import { signatureBlockFor, storeLetter } from '#ground/letters/server/index.ts'
import { ContactType } from '#ground/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { projectNumber } from '#kernel/model/formats.ts'
import { formatMoney, sumMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { flow, requestNumber } from '../model/flow.ts'
import { type ItemDetail, itemsOf, longDate, type RequestRow } from './detail.ts'

type Addressee = {
  propertyName: string
  agencyNumber: string | null
  lihtcNumber: string | null
  companyName: string | null
  companyAddress: string | null
  companyCity: string | null
  companyState: string | null
  companyZip: string | null
  contactName: string | null
  address1: string | null
  address2: string | null
  city: string | null
  state: string | null
  zip: string | null
}

async function addresseeOf(context: AnyContext, propertyId: number): Promise<Addressee> {
  const found = await sql<Addressee>`
    select p.name as property_name, p.agency_number, (select lihtc_number from property_lihtc_number l where l.property_id = p.property_id order by position limit 1) as lihtc_number,
      m.name as company_name, m.address as company_address, m.city as company_city, m.state as company_state, m.zip as company_zip,
      c.name as contact_name, c.address1, c.address2, c.city, c.state, c.zip
    from property p left join management_company m using (management_company_id)
    left join lateral (select c.* from property_contact pc join contact c using (contact_id)
      where pc.property_id = p.property_id and pc.contact_type_id in (${ContactType.FinancialContact}, ${ContactType.PrimaryContact}) and c.active
      order by pc.contact_type_id desc limit 1) c on true
    where p.property_id = ${propertyId}`.execute(context.db)
  return found.rows[0]!
}

const itemTable = (items: readonly ItemDetail[]): LetterBodyItem => ({
  columns: [
    { label: 'Item', field: 'work' },
    { label: 'Vendor', field: 'vendor' },
    { label: 'Invoice', field: 'invoice' },
    { label: 'Date', field: 'date' },
    { label: 'Claimed', field: 'claimed', alignment: 'right' },
    { label: 'Approved', field: 'approved', alignment: 'right' },
  ],
  rows: [
    ...items.map((item) => ({
      work: item.descriptionOfWork ?? '',
      vendor: item.vendorName ?? '',
      invoice: item.invoiceNumber ?? '',
      date: item.invoiceDate ? formatDate(item.invoiceDate, 'MM/DD/YYYY') : '',
      claimed: formatMoney(item.claimedAmount),
      approved: formatMoney(item.approvedAmount ?? 0),
    })),
    {
      work: 'Total',
      vendor: '',
      invoice: '',
      date: '',
      claimed: formatMoney(sumMoney(items.map((i) => i.claimedAmount))),
      approved: formatMoney(sumMoney(items.map((i) => i.approvedAmount))),
    },
  ],
})

const reductions = (items: readonly ItemDetail[]): string[] =>
  items.filter((item) => item.denialReason).map((item) => `${item.descriptionOfWork ?? 'Item'}: ${item.denialReason}`)

function approvalBody(items: readonly ItemDetail[], comment: string | null): LetterBodyItem[] {
  const reduced = reductions(items)
  return [
    'Your request to draw {{amountRequested}} from the replacement reserve of {{propertyName}} has been reviewed. The agency approves {{amountApproved}}.',
    itemTable(items),
    ...(reduced.length > 0 ? ['The following was not approved in full:', ...reduced] : []),
    comment ?? '',
    'The balance of the replacement reserve after this release is {{balance}}.',
  ]
}

const denialBody = (items: readonly ItemDetail[], reason: string | null): LetterBodyItem[] => [
  'Your request to draw {{amountRequested}} from the replacement reserve of {{propertyName}} has been reviewed. The agency cannot approve it.',
  reason ?? '',
  itemTable(items.map((item) => ({ ...item, approvedAmount: 0 }))),
  ...reductions(items),
  'You may file a new request when the reasons above no longer apply.',
]

/** Draws up the decision letter as it stands now and keeps it, so that it always reprints the same. */
export async function draftDecisionLetter(
  context: AnyContext,
  request: RequestRow,
  kind: 'approval' | 'denial',
  reason: string | null,
): Promise<void> {
  const to = await addresseeOf(context, request.propertyId)
  const items = await itemsOf(context, request.replacementReserveRequestId)
  const ledger = await context.db
    .selectFrom('reserveEntry')
    .select((f) => f.fn.sum<number>('amount').as('balance'))
    .where('reserveAccountId', '=', request.reserveAccountId)
    .executeTakeFirst()
  const data: LetterData = {
    managementCompany: to.companyName
      ? {
          mgmtcoName: to.companyName,
          mgmtcoAddress: to.companyAddress,
          mgmtcoCity: to.companyCity,
          mgmtcoState: to.companyState,
          mgmtcoZip: to.companyZip,
        }
      : null,
    contact: to.contactName
      ? {
          conName: to.contactName,
          conAddress1: to.address1,
          conAddress2: to.address2,
          conCity: to.city,
          conState: to.state,
          conZip: to.zip,
        }
      : null,
    property: {
      propertyName: to.propertyName,
      propertyNumber: projectNumber(
        { agencyNumber: to.agencyNumber, lihtC1: to.lihtcNumber },
        context.services.config.agencyShortName,
      ),
    },
    requestNumber: requestNumber(request.replacementReserveRequestId),
    signatureBlock: await signatureBlockFor(context, context.actor.userId),
    body: kind === 'approval' ? approvalBody(items, reason) : denialBody(items, reason),
    values: {
      amountRequested: formatMoney(sumMoney(items.map((item) => item.claimedAmount))),
      amountApproved: formatMoney(sumMoney(items.map((item) => item.approvedAmount))),
      balance: formatMoney(ledger?.balance ?? 0),
      today: longDate(context),
    },
  }
  await storeLetter(context, {
    propertyId: request.propertyId,
    entity: flow.entity,
    rowId: request.replacementReserveRequestId,
    kind,
    title: `${kind === 'approval' ? 'Approval' : 'Denial'} of replacement reserve request ${requestNumber(request.replacementReserveRequestId)}`,
    data,
  })
}
