import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { today } from '#kernel/model/dates.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type InspectionDetail, letterDates, sendShowPropertyLetterDateEmail } from '../model/calls.ts'
import { InspectionLetterDate, letterKinds } from '../model/entities.ts'
import { useWrite } from './useWrite.ts'
import { toOptions } from './words.ts'

type Line = InspectionDetail['letterDates'][number]
const col = columns<Line>()
const schema = InspectionLetterDate.row.pick({ kind: true, letterOn: true, answerBy: true, note: true })

const Field = getField(schema)

/**
 * The letters of an inspection with their dates. The agency enters letters and shows and mails them to the
 * owner.
 */
export function LetterDates({ inspection, acts }: { inspection: InspectionDetail; acts: boolean }) {
  const columns = useMemo(
    () => [
      col.text('Letter', (line) => line.kind, { width: 180 }),
      col.date('Day', (line) => line.letterOn, { width: 110 }),
      col.date('Answer by', (line) => line.answerBy, { width: 110 }),
      ...(acts ? [col.bool('Shown to the owner', (line) => line.shownToOwner, { width: 150 })] : []),
      col.moment('Mailed', (line) => line.mailedAt, { width: 170 }),
      col.text('Note', (line) => line.note, { width: 220 }),
      ...(acts ? [col.node('Do', (line) => <ShowLetter line={line} />, { width: 190 })] : []),
    ],
    [acts],
  )
  return (
    <DataTable
      caption="Letters and days"
      rows={inspection.letterDates}
      columns={columns}
      rowKey={(line) => line.inspectionLetterDateId}
      height="none"
      csvName="inspection-letters"
      tools={acts && <EnterLetter complianceInspectionId={inspection.complianceInspectionId} />}
      empty="No letter yet; their days write themselves when they are sent."
    />
  )
}

function EnterLetter({ complianceInspectionId }: Pick<InspectionDetail, 'complianceInspectionId'>) {
  const write = useWrite()
  return (
    <RecordDialog
      button="Enter a letter…"
      title="A letter and its day"
      save="Enter it"
      schema={schema}
      values={{ kind: 'Response received', letterOn: today(), answerBy: null, note: null }}
      send={(values) =>
        write(letterDates.create, { body: { ...values, complianceInspectionId } }, 'The letter is entered.')
      }
    >
      <FieldRow>
        <Field name="kind" kind="choice" options={toOptions(letterKinds)} width={220} />
        <Field name="letterOn" width={160} />
        <Field name="answerBy" width={160} />
      </FieldRow>
      <Field name="note" />
    </RecordDialog>
  )
}

function ShowLetter({ line }: { line: Line }) {
  const write = useWrite({ quiet: false })
  const { inspectionLetterDateId: id } = line
  const show = () =>
    void write(sendShowPropertyLetterDateEmail, { params: { id } }, 'The owner is mailed.').catch(
      () => undefined,
    )
  return (
    <Button size="compact-xs" variant="subtle" aria-label={`Show and mail ${line.kind}`} onClick={show}>
      {line.shownToOwner ? 'Mail again' : 'Show and mail'}
    </Button>
  )
}
