import { type ReadWorkbook, WorkbookError } from '../model/workbook.ts'
import { readBookSheets } from './xlsx.ts'

/** What the worker answers: what was read, or why nothing was. */
export type BookAnswer = ReadWorkbook | { problem: string }

self.onmessage = async ({ data }: MessageEvent<{ bytes: Uint8Array; wanted: readonly string[] }>) => {
  try {
    self.postMessage(await readBookSheets(data.bytes, data.wanted))
  } catch (error) {
    self.postMessage({ problem: error instanceof WorkbookError ? error.message : 'The workbook could not be read.' })
  }
}
