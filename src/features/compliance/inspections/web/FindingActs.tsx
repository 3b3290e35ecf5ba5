import { z } from 'zod'
import { today } from '#kernel/model/dates.ts'
import { day, longText } from '#kernel/model/field.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { type InspectionDetail, type InspectionFindingLine, inspectionFindings } from '../model/calls.ts'
import { areas } from '../model/entities.ts'
import { Severity } from '../model/rules.ts'
import { answerFinding, extendFinding } from '../model/stepCalls.ts'
import { findingFields } from '../model/visitCalls.ts'
import { FINDING_KEYS_HEADING } from './useFindingActions.ts'
import { useWrite } from './useWrite.ts'
import { categoryOptions, severityOptions, toOptions } from './words.ts'

const FindingField = getField(findingFields)

const blank = {
  area: 'Unit',
  unit: null,
  bin: null,
  location: null,
  standardCode: null,
  severity: Severity.MODERATE,
  description: '',
  category8823: null,
}

/**
 * The dialog that adds a finding of the visit: place, severity, description and, for Form 8823, line and
 * building.
 */
export function AddFinding({ inspection }: { inspection: InspectionDetail }) {
  const write = useWrite()
  const { complianceInspectionId, buildings } = inspection
  return (
    <RecordDialog
      button="Log a finding…"
      shortcut={{ key: 'c', under: FINDING_KEYS_HEADING }}
      title="Finding"
      save="Add it"
      schema={findingFields}
      values={blank}
      send={(values) =>
        write(
          inspectionFindings.create,
          { body: { ...values, complianceInspectionId } },
          'The finding is added.',
        )
      }
    >
      <FieldRow>
        <FindingField name="area" kind="choice" options={toOptions(areas)} width={130} />
        <FindingField name="unit" width={90} />
        <FindingField name="location" width={220} help="Such as kitchen." />
      </FieldRow>
      <FieldRow>
        <FindingField name="severity" kind="choice" options={severityOptions} width={190} />
        <FindingField name="standardCode" width={220} />
      </FieldRow>
      <FindingField name="description" rows={3} />
      <FieldRow>
        <FindingField name="category8823" kind="choice" options={categoryOptions} width={300} />
        <FindingField
          name="bin"
          kind="choice"
          options={buildings.map((row) => ({
            value: row.bin,
            label: [row.bin, row.name].filter(Boolean).join(', '),
          }))}
          width={220}
        />
      </FieldRow>
    </RecordDialog>
  )
}

const extendSchema = z.object({
  until: day('Cure by').unwrap(),
  reason: longText('Reason', 2000).unwrap().min(1, '*Field is required'),
})

const ExtendField = getField(extendSchema)

/** The dialog that sets a later cure day of one finding. */
export function ExtendFinding({ line }: { line: InspectionFindingLine }) {
  const write = useWrite()
  const { inspectionFindingId: id, version } = line
  return (
    <RecordDialog
      button="Extend…"
      shortcut={{ key: 'e', under: FINDING_KEYS_HEADING }}
      title={`Finding ${line.number}: a later cure day`}
      save="Extend"
      schema={extendSchema}
      values={{ until: line.cureBy, reason: '' }}
      send={(values) =>
        write(extendFinding, { params: { id }, body: { ...values, version } }, 'The cure day is later.')
      }
    >
      <ExtendField name="until" width={180} />
      <ExtendField name="reason" rows={3} />
    </RecordDialog>
  )
}

const answerSchema = z.object({
  response: longText('Answer', 4000).unwrap().min(1, '*Field is required'),
  correctedOn: day('Corrected'),
})

const AnswerField = getField(answerSchema)

/** The dialog for the owner's answer to a finding; photos are added next to the finding. */
export function AnswerFinding({ line }: { line: InspectionFindingLine }) {
  const write = useWrite()
  const { inspectionFindingId: id, version } = line
  return (
    <RecordDialog
      button={line.response === null ? 'Answer…' : 'Change the answer…'}
      title={`Finding ${line.number}: what was done`}
      save="Send the answer"
      schema={answerSchema}
      values={{ response: line.response ?? '', correctedOn: line.correctedOn ?? today() }}
      send={(values) =>
        write(answerFinding, { params: { id }, body: { ...values, version } }, 'The agency has your answer.')
      }
    >
      <AnswerField name="response" rows={4} help="Say what was done. Add photos of it beside the finding." />
      <AnswerField name="correctedOn" width={180} />
    </RecordDialog>
  )
}
