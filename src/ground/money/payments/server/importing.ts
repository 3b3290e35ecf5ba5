import { Refusal } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { ImportedRow } from '../model/calls.ts'
import { unpaid } from './due.ts'
import { holdRequest, pay } from './recording.ts'

type Refused = { line: number; faults: string[] }

const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Records the checks of accounting's file, each row separately: invalid rows are returned with their reasons.
 * A row belongs to the approved and unpaid amount of its request number and payee.
 */
export async function importRows(context: AnyContext, rows: readonly ImportedRow[]): Promise<Refused[]> {
  const batch = await unpaid(context)
  const refused: Refused[] = []
  // In one order, so that two imports at once wait for one another instead of for ever.
  const sorted = [...rows].sort((a, b) => a.request.localeCompare(b.request) || a.line - b.line)
  for (const row of sorted) {
    const faults = await importRow(context, batch, row)
    if (faults.length > 0) refused.push({ line: row.line, faults })
  }
  return refused
}

async function importRow(
  context: AnyContext,
  batch: Awaited<ReturnType<typeof unpaid>>,
  row: ImportedRow,
): Promise<string[]> {
  const ofRequest = batch.filter((item) => plain(item.requestNumber) === plain(row.request))
  if (ofRequest.length === 0) return [`Nothing is approved and unpaid under ${row.request}.`]
  const line = ofRequest.find((item) => plain(item.payee) === plain(row.payee))
  if (!line)
    return [`${row.request} pays ${ofRequest.map((item) => item.payee).join(' and ')}, not ${row.payee}.`]
  try {
    const locked = await holdRequest(context, line.moduleName, line.requestId)
    return (await pay(context, locked, { ...row, vendorId: line.vendorId })).map((fault) => fault.message)
  } catch (error) {
    if (error instanceof Refusal) return [error.message]
    throw error
  }
}
