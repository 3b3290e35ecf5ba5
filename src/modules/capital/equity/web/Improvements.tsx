import { Field } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { updated, updateEquityFigures, type YearLine } from '../model/calls.ts'
import { shown } from './shown.ts'

const zodObject = updated.pick({ approvedImprovements: true, note: true })

/** Improvements that were approved in a year; the figure is computed with them. */
export function Improvements({ line, year }: { line: YearLine; year: number }) {
  const write = useWrite(shown)
  const { propertyId, propertyName, standing: status, computed } = line
  if (status === 'Not begun' || computed.gaps.length > 0) return null
  return (
    <RecordDialog
      small
      button="Improvements…"
      of={propertyName}
      title={`Approved improvements of ${propertyName}, ${year}`}
      save="Save and compute"
      schema={zodObject}
      values={{ approvedImprovements: line.approvedImprovements, note: null }}
      send={(body) =>
        write(updateEquityFigures, { body: [{ ...body, propertyId, year }] }, ({ waiting }) =>
          waiting > 0
            ? 'The improvements are raised: a second person confirms them, and until then they do not count.'
            : `Equity of ${propertyName} is computed.`,
        )
      }
    >
      <Field name="approvedImprovements" width={200} />
      <Field name="note" rows={2} help="What was approved, and when." />
    </RecordDialog>
  )
}
