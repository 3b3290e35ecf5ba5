import { useMemo } from 'react'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { longText } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { propertyRequirements, requirementsByProject } from '../model/calls.ts'
import css from './tasks.module.css'
import { useWrite } from './useWrite.ts'

type Line = Answer<typeof requirementsByProject>[number]

const col = columns<Line>()
const sharedColumns = [
  col.text('What', (line) => line.moduleName, { width: 240 }),
  col.chip(
    'Files',
    (line) => (line.required ? 'Yes' : 'No'),
    (line) => (line.required ? 'green' : 'gray'),
    { width: 80 },
  ),
  col.text('Decided by', (line) => (line.laidDown === null ? 'The rules' : 'The agency'), { width: 110 }),
  col.text('Reason', (line) => line.reason, { wrap: true }),
]
const editableColumns = [
  ...sharedColumns.slice(0, 3),
  col.node('Change', (line) => <ChangeDialog line={line} />, { width: 80 }),
  ...sharedColumns.slice(3),
]

const labels = { rules: 'As the rules say', files: 'It files', exempt: 'It is exempt' } as const
const choices = ['rules', 'files', 'exempt'] as const
const options = choices.map((value) => ({ value, label: labels[value] }))

const schema = z
  .object({
    decision: z.enum(choices).meta({ label: 'Decision', kind: 'choice' }),
    reason: longText('Reason', 1000),
  })
  .superRefine(({ decision, reason }, context) => {
    if (decision !== 'rules' && !reason?.trim())
      context.addIssue({ code: 'custom', path: ['reason'], message: '*Field is required' })
  })

const Field = getField(schema)

/** The dialog in which the agency decides whether a property files a module, or lets the rules decide. */
function ChangeDialog({ line }: { line: Line }) {
  const write = useWrite()
  const { propertyRequirementId: id, propertyId, moduleId } = line
  const decision = line.laidDown === null ? 'rules' : line.laidDown ? 'files' : 'exempt'
  const send = async (payload: z.infer<typeof schema>) => {
    const successText = `${line.moduleName}: ${labels[payload.decision].toLowerCase()}.`
    if (payload.decision === 'rules') {
      if (id !== null) await write(propertyRequirements.remove, { params: { id } }, successText)
      return
    }
    const row = { propertyId, moduleId, required: payload.decision === 'files', reason: payload.reason }
    await (id === null
      ? write(propertyRequirements.create, { body: row }, successText)
      : write(propertyRequirements.update, { body: { ...row, propertyRequirementId: id } }, successText))
  }
  return (
    <RecordDialog
      small
      button="Change"
      of={line.moduleName}
      title={`Does this property file ${line.moduleName}?`}
      save="Save"
      schema={schema}
      values={{ decision, reason: line.laidDown === null ? null : line.reason }}
      send={send}
    >
      <Field name="decision" options={options} width={240} />
      <Field name="reason" rows={2} help="The property’s company reads it where it would file." />
    </RecordDialog>
  )
}

/** The tab with all filings of a property, whether each is required, and the rule or decision behind it. */
export default function Requirements({
  propertyId,
  editable: mayEdit,
}: {
  propertyId: number
  editable: boolean
}) {
  const rows = useCall(requirementsByProject, { params: { propertyId } })
  const columns = useMemo(() => (mayEdit ? editableColumns : sharedColumns), [mayEdit])
  return (
    <div className={css.panel}>
      <DataTable
        caption="What this property files"
        rows={rows}
        columns={columns}
        rowKey={(line) => line.moduleId}
        height="none"
        plain
      />
    </div>
  )
}
