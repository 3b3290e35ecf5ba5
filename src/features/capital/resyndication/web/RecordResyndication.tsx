import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { getProjectListQuery } from '#core/portfolio/properties/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { ask } from '#kernel/web/api.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { useWrite } from '#ui/frame/useWrite.ts'
import {
  createResyndication,
  createRow,
  type Plan,
  previewResyndication,
  resyndicationInput,
  types,
} from '../model/calls.ts'
import { PlanPreview } from './PlanPreview.tsx'

const Field = getField(resyndicationInput)

const AFFECTED_DATA = ['resyndication', 'projects', 'tasks']
type ResyndicationBody = (typeof resyndicationInput)['_output']

/** The button and dialog that record a resyndication: first the properties to link, then the preview. */
export function RecordResyndication({ propertyId }: { propertyId: number }) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpened(true)}>
        Record a resyndication…
      </Button>
      <Dialog opened={isOpened} onClose={() => setIsOpened(false)} title="Record a resyndication" size="xl">
        <Steps propertyId={propertyId} done={() => setIsOpened(false)} />
      </Dialog>
    </>
  )
}

function Steps({ propertyId, done }: { propertyId: number; done: () => void }) {
  const row = useCall(createRow, { params: { propertyId } })
  const { rows } = useCall(getProjectListQuery, { body: {} })
  const kinds = useCall(types.getAll, {})
  const [preview, setPreview] = useState<{ body: ResyndicationBody; plan: Plan } | null>(null)
  const write = useWrite(AFFECTED_DATA)
  const values = useMemo(() => getValues(row), [row])
  const options = useMemo(
    () =>
      rows.map((row) => ({
        value: row.propertyId,
        label: [row.propertyName, row.city, row.propertyNumber].filter(Boolean).join(', '),
      })),
    [rows],
  )
  const record = async () => {
    if (!preview) return
    await write(createResyndication, { body: preview.body }, 'The resyndication is recorded.')
    done()
  }
  if (preview) return <PlanPreview plan={preview.plan} record={record} back={() => setPreview(null)} />
  const showPreview = async (payload: Record<string, unknown>) => {
    const body = resyndicationInput.parse(payload)
    setPreview({ body, plan: await ask(previewResyndication, { body }, { quiet: true }) })
  }
  return (
    <Form schema={resyndicationInput} values={values} onSave={showPreview} strict label="Resyndication">
      <ErrorSummary />
      <Field name="oldPropertyIds" kind="choices" options={options} help="Several become one in a merge." />
      <Field name="newPropertyIds" kind="choices" options={options} help={getHelp(row)} />
      <FieldRow>
        <Field
          name="resyndicationType"
          kind="choice"
          options={kinds
            .filter((kind) => kind.active)
            .map((kind) => ({ value: kind.name, label: kind.name }))}
        />
        <Field name="resyndicatedDate" width={180} />
      </FieldRow>
      <Field name="carryRents" />
      <Field name="note" rows={2} />
      <FormButtons save="Show what moves" primary />
    </Form>
  )
}

type NewRow = Answer<typeof createRow>

const getValues = ({ oldProject, newProject, resyndicationType, resyndicatedDate }: NewRow) => ({
  oldPropertyIds: [oldProject.propertyId],
  newPropertyIds: newProject ? [newProject.propertyId] : [],
  resyndicationType,
  resyndicatedDate,
  note: null,
  carryRents: true,
})

const getHelp = ({ candidates }: NewRow): string =>
  candidates.length === 0
    ? 'Several in a split.'
    : `At the same address: ${candidates.map((candidate) => candidate.propertyName).join(', ')}.`
