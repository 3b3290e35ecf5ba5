import { Worker } from 'node:worker_threads'
import { Refusal, refuse } from '#kernel/model/refusals.ts'
import type { JoinMessage } from './joinWorker.ts'

/** A PDF file to be joined with others. */
export type PdfPart = { fileName: string; content: Uint8Array<ArrayBuffer> }

/** Limits for reading one file, far above what a real one of 25 MB needs. They are our own choices. */
const MAX_SECONDS = 15
const MAX_HEAP_MEGABYTES = 384
const MAX_UNPACKED_BYTES = 201_326_592
const WATCH_MILLISECONDS = 25
/** Each join takes a processor, and its request a connection to the database. */
const MAX_AT_ONCE = 2
const MAX_WAITING = 4

let running = 0
const waiting: (() => void)[] = []

/**
 * Joins the pages of all files into one PDF, in the order given. It runs in a separate thread with limits
 * of time and memory, because a small file can unpack to gigabytes. A file that is encrypted, unreadable or
 * too expensive is refused by name.
 */
export async function joinPdfs(parts: readonly PdfPart[]): Promise<Uint8Array> {
  if (running >= MAX_AT_ONCE) await waitForTurn()
  running += 1
  try {
    return await joinInThread(parts)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function waitForTurn(): Promise<void> {
  if (waiting.length >= MAX_WAITING)
    throw new Refusal('tooMany', 'Many files are being joined just now. Please try again in a minute.')
  await new Promise<void>((resolve) => waiting.push(resolve))
}

async function joinInThread(parts: readonly PdfPart[]): Promise<Uint8Array> {
  const worker = new Worker(new URL('./joinWorker.ts', import.meta.url), {
    workerData: parts.map((part) => part.content),
    transferList: parts.map((part) => part.content.buffer),
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES },
  })
  let reading = 0
  const result = Promise.withResolvers<Uint8Array | JoinProblem>()
  worker.on('message', (message: JoinMessage) => {
    if ('joined' in message) result.resolve(message.joined)
    else if ('problem' in message) result.resolve(message.problem)
    else reading = message.reading
  })
  worker.on('error', () => result.resolve('large'))
  worker.on('exit', () => result.resolve('large'))
  const timer = setTimeout(() => result.resolve('large'), MAX_SECONDS * 1000)
  const watch = setInterval(() => {
    // Unpacked bytes are outside of the heap that limits the thread.
    worker.getHeapStatistics().then(
      (heapInfo) => heapInfo.external_memory > MAX_UNPACKED_BYTES && result.resolve('large'),
      () => undefined,
    )
  }, WATCH_MILLISECONDS)
  try {
    const outcome = await result.promise
    return typeof outcome === 'string' ? refuseFile(parts[reading]!.fileName, outcome) : outcome
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    await worker.terminate()
  }
}

/** The reason why a PDF cannot be joined. */
export type JoinProblem = 'encrypted' | 'unreadable' | 'large'

const labels: Readonly<Record<JoinProblem, string>> = {
  encrypted: 'is protected by a password and cannot be joined. Save it without protection first.',
  unreadable: 'cannot be read as a PDF and cannot be joined.',
  large: 'takes too much time or memory to be joined. Please send it as a file of its own.',
}

const refuseFile = (fileName: string, problem: JoinProblem): never =>
  refuse.invalid([{ field: 'file', message: `${fileName} ${labels[problem]}` }])
