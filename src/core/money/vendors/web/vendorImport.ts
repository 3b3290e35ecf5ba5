import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { queryClient } from '#kernel/web/queries.ts'
import type { CsvImportOptions } from '#ui/table/CsvImport.tsx'
import { importVendors } from '../model/calls.ts'
import type { ImportedVendor, VendorLine } from '../model/entities.ts'
import { getVendorLabel, importedFields, readVendorRow } from '../model/importRow.ts'
import { KnownVendors } from '../model/sameVendor.ts'

/**
 * The options of the vendor import. Each row is checked by the server's own rules, and against the vendors
 * shown on the screen.
 */
export function createVendorImport(vendors: readonly VendorLine[]): CsvImportOptions {
  const knownVendors = new KnownVendors(vendors)
  return {
    columns: importedFields.map((field) => ({ name: getVendorLabel(field), required: field === 'name' })),
    patternName: 'vendors',
    check: (row) => {
      const { data, error } = readVendorRow(row)
      if (error)
        return error.issues.map(({ path, message }) => {
          const field = importedFields.find((importedField) => importedField === path[0])
          return field ? `${getVendorLabel(field)}: ${message}` : message
        })
      const knownVendor = knownVendors.find(data)
      return knownVendor ? [`${knownVendor.name} is on the list already.`] : []
    },
    onImport: sendRows,
  }
}

/**
 * Sends the rows. The server stores all or none, so the rows it refuses are left out and the others are
 * sent again. Returns the refused rows.
 */
const sendRows: CsvImportOptions['onImport'] = async (rows) => {
  const faultsByLine = findRepeatedRows(rows)
  let rowsToSend = rows.filter((row) => !faultsByLine.has(row.line))
  while (rowsToSend.length > 0) {
    try {
      const { imported } = await ask(
        importVendors,
        { body: rowsToSend.map((row) => ({ ...row.values })) },
        { quiet: true },
      )
      notify(imported === 1 ? '1 vendor is imported.' : `${imported} vendors are imported.`)
      await queryClient.invalidateQueries({ queryKey: ['vendor'] })
      break
    } catch (error) {
      const faultyRows = getFaultsByRow(error)
      for (const [index, faults] of faultyRows) {
        const row = rowsToSend[index]
        if (!row) throw error
        faultsByLine.set(row.line, faults)
      }
      if (faultyRows.size === 0) throw error
      rowsToSend = rowsToSend.filter((row) => !faultsByLine.has(row.line))
    }
  }
  return [...faultsByLine].map(([line, faults]) => ({ line, faults }))
}

/** Finds the rows that occur earlier in the file, by line. */
function findRepeatedRows(rows: Parameters<CsvImportOptions['onImport']>[0]): Map<number, string[]> {
  const knownVendors = new KnownVendors<ImportedVendor & { line: number }>()
  const repeated = new Map<number, string[]>()
  for (const { line, values } of rows) {
    const { data } = readVendorRow(values)
    if (!data) continue
    const knownVendor = knownVendors.find(data)
    if (knownVendor) repeated.set(line, [`${data.name} is already in line ${knownVendor.line}.`])
    else knownVendors.add({ ...data, line })
  }
  return repeated
}

/**
 * Returns the server's faults by the position of the row in the request, because its row numbers are not
 * those of the file.
 */
function getFaultsByRow(error: unknown): Map<number, string[]> {
  const messagesByRow = new Map<number, string[]>()
  for (const { field, message } of error instanceof ApiError ? error.faults : []) {
    const index = /^(\d+)(\.|$)/.exec(field)?.[1]
    if (index === undefined) continue
    messagesByRow.set(Number(index), [
      ...(messagesByRow.get(Number(index)) ?? []),
      message.replace(/^Row \d+: /, ''),
    ])
  }
  return messagesByRow
}
