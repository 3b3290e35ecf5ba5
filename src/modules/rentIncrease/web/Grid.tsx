import { Button, Group, NumberInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { number, ref } from '#kernel/model/field.ts'
import { toCents } from '#kernel/model/money.ts'
import { notify } from '#kernel/web/notices.ts'
import type { PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import type { SheetColumn } from '#ui/worksheet/sheet.ts'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { percentIncrease, rentAt, roundedUp } from '../model/arithmetic.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { labelOf } from '../model/rows.ts'
import { type FormRow, formRow, lineOfKey } from './held.ts'

type Read = (key: string) => number
const percent = (read: Read) => percentIncrease(read('currentRent') / 100, read('requestedRent') / 100)
const newRent = (read: Read): number => {
  const asked = percent(read)
  return asked === null ? read('requestedRent') : toCents(rentAt(read('currentRent') / 100, roundedUp(asked)).rent)
}

/** The grid: what stands, what is typed, and what the rounding rule makes of it at once (domain 14.4). */
const columns: readonly SheetColumn[] = [
  { key: 'units', label: 'Units', kind: 'number', readOnly: true, width: 60 },
  { key: 'numberOfExistingTenants', label: 'Tenants', kind: 'number', width: 70 },
  { key: 'currentRent', label: 'Current', readOnly: true },
  { key: 'requestedRent', label: 'Requested', width: 90 },
  { key: 'utilityAllowance', label: 'Utilities', width: 80 },
  { key: 'percent', label: 'Increase', kind: 'percent', formula: percent },
  { key: 'newRent', label: 'New rent', formula: newRent },
]

/** The rows as they are typed. */
export const useLines = (): readonly FormRow[] => {
  const { form } = useFormParts()
  return (useWatch({ control: form.control, name: 'lines' }) as FormRow[] | undefined) ?? []
}

/** The worksheet of a request: works as a spreadsheet does, rows pasted from Excel among it. */
export function Grid({ detail }: PartProps<Detail>) {
  const rows = useLines()
  const keys = rows.map((row) => row.key).join(' ')
  const lines = useMemo(
    () =>
      keys
        .split(' ')
        .filter(Boolean)
        .map((key) => ({ key, label: labelOf(lineOfKey(key), detail) })),
    [keys, detail],
  )
  return (
    <>
      <WorksheetField
        name="lines"
        rowKey="key"
        caption="Rents to be raised"
        lineHeading="Unit and rent type"
        columns={columns}
        lines={lines}
        total={null}
      />
      <Group align="end">
        <RaiseAll />
        <AddRow detail={detail} />
      </Group>
    </>
  )
}

/** Types the rent that a percent gives into every row that has a current rent. */
function RaiseAll() {
  const { form } = useFormParts()
  // A budget may lead here with what its rents rise by.
  const asked = Number(useSearchParams()[0].get('raise')) || ''
  const [by, setBy] = useState<number | string>(asked)
  const raise = () => {
    const rows = form.getValues('lines') as FormRow[]
    const raised = rows.map((row) =>
      row.currentRent ? { ...row, requestedRent: rentAt(row.currentRent, Number(by)).rent } : row,
    )
    form.setValue('lines', raised, { shouldDirty: true })
    notify('The rents are typed in. Look through them before you submit.')
  }
  return (
    <>
      <NumberInput label="Raise all by (percent)" value={by} onChange={setBy} step={0.5} decimalScale={4} w={170} />
      <Button variant="default" onClick={raise} disabled={by === ''}>
        Type into all rows
      </Button>
    </>
  )
}

const { projectRoomTypeId, rentTypeId, existingTenants } = RoomRentIncrease.fields
const added = z.object({
  projectRoomTypeId: ref('Unit type', 'ProjectRoomType')
    .refine((value) => value !== null, '*Field is required')
    .meta(projectRoomTypeId.meta()!),
  rentTypeId,
  existingTenants,
  units: number('Units', 1, 5000).unwrap(),
})

/** Adds a row for units that have no rent under a program yet. */
function AddRow({ detail }: { detail: Detail }) {
  const { form } = useFormParts()
  const choose = (options: readonly { id: number; name: string }[]) =>
    options.map((one) => ({ value: one.id, label: one.name }))
  return (
    <RecordDialog
      button="Add a rent"
      title="New rent"
      save="Add it to the worksheet"
      schema={added}
      values={{ projectRoomTypeId: null, rentTypeId: null, existingTenants: false, units: null }}
      send={async (typed) => {
        const rows = form.getValues('lines') as FormRow[]
        const row = formRow(typed, detail)
        if (rows.some((one) => one.key === row.key))
          return notify('This rent stands in the worksheet already.', { kind: 'warning' })
        form.setValue('lines', [...rows, row], { shouldDirty: true })
      }}
    >
      <FieldRow>
        <Field
          name="projectRoomTypeId"
          options={choose(detail.unitTypes.map((one) => ({ id: one.projectRoomTypeId, name: one.name })))}
        />
        <Field
          name="rentTypeId"
          options={choose(detail.rentTypes.map((one) => ({ id: one.rentTypeId, name: one.name })))}
        />
        <Field name="units" width={120} />
      </FieldRow>
      <Field name="existingTenants" />
    </RecordDialog>
  )
}
