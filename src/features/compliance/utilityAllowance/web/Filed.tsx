import type { PartProps } from '#engines/review/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { AllowanceDetail } from '../model/allowances.ts'
import { type AllowanceRowResult, computeRow } from '../model/rows.ts'
import { GrossMark } from './Gross.tsx'

type FiledRow = AllowanceRowResult & {
  id: number
  source: string
  authority: string
  priorAmount: number | null
}
const col = columns<FiledRow>()
const filedColumns = [
  col.text('Unit type', (row) => row.label, { width: 160 }),
  col.money('Allowance', (row) => row.line.utilityAllowance, { width: 105 }),
  col.money('Approved before', (row) => row.priorAmount, { width: 125 }),
  col.money('Change', (row) => row.change, { width: 95 }),
  col.node('Gross rent and limit', (row) => <GrossMark grosses={row.grosses} />, {
    width: 150,
    text: (row) => String(row.over),
  }),
  col.text('Source', (row) => row.source, { width: 190 }),
  col.text('Rents controlled by', (row) => row.authority, { width: 170 }),
  col.date('Effective', (row) => row.line.effectiveDate, { width: 105 }),
  col.date('Expires', (row) => row.expiresOn, { width: 105 }),
  col.text('The tenant pays', (row) => row.line.tenantPays?.join(', '), { width: 220, wrap: true }),
  col.text('Heating', (row) => row.line.heating, { width: 110 }),
  col.text('Comments', (row) => row.line.comments, { width: 220, wrap: true }),
]

const getRows = (detail: AllowanceDetail): FiledRow[] =>
  detail.lines.map((line) => {
    const row = computeRow(line, detail)
    return {
      ...row,
      id: line.utilityAllowanceLineId,
      source: detail.sources.find((source) => source.utilityAllowanceSourceId === line.source)?.name ?? '',
      authority:
        detail.authorities.find(
          (authority) => authority.rentControllingAuthorityId === line.rentControllingAuthorityId,
        )?.name ?? '',
      priorAmount: row.prior?.utilityAllowance ?? null,
    }
  })

/** The filed unit types as a table, with their limits and last approved values. */
export const FiledLines = ({ detail }: PartProps<AllowanceDetail>) => (
  <DataTable
    caption="Unit types"
    rows={getRows(detail)}
    columns={filedColumns}
    rowKey={(row) => row.id}
    plain
    empty="No unit types."
  />
)

/** Returns the checks for the reviewer: rent limits, documents and changes. */
export function getReviewChecks(detail: AllowanceDetail) {
  const rows = getRows(detail)
  const over = rows.filter((row) => row.over > 0)
  const names = new Set(detail.files.map((file) => file.documentType))
  const missing = detail.neededDocuments.filter((name) => !names.has(name))
  return [
    {
      words:
        over.length === 0
          ? 'Every gross rent keeps its limit.'
          : over
              .map(
                (row) =>
                  `${row.label}: gross rent ${formatMoney(row.over)} over its limit (8823, 11g or 11m).`,
              )
              .join(' '),
      fine: over.length === 0,
    },
    {
      words: missing.length === 0 ? 'What shows the sources is on file.' : `Missing: ${missing.join(', ')}.`,
      fine: missing.length === 0,
    },
    {
      words:
        detail.priorQuarter === null
          ? 'No quarter was approved before.'
          : rows.every((row) => row.change === 0)
            ? `As approved for ${detail.priorQuarter.toLowerCase()}.`
            : `Changed since ${detail.priorQuarter.toLowerCase()}: ${rows
                .filter((row) => row.change !== 0)
                .map((row) => row.label)
                .join(', ')}.`,
      fine: rows.every((row) => row.change === 0),
    },
  ]
}
