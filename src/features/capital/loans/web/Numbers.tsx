import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type LoanView, loanNumbers } from '../model/calls.ts'
import { LoanNumber } from '../model/entities.ts'
import { loanQueryKeys } from './queryKeys.ts'

type Line = LoanView['numbers'][number]
const col = columns<Line>()
const numberSchema = LoanNumber.row.pick({
  number: true,
  system: true,
  active: true,
  fromDate: true,
  toDate: true,
  note: true,
})

const Field = getField(numberSchema)

const numberColumns = [
  col.text('System', (item) => item.system, { width: 100 }),
  col.text('Number', (item) => item.number, { width: 160 }),
  col.bool('Active', (item) => item.active),
  col.date('From', (item) => item.fromDate, { width: 110 }),
  col.date('To', (item) => item.toDate, { width: 110 }),
  col.text('Note', (item) => item.note, { width: 260 }),
]
const blank = { number: null, system: 'MITAS', active: true, fromDate: null, toDate: null, note: null }

/** The numbers of a loan in servicing systems, also those that no longer apply. */
export function LoanNumbers({ view: { loan, numbers } }: { view: LoanView }) {
  const canChange = useMay(loanNumbers.update)
  const { loanId } = loan
  const tableColumns = useMemo(() => {
    if (!canChange) return numberColumns
    return [
      ...numberColumns,
      col.node('Change', (item) => <NumberDialog loanId={loanId} line={item} />, { width: 90 }),
    ]
  }, [canChange, loanId])
  return (
    <>
      <DataTable
        caption={`Numbers of ${loan.name}`}
        stateKey="Numbers of a loan"
        rows={numbers}
        columns={tableColumns}
        rowKey={(item) => item.loanNumberId}
        height="none"
        plain
        empty="No servicing system knows this loan by a number yet."
      />
      {canChange && (
        <Group mt="sm" mb="sm">
          <NumberDialog loanId={loanId} line={null} />
        </Group>
      )}
    </>
  )
}

function NumberDialog({ loanId, line }: { loanId: number; line: Line | null }) {
  const write = useWrite(loanQueryKeys)
  return (
    <RecordDialog
      button={line ? 'Change' : 'Add a number…'}
      {...(line ? { of: line.number, small: true } : {})}
      title={line ? `Number ${line.number}` : 'Add a number'}
      save="Save"
      schema={numberSchema}
      values={line ?? blank}
      send={(body) =>
        line
          ? write(
              loanNumbers.update,
              { body: { ...body, loanNumberId: line.loanNumberId } },
              'The number is saved.',
            )
          : write(loanNumbers.create, { body: { ...body, loanId } }, 'The number is added.')
      }
    >
      <FieldRow>
        <Field name="system" width={140} />
        <Field name="number" width={200} />
        <Field name="active" words="Active" />
      </FieldRow>
      <FieldRow>
        <Field name="fromDate" width={160} />
        <Field name="toDate" width={160} />
      </FieldRow>
      <Field name="note" />
    </RecordDialog>
  )
}
