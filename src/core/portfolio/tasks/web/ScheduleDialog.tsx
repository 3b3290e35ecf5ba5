import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { type schedulesByProperty, taskSchedules } from '../model/calls.ts'
import { TaskSchedule } from '../model/entities.ts'
import { Schedule, scheduleLabels } from '../model/frequency.ts'
import { monthNames } from '../model/rules.ts'
import { clearUnusedFields, getScheduleFaults } from '../model/schedule.ts'
import { getTaskType, taskTypes } from '../model/taskTypes.ts'
import { useWrite } from './useWrite.ts'

/** A schedule of a property. */
export type ScheduleLine = Answer<typeof schedulesByProperty>[number]

const { taskTypeId, frequency, startMonth, startQuarterQuarterId, endYear, endMonth, endQuarterQuarterId } =
  TaskSchedule.fields
const { startYear, enabled, reason } = TaskSchedule.fields

const schema = z
  .object({
    taskTypeId,
    frequency,
    startYear,
    startMonth,
    startQuarterQuarterId,
    endYear,
    endMonth,
    endQuarterQuarterId,
    enabled,
    reason,
  })
  .superRefine((span, context) => {
    for (const { field, message } of getScheduleFaults(span)) {
      // The error summary puts the field's label before the message.
      context.addIssue({ code: 'custom', path: [field], message: message.slice(message.indexOf(': ') + 2) })
    }
    if (!span.enabled && !span.reason?.trim())
      context.addIssue({
        code: 'custom',
        path: ['reason'],
        message: '*Field is required to disable a schedule.',
      })
  })

const Field = getField(schema)

const blank = {
  taskTypeId: 3,
  frequency: Schedule.Monthly,
  startYear: null,
  startMonth: null,
  startQuarterQuarterId: null,
  endYear: null,
  endMonth: null,
  endQuarterQuarterId: null,
  enabled: true,
  reason: null,
}

const types = taskTypes.map((taskType) => ({ value: taskType.taskTypeId, label: taskType.label }))
const months = monthNames.map((label, index) => ({ value: index + 1, label }))
const quarters = [1, 2, 3, 4].map((value) => ({ value, label: `Quarter ${value}` }))

/** The dialog that adds a schedule to a property, or changes `schedule`. */
export function ScheduleDialog({ propertyId, schedule }: { propertyId: number; schedule?: ScheduleLine }) {
  const write = useWrite()
  const send = (values: z.infer<typeof schema>) => {
    const body = { propertyId, ...clearUnusedFields(values) }
    return schedule
      ? write(
          taskSchedules.update,
          { body: { ...body, taskScheduleId: schedule.taskScheduleId, version: schedule.version } },
          'The schedule is saved.',
        )
      : write(taskSchedules.create, { body }, 'The schedule is added.')
  }
  const label = schedule && getTaskType(schedule.taskTypeId)?.label
  return (
    <RecordDialog
      button={schedule ? 'Edit' : 'Add schedule'}
      {...(schedule ? { of: `schedule of ${label}`, small: true } : {})}
      title={schedule ? `Schedule: ${label}` : 'New schedule'}
      save="Save schedule"
      schema={schema}
      values={schedule ?? blank}
      send={send}
    >
      <FieldRow>
        <Field name="taskTypeId" options={types} />
        <FrequencyField />
      </FieldRow>
      <SpanFields />
      <Field name="enabled" words="Enabled: tasks are made from it" />
      <Field name="reason" kind="longText" rows={2} help="Why it differs from others, or why it ended." />
    </RecordDialog>
  )
}

const useValue = (name: 'frequency' | 'taskTypeId'): unknown =>
  useWatch({ control: useFormParts<z.input<typeof schema>>().form.control, name })

/**
 * The choice of a frequency among those that the task type allows. It selects the first one if the present
 * choice is not allowed.
 */
function FrequencyField() {
  const { form } = useFormParts<z.input<typeof schema>>()
  const type = getTaskType(Number(useValue('taskTypeId')))
  const selected = useValue('frequency')
  const allowedFrequencies = type?.frequencies
  useEffect(() => {
    if (allowedFrequencies && !allowedFrequencies.includes(Number(selected)))
      form.setValue('frequency', allowedFrequencies[0]!, { shouldDirty: true })
  }, [form, allowedFrequencies, selected])
  const options = (allowedFrequencies ?? Object.values(Schedule)).map((value) => ({
    value,
    label: scheduleLabels[value] ?? '',
  }))
  return <Field name="frequency" options={options} />
}

/** The fields for start and end, by month, quarter or year depending on the frequency. */
function SpanFields() {
  const selected = Number(useValue('frequency'))
  const fields = getTaskType(Number(useValue('taskTypeId')))
  const yearly = fields?.fiscal ? 'The fiscal year that ends in this year.' : undefined
  return (
    <>
      <FieldRow>
        <Field
          name="startYear"
          width={190}
          {...(selected === Schedule.Yearly && yearly ? { help: yearly } : {})}
        />
        {selected === Schedule.Monthly && <Field name="startMonth" kind="choice" options={months} required />}
        {selected === Schedule.Quarterly && (
          <Field name="startQuarterQuarterId" kind="choice" options={quarters} required />
        )}
      </FieldRow>
      <FieldRow>
        <Field name="endYear" width={190} help="Empty while it goes on." />
        {selected === Schedule.Monthly && <Field name="endMonth" kind="choice" options={months} />}
        {selected === Schedule.Quarterly && (
          <Field name="endQuarterQuarterId" kind="choice" options={quarters} />
        )}
      </FieldRow>
    </>
  )
}
