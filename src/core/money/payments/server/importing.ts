import { Refusal } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { PaymentImportRow } from '../model/calls.ts'
import { loadUnpaid } from './due.ts'
import { lockRequest, recordValidPayment } from './recording.ts'

type RefusedRow = { line: number; faults: string[] }

const normalizeText = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Records the checks of accounting's file, each row by itself, and returns the refused rows with their
 * reasons. A row pays the approved and unpaid amount with its request number and payee.
 */
export async function importRows(
  context: AnyContext,
  rows: readonly PaymentImportRow[],
): Promise<RefusedRow[]> {
  const batch = await loadUnpaid(context)
  const refused: RefusedRow[] = []
  // Rows are sorted, so that two concurrent imports lock requests in the same order and cannot deadlock.
  const sorted = [...rows].sort((a, b) => a.request.localeCompare(b.request) || a.line - b.line)
  for (const row of sorted) {
    const faults = await importRow(context, batch, row)
    if (faults.length > 0) refused.push({ line: row.line, faults })
  }
  return refused
}

async function importRow(
  context: AnyContext,
  batch: Awaited<ReturnType<typeof loadUnpaid>>,
  row: PaymentImportRow,
): Promise<string[]> {
  const requestLines = batch.filter(
    (item) => normalizeText(item.requestNumber) === normalizeText(row.request),
  )
  if (requestLines.length === 0) return [`Nothing is approved and unpaid under ${row.request}.`]
  const line = requestLines.find((item) => normalizeText(item.payee) === normalizeText(row.payee))
  if (!line)
    return [`${row.request} pays ${requestLines.map((item) => item.payee).join(' and ')}, not ${row.payee}.`]
  try {
    const locked = await lockRequest(context, line.moduleName, line.requestId)
    return (await recordValidPayment(context, locked, { ...row, vendorId: line.vendorId })).map(
      (fault) => fault.message,
    )
  } catch (error) {
    if (error instanceof Refusal) return [error.message]
    throw error
  }
}
