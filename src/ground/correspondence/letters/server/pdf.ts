import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { MailFile } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import type { LetterData, LetterOptions } from '../model/letter.ts'

/** Less than what an idle transaction is given. */
const LONGEST_MILLISECONDS = 45_000
const MOST_MEGABYTES = 256
const LARGEST_BYTES = 10_000_000

/**
 * Makes a PDF in a worker, so that a large picture or a long table delays no request. `pages` is the file
 * whose default export turns the plain data `given` into a definition. Rejects when it takes too long or too
 * much memory.
 */
export function loadLetterPdf(pages: URL, ...parameters: readonly unknown[]): Promise<Uint8Array> {
  const thread = new Worker(new URL('./pdfThread.ts', import.meta.url), {
    workerData: { pages: pages.href, given: parameters },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const timer = setTimeout(() => void thread.terminate(), LONGEST_MILLISECONDS)
  return new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The PDF was not finished.')))
  }).finally(() => clearTimeout(timer))
}

/** A letter as an attachment of a mail. Rejects when its PDF cannot be made. */
export async function letterFile(
  { files }: Pick<Services, 'files'>,
  letter: LetterData,
  options: LetterOptions,
): Promise<MailFile> {
  const pdf = await loadLetterPdf(new URL('../model/letterPages.ts', import.meta.url), letter, options)
  const { contentHash } = await files.put(Readable.from([Buffer.from(pdf)]), LARGEST_BYTES)
  return { fileName: `${options.title}.pdf`, contentType: 'application/pdf', contentHash }
}
