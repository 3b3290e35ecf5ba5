import type { Page } from 'playwright-core'

/** A file to be chosen or dropped in a test. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer }

/** Builds a PDF with one text on each page. Each line of the text is a line of the page. */
export function buildPdfFile(name: string, ...pages: readonly string[]): TestFile {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const lines = text.split('\n').map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`)
      const stream = `BT /F1 18 Tf 24 TL 72 720 Td ${lines.join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(body + table + end, 'latin1') }
}

/** A JPEG of one gray pixel, in Base64. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='

/** Builds a JPEG photo. */
export const buildPhotoFile = (name: string): TestFile => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(JPEG, 'base64'),
})

/** Waits until the first page of a PDF is drawn. */
export const waitForPdf = (page: Page, name: string): Promise<void> =>
  page.getByRole('region', { name, exact: true }).locator('canvas[data-drawn]').first().waitFor()

/** Uploads a document to a record as the signed-in person and returns the status of the call. */
export const uploadAsVisitor = (
  page: Page,
  fields: Readonly<Record<string, string | number>>,
  paper: TestFile,
): Promise<number> =>
  page.evaluate(
    async ({ fields, name, type, bytes }) => {
      const { token } = JSON.parse(localStorage.getItem('rooftree.session') ?? '{}')
      const body = new FormData()
      for (const [field, value] of Object.entries(fields)) body.append(field, String(value))
      body.append('files[]', new File([Uint8Array.from(bytes)], name, { type }))
      return (
        await fetch('/api/Files/Upload', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body,
        })
      ).status
    },
    { fields, name: paper.name, type: paper.mimeType, bytes: [...paper.buffer] },
  )
