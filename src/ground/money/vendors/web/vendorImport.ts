import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { queryClient } from '#kernel/web/queries.ts'
import type { CsvImportOptions } from '#ui/table/CsvImport.tsx'
import { importVendors } from '../model/calls.ts'
import type { ImportedVendor, VendorLine } from '../model/entities.ts'
import { getVendorLabel, importedFields, readVendorRow } from '../model/importRow.ts'
import { KnownVendors } from '../model/sameVendor.ts'

/**
 * The import of vendors: each row is checked by the server's own rules, and against the vendors that are
 * known here.
 */
export function vendorImport(vendors: readonly VendorLine[]): CsvImportOptions {
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

/** The server takes all rows or none: those it refuses are left out and the rest is sent again. */
const sendRows: CsvImportOptions['onImport'] = async (rows) => {
  const refused = twiceAmong(rows)
  let matchingRows = rows.filter((row) => !refused.has(row.line))
  while (matchingRows.length > 0) {
    try {
      const { imported } = await ask(
        importVendors,
        { body: matchingRows.map((row) => ({ ...row.values })) },
        { quiet: true },
      )
      notify(imported === 1 ? '1 vendor is imported.' : `${imported} vendors are imported.`)
      await queryClient.invalidateQueries({ queryKey: ['vendor'] })
      break
    } catch (error) {
      const faultyRows = faultsByRow(error)
      for (const [index, faults] of faultyRows) {
        const row = matchingRows[index]
        if (!row) throw error
        refused.set(row.line, faults)
      }
      if (faultyRows.size === 0) throw error
      matchingRows = matchingRows.filter((row) => !refused.has(row.line))
    }
  }
  return [...refused].map(([line, faults]) => ({ line, faults }))
}

/** Rows that occur earlier in the file, by line. */
function twiceAmong(rows: Parameters<CsvImportOptions['onImport']>[0]): Map<number, string[]> {
  const knownVendors = new KnownVendors<ImportedVendor & { line: number }>()
  const twice = new Map<number, string[]>()
  for (const { line, values } of rows) {
    const { data } = readVendorRow(values)
    if (!data) continue
    const knownVendor = knownVendors.find(data)
    if (knownVendor) twice.set(line, [`${data.name} is already in line ${knownVendor.line}.`])
    else knownVendors.add({ ...data, line })
  }
  return twice
}

/**
 * The server's faults by the row's position in the request, because its row numbers are not those of the
 * file.
 */
function faultsByRow(error: unknown): Map<number, string[]> {
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
