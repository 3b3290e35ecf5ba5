import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { MailFile } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import type { LetterData, LetterOptions } from '../model/letter.ts'

const LONGEST_MILLISECONDS = 20_000
const MOST_MEGABYTES = 256
const LARGEST_BYTES = 10_000_000

/** The PDF of a letter, made beside the server's own work: a large picture in it holds nobody up. */
function letterPdf(letter: LetterData, options: LetterOptions): Promise<Uint8Array> {
  const thread = new Worker(new URL('./pdfThread.ts', import.meta.url), {
    workerData: { letter, options },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  const timer = setTimeout(() => void thread.terminate(), LONGEST_MILLISECONDS)
  return new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The PDF of the letter was not finished.')))
  }).finally(() => clearTimeout(timer))
}

/** A letter as a file that goes along with a mail. Rejects when its PDF cannot be made. */
export async function letterFile(
  { files }: Pick<Services, 'files'>,
  letter: LetterData,
  options: LetterOptions,
): Promise<MailFile> {
  const pdf = await letterPdf(letter, options)
  const { contentHash } = await files.put(Readable.from([Buffer.from(pdf)]), LARGEST_BYTES)
  return { fileName: `${options.title}.pdf`, contentType: 'application/pdf', contentHash }
}
