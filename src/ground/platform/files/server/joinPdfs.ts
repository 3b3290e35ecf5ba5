import { Worker } from 'node:worker_threads'
import { Refusal, refuse } from '#kernel/model/refusals.ts'
import type { JoinMessage } from './joinWorker.ts'

/** A PDF file to be joined with others. */
export type PdfPart = { fileName: string; content: Uint8Array<ArrayBuffer> }

/** Limits for reading one file, far above the needs of a real one of 25 MB. Our own choices. */
const MOST_SECONDS = 15
const MOST_HEAP_MEGABYTES = 384
const MOST_UNPACKED_BYTES = 201_326_592
const LOOK_MILLISECONDS = 25
/** Each takes a processor while it lasts, and its request a connection to the database. */
const MOST_AT_ONCE = 2
const MOST_WAITING = 4

let running = 0
const waiting: (() => void)[] = []

/**
 * The pages of all files in one PDF, in the order given. It is made in a thread of its own, bounded in time
 * and memory: a small file can unpack to gigabytes. Refuses by name a file that is encrypted, cannot be read,
 * or takes too much.
 */
export async function joinPdfs(parts: readonly PdfPart[]): Promise<Uint8Array> {
  if (running >= MOST_AT_ONCE) await turn()
  running += 1
  try {
    return await joinInThread(parts)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function turn(): Promise<void> {
  if (waiting.length >= MOST_WAITING)
    throw new Refusal('tooMany', 'Many files are being joined just now. Please try again in a minute.')
  await new Promise<void>((resolve) => waiting.push(resolve))
}

async function joinInThread(parts: readonly PdfPart[]): Promise<Uint8Array> {
  const worker = new Worker(new URL('./joinWorker.ts', import.meta.url), {
    workerData: parts.map((part) => part.content),
    transferList: parts.map((part) => part.content.buffer),
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MEGABYTES },
  })
  let reading = 0
  const promiseWithResolvers = Promise.withResolvers<Uint8Array | Problem>()
  worker.on('message', (message: JoinMessage) => {
    if ('joined' in message) promiseWithResolvers.resolve(message.joined)
    else if ('problem' in message) promiseWithResolvers.resolve(message.problem)
    else reading = message.reading
  })
  worker.on('error', () => promiseWithResolvers.resolve('large'))
  worker.on('exit', () => promiseWithResolvers.resolve('large'))
  const timer = setTimeout(() => promiseWithResolvers.resolve('large'), MOST_SECONDS * 1000)
  const watch = setInterval(() => {
    // Unpacked bytes lie outside the heap that the thread is bounded by.
    worker.getHeapStatistics().then(
      (heapInfo) => heapInfo.external_memory > MOST_UNPACKED_BYTES && promiseWithResolvers.resolve('large'),
      () => undefined,
    )
  }, LOOK_MILLISECONDS)
  try {
    const result = await promiseWithResolvers.promise
    return typeof result === 'string' ? refuseFile(parts[reading]!.fileName, result) : result
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    await worker.terminate()
  }
}

export type Problem = 'encrypted' | 'unreadable' | 'large'

const labels: Readonly<Record<Problem, string>> = {
  encrypted: 'is protected by a password and cannot be joined. Save it without protection first.',
  unreadable: 'cannot be read as a PDF and cannot be joined.',
  large: 'takes too much time or memory to be joined. Please send it as a file of its own.',
}

const refuseFile = (fileName: string, problem: Problem): never =>
  refuse.invalid([{ field: 'file', message: `${fileName} ${labels[problem]}` }])
