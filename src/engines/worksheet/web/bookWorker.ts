import { type ReadWorkbook, WorkbookError } from '../model/workbook.ts'
import { readBookSheets } from './xlsx.ts'

/** The answer of the worker: the workbook, or a sentence about why it cannot be read. */
export type BookAnswer = ReadWorkbook | { problem: string }

self.onmessage = async ({ data }: MessageEvent<{ bytes: Uint8Array; wanted: readonly string[] }>) => {
  try {
    self.postMessage(await readBookSheets(data.bytes, data.wanted))
  } catch (error) {
    self.postMessage({
      problem: error instanceof WorkbookError ? error.message : 'The workbook could not be read.',
    })
  }
}
