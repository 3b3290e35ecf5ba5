import { useMemo } from 'react'
import { z } from 'zod'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { DataTable, columns as tableColumns } from '#ui/table/DataTable.tsx'
import type { SheetColumn } from '#ui/worksheet/sheet.ts'
import { saveTaxCredit } from '../model/calls.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import { type Detail, increases } from '../model/increases.ts'
import { labelOf, rowOf } from '../model/rows.ts'
import { limitColumn } from './LimitBar.tsx'
import { keyOfLine, PageOfReview, ReviewedRents } from './ReviewPart.tsx'

const { roomRentIncreaseRequestId, medianPercent, utilityAllowance, approvedRent } = RoomRentIncrease.fields
const row = z.object({ key: z.string(), roomRentIncreaseRequestId, medianPercent, utilityAllowance, approvedRent })
const schema = z.object({ lines: z.array(row).meta({ label: 'Tax-credit review', noun: 'Row' }) })
const sheet: readonly SheetColumn[] = [
  { key: 'medianPercent', label: 'Income limit, %', kind: 'number', width: 110 },
  { key: 'utilityAllowance', label: 'Utility allowance', width: 120 },
  { key: 'approvedRent', label: 'Approved rent', width: 110 },
  { key: 'gross', label: 'Gross rent', formula: (read) => read('approvedRent') + read('utilityAllowance') },
]
type Line = Detail['lines'][number]
const col = tableColumns<Line>()
const SHOWN = ['rentincrease']

/** Every row's gross rent beside the limit of its program (domain 14.5). */
export default function TaxCredit() {
  const { id } = useNumericParams('id')
  const detail = useCall(increases.calls.one, { params: { id } })
  const limits = useMemo(() => limitColumns(detail), [detail])
  return (
    <PageOfReview detail={detail} name="Tax-credit review">
      <Source detail={detail} />
      <DataTable
        caption="Gross rents and limits"
        rows={detail.lines}
        columns={limits}
        rowKey={(line) => line.roomRentIncreaseRequestId}
        plain
        empty="No rents."
      />
      {detail.canReview && <LimitsForm detail={detail} />}
    </PageOfReview>
  )
}

/** Where the reviewer sets limit, allowance and approved rent of each row. */
function LimitsForm({ detail }: { detail: Detail }) {
  const id = detail.rentIncreaseRequestHeaderId
  const write = useWrite(SHOWN)
  const values = useMemo(
    () => ({
      version: detail.version,
      lines: detail.lines.map((line) => ({
        ...row.strip().parse({ ...line, key: keyOfLine(line) }),
        medianPercent: rowOf(detail.rentIncreaseTypeId, line, detail).medianPercent,
      })),
    }),
    [detail],
  )
  return (
    <Form
      schema={schema}
      values={values}
      label="Tax-credit review"
      onSave={async (sent) => {
        const typed = (sent.lines as z.infer<typeof row>[]).map(({ key: _, ...line }) => line)
        const body = { id, version: detail.version, lines: typed }
        await write(saveTaxCredit, { body }, 'The tax-credit review is saved.')
      }}
    >
      <ErrorSummary />
      <ReviewedRents detail={detail} caption="Tax-credit review" columns={sheet} />
      <FormButtons save="Save tax-credit review" />
    </Form>
  )
}

function Source({ detail: { figures } }: { detail: Detail }) {
  if (!figures) return <p>HUD’s income limits for this county are not in the portal; no limit can be checked.</p>
  const rents = figures.fairMarketYear ? `, fair market rents of ${figures.fairMarketYear}` : ''
  return (
    <p>
      {figures.countyName}: HUD’s income limits of {figures.incomeYear}
      {rents}. The limit is 30 percent of the monthly income limit of the household a unit is meant for: one and a half
      persons a bedroom, one in a studio.
    </p>
  )
}

const limitColumns = (detail: Detail) => [
  col.text('Unit and rent type', (line) => labelOf(line, detail), { width: 260 }),
  col.number('Income limit, %', (line) => rowOf(detail.rentIncreaseTypeId, line, detail).medianPercent, { width: 120 }),
  col.money('Approved', (line) => line.approvedRent, { width: 110 }),
  col.money('Utilities', (line) => line.utilityAllowance, { width: 100 }),
  limitColumn(detail, 280),
]
