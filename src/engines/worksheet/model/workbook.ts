/** The error for a workbook or table that cannot be read; its message is the sentence for the user. */
export class WorkbookError extends Error {}

/** The maximum number of rows of a sheet that are read. */
export const MAX_SHEET_ROWS = 5000

/**
 * Refuses a file that is too long; otherwise figures below the last row that is read would be lost unnoticed.
 */
export const refuseTooManyRows = (): never => {
  throw new WorkbookError(
    `This file has more than ${MAX_SHEET_ROWS} rows. Leave out rows that are not accounts, and try again.`,
  )
}

/** A sheet after it was read: its name, and its cells as texts. */
export type ReadSheet = { name: string; rows: string[][] }

/** The sheets of a workbook that were read, and the names of all its sheets in the order of the tabs. */
export type ReadWorkbook = { sheets: ReadSheet[]; names: readonly string[] }
