import { type ReadWorkbook, WorkbookError } from '../model/workbook.ts'
import type { BookAnswer } from './bookWorker.ts'

/** The maximum time for reading a workbook, chosen by us. */
const MAX_MILLISECONDS = 20_000
/**
 * The maximum size of a workbook; a larger file is not loaded into memory. Workbooks of statements are far
 * smaller.
 */
const MAX_BYTES = 10_000_000

/**
 * Reads a workbook in a worker, as `readBookSheets` does, so that the screen stays responsive. The worker
 * is ended if it takes too long. Throws WorkbookError.
 */
export async function readBookInWorker(file: File, sheetNames: readonly string[]): Promise<ReadWorkbook> {
  if (file.size > MAX_BYTES)
    throw new WorkbookError(
      'This workbook is larger than 10 MB. Leave only the sheet with the figures in it.',
    )
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./bookWorker.ts', import.meta.url), { type: 'module' })
  const answer = Promise.withResolvers<BookAnswer>()
  const timer = setTimeout(
    () =>
      answer.resolve({
        problem:
          'This workbook takes too long to be read. Save the sheet with the figures alone, and try again.',
      }),
    MAX_MILLISECONDS,
  )
  worker.onmessage = ({ data }: MessageEvent<BookAnswer>) => answer.resolve(data)
  worker.onerror = () =>
    answer.resolve({ problem: 'The reader of workbooks could not be started. Save it as .csv.' })
  worker.postMessage({ bytes, wanted: sheetNames }, [bytes.buffer])
  try {
    const result = await answer.promise
    if ('problem' in result) throw new WorkbookError(result.problem)
    return result
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
