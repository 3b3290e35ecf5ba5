import { Readable } from 'node:stream'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { FileStore } from '#kernel/server/files.ts'
import { insertRows } from './insertRows.ts'
import type { DemoContext } from './part.ts'

const LIMIT = 1_000_000

/** A generated document: the record to which it belongs, and the lines on its page. */
export type Document = {
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

/** Creates a page with the purpose of the document and a note that it is invented. */
export async function page(heading: string, lines: readonly string[], timestamp: string): Promise<Buffer> {
  const created = await PDFDocument.create()
  // Without a constant date every start would create another content for the same text.
  created.setCreationDate(new Date(timestamp))
  created.setModificationDate(new Date(timestamp))
  const sheet = created.addPage([612, 792])
  const [bold, plain] = [
    created.embedStandardFont(StandardFonts.HelveticaBold),
    created.embedStandardFont(StandardFonts.Helvetica),
  ]
  sheet.drawText(heading, { x: 72, y: 700, size: 18, font: bold })
  lines.forEach((line, index) => {
    sheet.drawText(line, { x: 72, y: 660 - index * 18, size: 11, font: plain })
  })
  sheet.drawText('Demonstration: this document is invented.', { x: 72, y: 72, size: 9, font: plain })
  return Buffer.from(await created.save())
}

/** Removes characters that the standard fonts do not have, but that can occur in names of the real data. */
const removeUnprintable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '')

/** Returns the id of the agency's analyst, who is the author of the documents. */
export const getAnalyst = ({ users }: DemoContext): number => users.get('agency.write') ?? 1

/** A filed record for which documents are generated, or an item of it if `item` is set. */
export type Papered = { id: number; item: number | null; property: number; name: string; at: string }

/** Returns the documents of filed records: for each record one of each of `kinds`. */
export const getDocuments = (
  context: DemoContext,
  { module, numberOf: getNumber }: { module: string; numberOf: (id: number) => string },
  records: readonly Papered[],
  kinds: readonly string[],
): Document[] =>
  records.flatMap((record) =>
    kinds.map((kind) => ({
      property_id: record.property,
      management_company_id: null,
      module_name: module,
      module_id: record.id,
      sub_module_name: record.item === null ? null : 'item',
      sub_module_id: record.item,
      document_type: kind,
      internal_to_agency: false,
      file_name: `${kind.toLowerCase()}-${getNumber(record.id).toLowerCase()}.pdf`,
      created_by: getAnalyst(context),
      created_at: new Date(record.at).toISOString(),
      lines: [record.name, getNumber(record.id)],
    })),
  )

/** Creates and stores documents, which are small PDF files with a note that they are a demonstration. */
export async function storeDocuments(
  { client, files }: DemoContext & { files: FileStore },
  documents: readonly Document[],
): Promise<void> {
  const rows = []
  for (const { lines, ...document } of documents) {
    const content = await page(document.document_type, lines.map(removeUnprintable), document.created_at)
    const { contentHash, size } = await files.put(Readable.from([content]), LIMIT)
    rows.push({ ...document, content_type: 'application/pdf', size_bytes: size, content_hash: contentHash })
  }
  await insertRows(client, 'file', columns, rows)
}
