import { Readable } from 'node:stream'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type pg from 'pg'
import type { FileStore } from '#kernel/server/files.ts'
import { insertRows } from './insertRows.ts'

/** How many properties and companies have documents, and how many invoices of requests are made. */
const MOST = { properties: 40, companies: 25, invoices: 150 }
const LIMIT = 1_000_000
const MODULE = 'Replacement_Reserve'

type Document = {
  property_id: number | null
  management_company_id: number | null
  module_name: string
  module_id: number
  sub_module_name: string | null
  sub_module_id: number | null
  document_type: string
  internal_to_agency: boolean
  file_name: string
  created_by: number
  created_at: string
  lines: readonly string[]
}

const columns = {
  property_id: 'integer',
  management_company_id: 'integer',
  module_name: 'text',
  module_id: 'integer',
  sub_module_name: 'text',
  sub_module_id: 'integer',
  document_type: 'text',
  internal_to_agency: 'boolean',
  file_name: 'text',
  content_type: 'text',
  size_bytes: 'bigint',
  content_hash: 'text',
  created_by: 'integer',
  created_at: 'timestamptz',
}

/** One page that says what it stands for, and that it is invented. */
export async function page(heading: string, lines: readonly string[], at: string): Promise<Buffer> {
  const made = await PDFDocument.create()
  // Without these every start would make another content of the same words.
  made.setCreationDate(new Date(at))
  made.setModificationDate(new Date(at))
  const sheet = made.addPage([612, 792])
  const [bold, plain] = [
    made.embedStandardFont(StandardFonts.HelveticaBold),
    made.embedStandardFont(StandardFonts.Helvetica),
  ]
  sheet.drawText(heading, { x: 72, y: 700, size: 18, font: bold })
  lines.forEach((line, index) => {
    sheet.drawText(line, { x: 72, y: 660 - index * 18, size: 11, font: plain })
  })
  sheet.drawText('Demonstration: this document is invented.', { x: 72, y: 72, size: 9, font: plain })
  return Buffer.from(await made.save())
}

/** Letters the standard fonts lack are left out; a name of the real data may have them. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '')

/**
 * Gives properties, companies and reserve requests documents: small PDF files, marked as a demonstration. Properties,
 * people and requests must be there.
 */
export async function loadDocuments(client: pg.ClientBase, files: FileStore, day: string): Promise<void> {
  const people = await client.query<{ user_id: number; user_name: string }>('select user_id, user_name from app_user')
  const users = new Map(people.rows.map((one) => [one.user_name, one.user_id]))
  const analyst = users.get('agency.write') ?? null
  if (analyst === null) return
  const at = `${day}T12:00:00Z`
  const documents = [
    ...(await ofProperties(client, analyst, at)),
    ...(await ofCompanies(client, analyst, at)),
    ...(await ofRequests(client, analyst)),
  ]
  const rows = []
  for (const { lines, ...document } of documents) {
    const content = await page(document.document_type, lines.map(printable), document.created_at)
    const { contentHash, size } = await files.put(Readable.from([content]), LIMIT)
    rows.push({ ...document, content_type: 'application/pdf', size_bytes: size, content_hash: contentHash })
  }
  await insertRows(client, 'file', columns, rows)
}

const kinds = [
  { type: 'Land use restriction agreement', name: 'land-use-restriction-agreement.pdf', internal: false },
  { type: 'Inspection report', name: 'inspection-report.pdf', internal: false },
  { type: 'Correspondence', name: 'note-to-file.pdf', internal: true },
] as const

async function ofProperties(client: pg.ClientBase, by: number, at: string): Promise<Document[]> {
  const found = await client.query<{ id: number; name: string; place: string }>(
    `select property_id as id, name, concat_ws(', ', address, city) as place from property where status_id = 0
      order by exists (select 1 from replacement_reserve_request r where r.property_id = property.property_id) desc, property_id
      limit $1`,
    [MOST.properties],
  )
  return found.rows.flatMap(({ id, name, place }) =>
    kinds.map((kind) => ({
      property_id: id,
      management_company_id: null,
      module_name: 'Property',
      module_id: id,
      sub_module_name: null,
      sub_module_id: null,
      document_type: kind.type,
      internal_to_agency: kind.internal,
      file_name: kind.name,
      created_by: by,
      created_at: at,
      lines: [name, place],
    })),
  )
}

async function ofCompanies(client: pg.ClientBase, by: number, at: string): Promise<Document[]> {
  const found = await client.query<{ id: number; name: string }>(
    `select c.management_company_id as id, c.name from management_company c join property p using (management_company_id)
      group by 1, 2 order by count(*) desc, 1 limit $1`,
    [MOST.companies],
  )
  return found.rows.map(({ id, name }) => ({
    property_id: null,
    management_company_id: id,
    module_name: 'Company',
    module_id: id,
    sub_module_name: null,
    sub_module_id: null,
    document_type: 'Certificate of insurance',
    internal_to_agency: false,
    file_name: 'certificate-of-insurance.pdf',
    created_by: by,
    created_at: at,
    lines: [name],
  }))
}

type Item = {
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

async function ofRequests(client: pg.ClientBase, analyst: number): Promise<Document[]> {
  const found = await client.query<Item>(
    `select i.property_id as "propertyId", i.replacement_reserve_request_id as "requestId",
        i.replacement_reserve_request_item_id as "itemId", i.description_of_work as work, v.name as vendor,
        i.invoice_number as invoice, i.claimed_amount as amount, r.created_by as by, r.created_at as at
      from replacement_reserve_request_item i join replacement_reserve_request r using (replacement_reserve_request_id)
      left join vendor v using (vendor_id)
      where i.invoice_number is not null and r.status_id > 1 order by r.created_at desc, i.position limit $1`,
    [MOST.invoices],
  )
  return found.rows.map((item) => ({
    property_id: item.propertyId,
    management_company_id: null,
    module_name: MODULE,
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
