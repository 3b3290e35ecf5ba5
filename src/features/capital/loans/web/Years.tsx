import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type LoanView, loanYears } from '../model/calls.ts'
import { LoanYear } from '../model/entities.ts'
import { loanQueryKeys } from './queryKeys.ts'
import { isOffTerms } from './registerColumns.tsx'

type Line = LoanView['years'][number]
const col = columns<Line>()
const yearSchema = LoanYear.row.pick({
  year: true,
  additions: true,
  principalPaid: true,
  interestPaid: true,
  endingBalance: true,
  note: true,
})

const Field = getField(yearSchema)

const yearColumns = [
  col.text('Year', (item) => item.year, { width: 70 }),
  col.money('Additions', (item) => item.booked?.additions, { width: 110, lesser: true }),
  col.money('Principal paid', (item) => item.booked?.principalPaid, { width: 120, total: true }),
  col.money('By the terms', (item) => item.computedPrincipal, { width: 120 }),
  col.money('Interest paid', (item) => item.booked?.interestPaid, { width: 120, total: true }),
  col.money('By the terms', (item) => item.computedInterest, { id: 'interest by the terms', width: 120 }),
  col.money('Balance', (item) => item.booked?.endingBalance, { width: 130 }),
  col.money('By the terms', (item) => item.computedBalance, { id: 'balance by the terms', width: 130 }),
  col.money('Difference', (item) => item.difference, { width: 110 }),
  col.chip(
    'Books',
    (item) => {
      if (!item.booked) return 'Not booked'
      return isOffTerms({ difference: item.difference, balance: item.booked.endingBalance })
        ? 'Off the terms'
        : null
    },
    (item) => (item.booked ? 'yellow' : 'gray'),
    { width: 115 },
  ),
  col.money('First schedule', (item) => item.scheduled, { width: 130, lesser: true }),
  col.text('Source', (item) => item.booked?.source, { width: 90 }),
]

/**
 * The booked years of a loan, each compared with the result of the terms from the balance at its beginning.
 */
export function LoanYears({ view }: { view: LoanView }) {
  const { loan, years } = view
  const canChange = useMay(loanYears.update)
  const tableColumns = useMemo(() => {
    if (!canChange) return yearColumns
    const set = col.node('Set', (item) => <YearDialog loanId={loan.loanId} line={item} />, { width: 80 })
    return [...yearColumns, set]
  }, [canChange, loan.loanId])
  return (
    <>
      <DataTable
        caption={`Years of ${loan.name}`}
        stateKey="Years of a loan"
        rows={years.toReversed()}
        columns={tableColumns}
        rowKey={(item) => item.year}
        height="none"
        csvName="loan-years"
        plain
        empty="No year of this loan is booked yet."
      />
      {canChange && years.length === 0 && (
        <Group mt="sm">
          <YearDialog loanId={loan.loanId} line={null} />
        </Group>
      )}
    </>
  )
}

/** The dialog that books a year by hand, or corrects a booked one. */
function YearDialog({ loanId, line }: { loanId: number; line: Line | null }) {
  const write = useWrite(loanQueryKeys)
  const booked = line?.booked
  const values = {
    year: line?.year ?? null,
    additions: 0,
    principalPaid: line?.computedPrincipal ?? null,
    interestPaid: line?.computedInterest ?? null,
    endingBalance: line?.computedBalance ?? null,
    ...booked,
    note: null,
  }
  return (
    <RecordDialog
      button={booked ? 'Set' : line ? 'Book' : 'Book a year…'}
      {...(line ? { of: String(line.year), small: true } : {})}
      title={line ? `Figures of ${line.year}` : 'Figures of a year'}
      save="Save"
      schema={yearSchema}
      values={values}
      send={(body) =>
        booked
          ? write(
              loanYears.update,
              { body: { ...body, loanYearId: booked.loanYearId } },
              'The year is saved.',
            )
          : write(loanYears.create, { body: { ...body, loanId } }, 'The year is booked.')
      }
    >
      <FieldRow>
        <Field name="year" width={120} />
        <Field name="additions" width={170} />
        <Field name="principalPaid" width={170} />
      </FieldRow>
      <FieldRow>
        <Field name="interestPaid" width={170} />
        <Field
          name="endingBalance"
          width={190}
          help="The balance of the year before, plus additions, less principal."
        />
      </FieldRow>
      {booked && <Field name="note" rows={2} required />}
    </RecordDialog>
  )
}
