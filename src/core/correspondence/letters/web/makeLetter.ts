import medium from 'pdfmake/build/fonts/Roboto/Roboto-Medium.ttf?url'
import regular from 'pdfmake/build/fonts/Roboto/Roboto-Regular.ttf?url'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import {
  buildLetterDefinition,
  createTaggedPdf,
  type LetterData,
  type LetterOptions,
} from '../model/index.ts'
import { redrawPicture } from './picture.ts'

/**
 * The milliseconds that the browser has to begin saving a file, before its object URL is revoked.
 */
const SAVE_TIMEOUT = 60_000

/**
 * Creates the PDF of a document. The PDF maker and fonts are loaded only the first time. Documents use Roboto
 * Regular and Medium, also in place of italics. Nothing else is loaded because pictures are data URLs.
 */
async function createPdf(definition: TDocumentDefinitions) {
  const { default: pdfMake } = await import('pdfmake/build/pdfmake.min.js')
  const [normal, bold] = [regular, medium].map((address) => new URL(address, document.baseURI).href)
  pdfMake.setFonts({ Roboto: { normal, bold, italics: normal, bolditalics: bold } })
  return createTaggedPdf(pdfMake, definition)
}

const createLetter = async (letter: LetterData, options: LetterOptions) =>
  createPdf(buildLetterDefinition(...(await redrawPictures(letter, options))))

/** Redraws the banner and the signature picture so that the PDF maker can print them. */
async function redrawPictures(
  letter: LetterData,
  options: LetterOptions,
): Promise<[LetterData, LetterOptions]> {
  const banner = await redrawPicture(options.banner)
  const Image = await redrawPicture(letter.signatureBlock?.Image)
  const signatureBlock = letter.signatureBlock && { ...letter.signatureBlock, Image }
  return [
    { ...letter, signatureBlock },
    { ...options, banner },
  ]
}

/**
 * Makes the PDF of a letter in the browser, as a Blob of type application/pdf. Rejects if the PDF maker or a
 * font cannot be loaded, or if the browser cannot read a picture.
 */
async function makeLetterPdf(letter: LetterData, options: LetterOptions): Promise<Blob> {
  const pdf = await createLetter(letter, options)
  return pdf.getBlob()
}

/** Makes the PDF of a letter and passes it to `onBlob` (LET-33). Rejects like {@link makeLetterPdf}. */
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
  setTimeout(() => URL.revokeObjectURL(link.href), SAVE_TIMEOUT)
}

/**
 * Makes the PDF of a letter and shows it in `page`, where the viewer opens its print dialog. The caller must
 * open the page within the click, or the browser blocks it. Closes the page and rejects like
 * {@link makeLetterPdf} on failure.
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
 * Makes the PDF of any document with the fonts of letters and saves it under `fileName`. Rejects if it cannot
 * be made.
 */
export async function downloadPdf(definition: TDocumentDefinitions, fileName: string): Promise<void> {
  save(await (await createPdf(definition)).getBlob(), fileName)
}

/**
 * Makes the PDF of any document and shows it in `page`, where the viewer opens its print dialog. The caller
 * opens the page, and closes it on failure.
 */
export async function printPdf(definition: TDocumentDefinitions, page: Window): Promise<void> {
  await (await createPdf(definition)).print(page)
}
