import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { parseDay } from '#kernel/model/dates.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { parseCentsText, readCentsText } from '#ui/model/amountText.ts'
import type { CsvImportOptions } from '#ui/table/CsvImport.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getUnpaid, importPayments, type UnpaidLine } from '../model/calls.ts'

const col = columns<UnpaidLine>()
// The columns are also the headings of the file for accounting, which comes back with payment day and check
// number filled in.
const unpaidColumns = [
  col.link(
    'Request',
    (line) => line.requestNumber,
    (line) => line.path,
    { width: 110 },
  ),
  col.text('Property', (line) => line.propertyName, { width: 260 }),
  col.text('Payee', (line) => line.payee, { width: 260 }),
  col.money('Amount', (line) => line.amount, { total: true, width: 140 }),
  col.date('Approved', (line) => line.approvedOn, { width: 110 }),
  col.text('Paid on', () => '', { width: 90 }),
  col.text('Check number', () => '', { width: 120 }),
]

function findRowFaults(row: Readonly<Record<string, string>>): string[] {
  const faults: string[] = []
  if (!row.Request) faults.push('The request is missing.')
  const amount = readCentsText(row.Amount ?? '')
  if ('problem' in amount)
    faults.push(row.Amount ? `Amount: “${row.Amount}” ${amount.problem}` : 'The amount is missing.')
  if (parseDay(row['Paid on'] ?? '') === null) faults.push('The day of payment is missing or is not a date.')
  if (!row['Check number']) faults.push('The check number is missing.')
  return faults
}

/** The import of the checks from accounting's file; `reread` refetches everything that shows payments. */
function getImport(refetchAll: () => Promise<void>): CsvImportOptions {
  return {
    columns: unpaidColumns.map(({ label }) => ({
      name: label,
      required: label !== 'Property' && label !== 'Approved',
    })),
    check: findRowFaults,
    onImport: async (rows) => {
      const paymentRows = rows.map(({ line, values }) => ({
        line,
        request: values.Request!,
        payee: values.Payee!,
        amount: parseCentsText(values.Amount!)!,
        paidOn: parseDay(values['Paid on']!)!,
        checkNumber: values['Check number']!,
      }))
      const refused = await ask(importPayments, { body: { rows: paymentRows } }, { quiet: true })
      await refetchAll()
      return refused
    },
    patternName: 'payments',
  }
}

/**
 * The screen with the list for accounting: approved and unpaid amounts are exported, and the checks come
 * back as a file.
 */
export default function Payments() {
  return (
    <Screen title="Approved and unpaid">
      <AgencyOnly>
        <Unpaid />
      </AgencyOnly>
    </Screen>
  )
}

function Unpaid() {
  const rows = useCall(getUnpaid, {})
  const client = useQueryClient()
  const imports = useMay(importPayments)
  // The import shows its result while the table behind it is refetched.
  const importCsv = useMemo(() => getImport(() => client.invalidateQueries()), [client])
  return (
    <>
      <p>
        Export the list for accounting. When it comes back with day and check number filled in, import it:
        each row is checked, noted, and mailed about.
      </p>
      <DataTable
        caption="Approved and unpaid"
        rows={rows}
        columns={unpaidColumns}
        rowKey={(line) => `${line.moduleName} ${line.requestId} ${line.vendorId}`}
        to={(line) => line.path}
        csvName="approved-and-unpaid"
        {...(imports ? { importCsv } : {})}
        empty="Everything approved is paid."
      />
    </>
  )
}
