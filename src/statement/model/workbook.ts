/** Why a workbook or a table cannot be read, in a sentence. */
export class WorkbookError extends Error {}

/** Rows of a sheet that are read, at most. */
export const MOST_ROWS = 5000

/**
 * Refuses a file that is too long; otherwise figures below the last row that is read would be lost unnoticed.
 */
export const tooLong = (): never => {
  throw new WorkbookError(
    `This file has more than ${MOST_ROWS} rows. Leave out rows that are not accounts, and try again.`,
  )
}

/** A sheet as it was read: its name, and its cells as texts. */
export type ReadSheet = { name: string; rows: string[][] }

/** The sheets of a workbook that were read, and the names of all it has, in the order of its tabs. */
export type ReadWorkbook = { sheets: ReadSheet[]; names: readonly string[] }
