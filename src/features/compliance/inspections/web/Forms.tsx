import { z } from 'zod'
import { daysBetween, formatDate, today } from '#kernel/model/dates.ts'
import { day, flag } from '#kernel/model/field.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { type FormLine, formDates, type InspectionDetail } from '../model/calls.ts'
import { Inspection8823Date } from '../model/entities.ts'
import { categories8823, getFormCureEnd } from '../model/form8823.ts'
import { canTakeStep } from '../model/rules.ts'
import { correctForm, fileForm } from '../model/stepCalls.ts'
import styles from './inspections.module.css'
import { useWrite } from './useWrite.ts'
import { categoryOptions } from './words.ts'

type Props = { inspection: InspectionDetail; acts: boolean }
const formatDay = (value: string | null): string => formatDate(value, 'MM/DD/YYYY')

/**
 * The Forms 8823 of an inspection by building and line, each with its dates, a timeline and the next steps.
 */
export function Forms({ inspection, acts }: Props) {
  const { forms, statusId } = inspection
  const mayWork = acts && canTakeStep('forms', statusId)
  return (
    <>
      {mayWork && <AddForm inspection={inspection} />}
      {forms.length === 0 && <p>No Form 8823: no finding names a line of it.</p>}
      <ul className={styles.forms}>
        {forms.map((form) => (
          <li key={form.inspection8823DateId}>
            <Line form={form} day={inspection.today} />
            {mayWork && <FormActs form={form} />}
          </li>
        ))}
      </ul>
    </>
  )
}

const getTone = ({ state }: FormLine) =>
  state.startsWith('Late')
    ? 'red'
    : /Back|Filed as corrected/.test(state)
      ? 'green'
      : /to file/.test(state)
        ? 'yellow'
        : 'gray'

function Line({ form, day: at }: { form: FormLine; day: string }) {
  const labels = [
    form.units,
    `owner notified ${formatDay(form.notifiedOn)}`,
    `cure by ${formatDay(form.cureBy)}`,
    form.extendedTo && `extended to ${formatDay(form.extendedTo)}`,
    `file by ${formatDay(form.fileBy)}`,
    form.correctedOn && `corrected ${formatDay(form.correctedOn)}`,
    form.filedOn && `filed ${formatDay(form.filedOn)}`,
    form.secondFiledOn && `second form ${formatDay(form.secondFiledOn)}`,
  ].filter(Boolean)
  return (
    <div>
      <strong>{form.bin}</strong> {`11${form.category} ${categories8823[form.category] ?? ''}`}{' '}
      <Chip color={getTone(form)}>{form.state}</Chip>
      <br />
      <small>{labels.join(' · ')}</small>
      <Bar form={form} day={at} />
    </div>
  )
}

/**
 * The timeline of a form from the start of the noncompliance to its filing day. It is hidden from screen
 * readers because the text above has the same dates.
 */
function Bar({ form, day: at }: { form: FormLine; day: string }) {
  const total = Math.max(1, daysBetween(form.noncomplianceOn, form.fileBy))
  const place = (eventDay: string) =>
    `${Math.min(100, Math.max(0, (daysBetween(form.noncomplianceOn, eventDay) / total) * 100))}%`
  const until = form.correctedOn ?? at
  return (
    <div className={styles.timeline} aria-hidden>
      <span
        className={styles.breach}
        data-corrected={form.correctedOn !== null || undefined}
        style={{ width: place(until) }}
      />
      <i style={{ left: place(form.notifiedOn) }} data-mark="notice" />
      <i style={{ left: place(getFormCureEnd(form)) }} data-mark="cure" />
      <i style={{ left: place(at) }} data-mark="today" />
    </div>
  )
}

const fileSchema = z.object({ filedOn: day('Filed').unwrap(), second: flag('Second form') })

const FileField = getField(fileSchema)

const correctSchema = z.object({ correctedOn: day('Corrected').unwrap() })

const CorrectField = getField(correctSchema)

function FormActs({ form }: { form: FormLine }) {
  const write = useWrite()
  const { inspection8823DateId: id, version, filedOn, filedCorrected, secondFiledOn, bin, category } = form
  if (filedCorrected || secondFiledOn !== null) return null
  const second = filedOn !== null
  const formLabel = `BIN ${bin}, line 11${category}`
  return (
    <span className={styles.acts}>
      <RecordDialog
        button="Corrected…"
        of={formLabel}
        title={`Corrected: ${formLabel}`}
        save="Save"
        schema={correctSchema}
        values={{ correctedOn: form.correctedOn ?? today() }}
        send={(values) =>
          write(correctForm, { params: { id }, body: { ...values, version } }, 'The correction is noted.')
        }
      >
        <CorrectField name="correctedOn" width={180} />
      </RecordDialog>
      <RecordDialog
        button={second ? 'File second form…' : 'File…'}
        of={formLabel}
        title={`${second ? 'Second form' : 'Form 8823'}: ${formLabel}`}
        save="File it"
        schema={fileSchema}
        values={{ filedOn: today(), second }}
        send={(values) =>
          write(
            fileForm,
            { params: { id }, body: { ...values, version } },
            'The form is filed; its PDF is among the letters.',
          )
        }
      >
        <p>
          {form.correctedOn
            ? `It says: corrected ${formatDay(form.correctedOn)}.`
            : 'It says: not corrected.'}
        </p>
        <FileField name="filedOn" width={180} />
      </RecordDialog>
    </span>
  )
}

const addSchema = Inspection8823Date.row.pick({
  bin: true,
  category: true,
  units: true,
  noncomplianceOn: true,
})

const AddField = getField(addSchema)

function AddForm({ inspection }: { inspection: InspectionDetail }) {
  const write = useWrite()
  const { complianceInspectionId, visitedOn, buildings } = inspection
  return (
    <RecordDialog
      button="Add a form…"
      title="Form 8823 of a building"
      save="Add it"
      schema={addSchema}
      values={{ bin: '', category: '', units: null, noncomplianceOn: visitedOn }}
      send={(values) =>
        write(formDates.create, { body: { ...values, complianceInspectionId } }, 'The form is added.')
      }
    >
      <FieldRow>
        <AddField
          name="bin"
          kind="choice"
          options={buildings.map((row) => ({
            value: row.bin,
            label: [row.bin, row.name].filter(Boolean).join(', '),
          }))}
          width={240}
        />
        <AddField name="category" kind="choice" options={categoryOptions} width={340} />
      </FieldRow>
      <FieldRow>
        <AddField name="units" width={220} />
        <AddField name="noncomplianceOn" width={180} />
      </FieldRow>
    </RecordDialog>
  )
}
