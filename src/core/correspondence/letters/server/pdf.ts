import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { MailFile } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import type { LetterData, LetterOptions } from '../model/letter.ts'

/** The time limit for a PDF. It is shorter than the limit of an idle transaction. */
const MAX_MILLISECONDS = 45_000
const MAX_MEGABYTES = 256
const MAX_BYTES = 10_000_000

/**
 * Makes a PDF in a worker thread, so that a large picture or a long table does not delay requests. `pages` is
 * the file whose default export turns `parameters` into a definition. Rejects if it takes too long or too
 * much memory.
 */
export function createPdfInThread(pages: URL, ...parameters: readonly unknown[]): Promise<Uint8Array> {
  const thread = new Worker(new URL('./pdfThread.ts', import.meta.url), {
    workerData: { pages: pages.href, given: parameters },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  })
  const timer = setTimeout(() => void thread.terminate(), MAX_MILLISECONDS)
  return new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The PDF was not finished.')))
  }).finally(() => clearTimeout(timer))
}

/** Makes the PDF of a letter and stores it as an attachment. Rejects if the PDF cannot be made. */
export async function createLetterAttachment(
  { files }: Pick<Services, 'files'>,
  letter: LetterData,
  options: LetterOptions,
): Promise<MailFile> {
  const pdf = await createPdfInThread(new URL('../model/letterPages.ts', import.meta.url), letter, options)
  const { contentHash } = await files.put(Readable.from([Buffer.from(pdf)]), MAX_BYTES)
  return { fileName: `${options.title}.pdf`, contentType: 'application/pdf', contentHash }
}
