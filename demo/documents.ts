import { Readable } from 'node:stream'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { FileStore } from '#kernel/server/files.ts'
import type { DemoContext } from './demoPart.ts'
import { insertRows } from './insertRows.ts'

/** The maximum size of a generated document in bytes. */
const MAX_DOCUMENT_BYTES = 1_000_000

/** A document to generate: the columns of its file row, and the lines on its page. */
export type GeneratedDocument = {
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

const fileColumns = {
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

/**
 * Creates a PDF of one page, with a heading, lines and a note that it is invented. `timestamp` is the time
 * of creation in the PDF.
 */
export async function createPage(
  heading: string,
  lines: readonly string[],
  timestamp: string,
): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  // With the current time, every load would create different bytes for the same text.
  pdf.setCreationDate(new Date(timestamp))
  pdf.setModificationDate(new Date(timestamp))
  const pdfPage = pdf.addPage([612, 792])
  const [bold, plain] = [
    pdf.embedStandardFont(StandardFonts.HelveticaBold),
    pdf.embedStandardFont(StandardFonts.Helvetica),
  ]
  pdfPage.drawText(heading, { x: 72, y: 700, size: 18, font: bold })
  lines.forEach((line, index) => {
    pdfPage.drawText(line, { x: 72, y: 660 - index * 18, size: 11, font: plain })
  })
  pdfPage.drawText('Demonstration: this document is invented.', { x: 72, y: 72, size: 9, font: plain })
  return Buffer.from(await pdf.save())
}

/** Removes characters that the standard fonts do not have, but that can occur in names of the real data. */
const removeUnprintable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '')

/** Returns the id of the agency's analyst, who is the author of the documents. */
export const getAnalyst = ({ users }: DemoContext): number => users.get('agency.write') ?? 1

/**
 * A filed record for which documents are generated, or one of its items if `item` is set. Queries return
 * these columns. `at` is the time of creation.
 */
export type DocumentedRecord = { id: number; item: number | null; property: number; name: string; at: string }

/** Returns one document of each type for each filed record. */
export const getDocuments = (
  context: DemoContext,
  { module, numberOf: getNumber }: { module: string; numberOf: (id: number) => string },
  records: readonly DocumentedRecord[],
  documentTypes: readonly string[],
): GeneratedDocument[] =>
  records.flatMap((record) =>
    documentTypes.map((documentType) => ({
      property_id: record.property,
      management_company_id: null,
      module_name: module,
      module_id: record.id,
      sub_module_name: record.item === null ? null : 'item',
      sub_module_id: record.item,
      document_type: documentType,
      internal_to_agency: false,
      file_name: `${documentType.toLowerCase()}-${getNumber(record.id).toLowerCase()}.pdf`,
      created_by: getAnalyst(context),
      created_at: new Date(record.at).toISOString(),
      lines: [record.name, getNumber(record.id)],
    })),
  )

/** Creates documents, which are small PDF files, stores the files and inserts their rows. */
export async function storeDocuments(
  { client, files }: DemoContext & { files: FileStore },
  documents: readonly GeneratedDocument[],
): Promise<void> {
  const rows = []
  for (const { lines, ...document } of documents) {
    const content = await createPage(
      document.document_type,
      lines.map(removeUnprintable),
      document.created_at,
    )
    const { contentHash, size } = await files.put(Readable.from([content]), MAX_DOCUMENT_BYTES)
    rows.push({ ...document, content_type: 'application/pdf', size_bytes: size, content_hash: contentHash })
  }
  await insertRows(client, 'file', fileColumns, rows)
}
