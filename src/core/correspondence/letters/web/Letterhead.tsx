import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { getAgency } from '#core/platform/lookups/model/index.ts'
import { today } from '#kernel/model/dates.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { getLetterhead, saveLetterhead, signers } from '../model/calls.ts'
import { Letterhead as Entity, layouts } from '../model/entities.ts'
import { LetterDialog } from './LetterDialog.tsx'
import { PictureField } from './PictureField.tsx'
import { sampleLetter } from './sample.ts'

const schema = Entity.row.omit({ letterheadId: true, createdBy: true, createdAt: true })

const Field = getField(schema)

const layoutOptions = [
  { value: layouts[0], label: 'A: centered above the letter' },
  { value: layouts[1], label: 'B: a narrow band, name left and address right' },
]

/** The form for the letterhead of future letters: layout, banner, signer, and attaching letters to mails. */
export default function Letterhead() {
  const { letterheadId: _, ...present } = useCall(getLetterhead, { params: { id: 0 } })
  const blocks = useCall(signers.getAll, {})
  const save = useSend(saveLetterhead)
  const maySave = useMay(saveLetterhead)
  const options = blocks
    .filter((block) => block.active)
    .map(({ signerId, name }) => ({ value: signerId, label: name }))
  const submit = async (payload: Record<string, unknown>) => {
    await save({ body: schema.parse(payload) })
    notify('The letterhead is saved. Letters that were sent keep theirs.')
  }
  return (
    <Form schema={schema} values={present} onSave={submit} strict readOnly={!maySave} label="Letterhead">
      <h2>Letterhead</h2>
      <ErrorSummary />
      <Field name="layout" options={layoutOptions} width={320} />
      <PictureField name="banner" label="Banner picture" alt="The banner as it appears on letters" />
      <Field name="signerId" options={options} width={420} />
      <Field name="attached" words="Decision letters go along with their mail as PDF" />
      <FormButtons save="Save letterhead" primary>
        <Sample />
      </FormButtons>
    </Form>
  )
}

/** A button that shows a sample letter with the letterhead in the form. */
function Sample() {
  const agency = useCall(getAgency, {})
  const { form } = useFormParts<z.input<typeof schema>>()
  const [layout, banner] = useWatch({ control: form.control, name: ['layout', 'banner'] }) as [
    'A' | 'B',
    string | null,
  ]
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        See a letter
      </Button>
      <LetterDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        letter={{ ...sampleLetter, values: { payDate: 'the end of the month' } }}
        fileName="sample-letter.pdf"
        options={{
          layout,
          ...(banner ? { banner } : {}),
          agency: { shortName: agency.shortName, name: agency.name, addressLines: agency.addressLines },
          today: today(agency.zone),
          title: 'Sample letter',
        }}
      />
    </>
  )
}
