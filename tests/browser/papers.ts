import type { Page } from 'playwright-core'

/** A file to be chosen or dropped. */
export type Paper = { name: string; mimeType: string; buffer: Buffer }

/** A one-page PDF that says `text`. */
export function pdfPaper(name: string, text: string): Paper {
  const stream = `BT /F1 18 Tf 72 720 Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
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

/** A photograph of one gray point. */
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='

/** A JPEG photograph. */
export const photoPaper = (name: string): Paper => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(JPEG, 'base64'),
})

/** Waits for a PDF in its place: shown there, or offered in a browser without a viewer, such as the headless shell. */
export async function pdfInPlace(page: Page, name: string): Promise<void> {
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) await page.locator(`iframe[title="${name}"]`).waitFor()
  else
    await page
      .getByText(new RegExp(`^${name} .*cannot be shown in this page`))
      .getByRole('button', { name: 'Open it' })
      .waitFor()
}
