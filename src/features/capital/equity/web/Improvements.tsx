import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import { updateEquityFigures, type YearLine, yearUpdate } from '../model/calls.ts'
import { equityQueryKeys } from './display.ts'

const improvementsSchema = yearUpdate.pick({ approvedImprovements: true, note: true })

const Field = getField(improvementsSchema)

/** The dialog for a year’s approved improvements. Saving computes the equity figure again. */
export function ImprovementsDialog({ line, year }: { line: YearLine; year: number }) {
  const write = useWrite(equityQueryKeys)
  const { propertyId, propertyName, standing: status, computed } = line
  if (status === 'Not begun' || computed.gaps.length > 0) return null
  return (
    <RecordDialog
      small
      button="Improvements…"
      of={propertyName}
      title={`Approved improvements of ${propertyName}, ${year}`}
      save="Save and compute"
      schema={improvementsSchema}
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
