import medium from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import regular from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { createTaggedPdf, type LetterData, type LetterOptions, letterDefinition } from '../model/index.ts'
import { plainPicture } from './picture.ts'

/**
 * How long the browser may take to begin with a saved file before its address is taken back, in milliseconds.
 */
const SAVING_TIME = 60_000

/**
 * A document's PDF. PDF maker and fonts are fetched with the first one only; documents use Roboto Regular and
 * Medium, italics are set upright. Nothing else is fetched: pictures come as data URLs.
 */
async function createPdf(definition: TDocumentDefinitions) {
  const { default: pdfMake } = await import('pdfmake/build/pdfmake.min.js')
  const [normal, bold] = [regular, medium].map((address) => new URL(address, document.baseURI).href)
  pdfMake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } })
  return createTaggedPdf(pdfMake, definition)
}

const createLetter = async (letter: LetterData, options: LetterOptions) =>
  createPdf(letterDefinition(...(await withPlainPictures(letter, options))))

async function withPlainPictures(
  letter: LetterData,
  options: LetterOptions,
): Promise<[LetterData, LetterOptions]> {
  const banner = await plainPicture(options.banner)
  const Image = await plainPicture(letter.signatureBlock?.Image)
  const signatureBlock = letter.signatureBlock && { ...letter.signatureBlock, Image }
  return [
    { ...letter, signatureBlock },
    { ...options, banner },
  ]
}

/**
 * Makes the PDF of a letter in the browser, as a Blob of type application/pdf. Rejects when the PDF maker or
 * a font cannot be fetched, or when the browser cannot read a picture.
 */
async function makeLetterPdf(letter: LetterData, options: LetterOptions): Promise<Blob> {
  const pdf = await createLetter(letter, options)
  return pdf.getBlob()
}

/** Makes the PDF of a letter and hands it to `onBlob` (LET-33). Rejects like {@link makeLetterPdf}. */
export async function makeLetter(
  letter: LetterData,
  options: LetterOptions,
  onBlob: (blob: Blob) => void,
): Promise<void> {
  onBlob(await makeLetterPdf(letter, options))
}

/** Makes the PDF of a letter and saves it under `fileName`. Rejects like {@link makeLetterPdf}. */
export async function downloadLetter(
  letter: LetterData,
  options: LetterOptions,
  fileName: string,
): Promise<void> {
  await makeLetter(letter, options, (blob) => save(blob, fileName))
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), SAVING_TIME)
}

/**
 * Makes the PDF of a letter and shows it in `page`, where the viewer opens its print dialog. The caller opens
 * the page within the click, else the browser blocks it. Rejects like {@link makeLetterPdf}, with the page
 * closed.
 */
export async function printLetter(letter: LetterData, options: LetterOptions, page: Window): Promise<void> {
  try {
    const pdf = await createLetter(letter, options)
    await pdf.print(page)
  } catch (error) {
    page.close()
    throw error
  }
}

/**
 * Makes the PDF of any document in the letters' type and saves it under `fileName`. Rejects when it cannot be
 * made.
 */
export async function downloadPdf(definition: TDocumentDefinitions, fileName: string): Promise<void> {
  save(await (await createPdf(definition)).getBlob(), fileName)
}

/**
 * The same shown in `page`, where the viewer opens its print dialog; the caller opens, and on failure closes,
 * the page.
 */
export async function printPdf(definition: TDocumentDefinitions, page: Window): Promise<void> {
  await (await createPdf(definition)).print(page)
}
