import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Receipt } from '#ui/form/Receipt.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Gallery } from '../Gallery.tsx'
import { fieldSchema, noValues, sampleChoices, someValues } from './fieldSchema.ts'

const Field = getField(fieldSchema)

type Shown = 'empty' | 'filled' | 'read-only'
const views: readonly { shown: Shown; label: string }[] = [
  { shown: 'empty', label: 'Empty' },
  { shown: 'filled', label: 'Filled in' },
  { shown: 'read-only', label: 'Read-only' },
]

/** Shows every input of the kit in one form, with its check, and the receipt that follows a submit. */
export function FieldSamples() {
  const confirm = useConfirm()
  const [formState, setFormState] = useState<Shown>('empty')
  const [submittedAt, setSubmittedAt] = useState<string | null>(null)
  const ask = async () =>
    (await confirm({ title: 'Submit this form?', text: 'Nothing leaves this page.', confirmLabel: 'Submit' }))
      .confirmed
  return (
    <Gallery
      title="Inputs and their checks"
      text="Saving is lenient and checks the shape alone; submitting is strict, shows every fault at once, and takes you to each."
    >
      <Views
        shown={formState}
        onShow={(next) => {
          setFormState(next)
          setSubmittedAt(null)
        }}
      />
      {submittedAt && (
        <Receipt
          title="Sample received"
          number="S-1"
          date={submittedAt}
          next="Nothing: this is only what a receipt looks like."
        />
      )}
      <Form
        key={formState}
        schema={fieldSchema}
        values={formState === 'empty' ? noValues : someValues}
        readOnly={formState === 'read-only'}
        onSave={async () => undefined}
        onSubmit={async () => setSubmittedAt(new Date().toISOString())}
        label="Inputs"
      >
        <Stack gap="md">
          <ErrorSummary />
          <TextFields />
          <ChoiceFields />
          <NumberFields />
          <RangeFields />
        </Stack>
        <FormButtons submit="Submit sample" confirm={ask} />
      </Form>
    </Gallery>
  )
}

function Views({ shown, onShow }: { shown: Shown; onShow: (formState: Shown) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="What the form holds">
      {views.map((view) => (
        <Button
          key={view.shown}
          size="xs"
          variant={view.shown === shown ? 'filled' : 'default'}
          aria-pressed={view.shown === shown}
          onClick={() => onShow(view.shown)}
        >
          {view.label}
        </Button>
      ))}
    </Group>
  )
}

function TextFields() {
  return (
    <Fieldset legend="Words and dates">
      <FieldRow>
        <Field name="name" help="Help stands between label and input." />
        <Field name="short" />
      </FieldRow>
      <Field name="note" rows={2} />
      <FieldRow>
        <Field name="email" />
        <Field name="phone" width={180} />
        <Field name="zip" width={130} />
        <Field name="date" width={180} />
      </FieldRow>
    </Fieldset>
  )
}

function ChoiceFields() {
  return (
    <Fieldset legend="Choices">
      <FieldRow>
        <Field name="choice" options={sampleChoices} />
        <Field name="growing" options={sampleChoices} creatable help="Type one that is not in the list." />
        <Field name="choices" kind="choices" options={sampleChoices} />
      </FieldRow>
      <FieldRow>
        <Field name="answer" kind="yesNo" />
        <Field name="agreed" words="I have read this" />
      </FieldRow>
    </Fieldset>
  )
}

function NumberFields() {
  return (
    <Fieldset legend="Figures">
      <FieldRow>
        <Field name="whole" rounding help="Money: typed as written." />
        <Field name="exact" help="Money: 4000 is $4,000.00." />
        <Field name="negative" />
        <Field name="credit" kind="dollar" />
        <Field name="dollars" kind="dollar" help="Dollars: digits fill from the right." />
      </FieldRow>
      <FieldRow>
        <Field name="percent" help="Digits fill from the right." />
        <Field name="number" />
        <Field name="score" />
      </FieldRow>
    </Fieldset>
  )
}

function RangeFields() {
  return (
    <Fieldset legend="A range that may not end before it starts">
      <FieldRow>
        <Field name="startYear" plain width={110} />
        <Field name="startMonth" width={110} />
        <Field name="endYear" plain width={110} />
        <Field name="endMonth" width={110} />
      </FieldRow>
    </Fieldset>
  )
}
