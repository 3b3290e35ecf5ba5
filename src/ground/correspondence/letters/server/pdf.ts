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
 * The PDF of a document, made beside the server's own work: a large picture or a long table in it holds nobody up. `pages` is the
 * file whose default export makes its definition of what is `given`, which goes there as plain data. Rejects when that takes too
 * long or too much memory.
 */
export function pdfOf(pages: URL, ...given: readonly unknown[]): Promise<Uint8Array> {
  const thread = new Worker(new URL('./pdfThread.ts', import.meta.url), {
    workerData: { pages: pages.href, given },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const timer = setTimeout(() => void thread.terminate(), LONGEST_MILLISECONDS)
  return new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The PDF was not finished.')))
  }).finally(() => clearTimeout(timer))
}

/** A letter as a file that goes along with a mail. Rejects when its PDF cannot be made. */
export async function letterFile(
  { files }: Pick<Services, 'files'>,
  letter: LetterData,
  options: LetterOptions,
): Promise<MailFile> {
  const pdf = await pdfOf(new URL('../model/letterPages.ts', import.meta.url), letter, options)
  const { contentHash } = await files.put(Readable.from([Buffer.from(pdf)]), LARGEST_BYTES)
  return { fileName: `${options.title}.pdf`, contentType: 'application/pdf', contentHash }
}
