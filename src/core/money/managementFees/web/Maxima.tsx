import { Button, Group, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { today } from '#kernel/model/dates.ts'
import { day, number, ref } from '#kernel/model/field.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { getField } from '#ui/form/Field.tsx'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import type { Cells } from '#ui/worksheet/sheet.ts'
import { Worksheet } from '#ui/worksheet/Worksheet.tsx'
import { feeMaxima, feeTypes } from '../model/calls.ts'
import { RaiseDialog } from './RaiseDialog.tsx'
import {
  type Change,
  type FeeType,
  getMaximaCells,
  getMaximaChanges,
  getMaximaColumns,
  getMaximaLineLabel,
  getMaximaLines,
  isPercent,
} from './sheet.ts'

/**
 * The worksheet of the maxima of every type by their first day. The agency types into the cells, and each
 * change is saved immediately.
 */
export function Maxima() {
  const maxima = useCall(feeMaxima.getAll, {})
  const types = useCall(feeTypes.getAll, {})
  const readOnly = !useMay(feeMaxima.create)
  const [raising, setRaising] = useState(false)
  const { store, round } = useSaveQueue()
  const columns = useMemo(() => getMaximaColumns(types), [types])
  const lines = useMemo(() => getMaximaLines(maxima, Number(today().slice(0, 4))), [maxima])
  const cells = useMemo(() => getMaximaCells(maxima, types, lines), [maxima, types, lines])
  const change = (draft: Cells) => store(getMaximaChanges(draft, maxima, types))
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          Dollars a unit and month, or percent of collected rent; each holds until the next of its kind.
          {!readOnly && ' Type into a cell to change it; an emptied cell has no maximum.'}
        </Text>
        {!readOnly && (
          <Group gap="xs">
            <AddMaximum types={types} />
            <Button onClick={() => setRaising(true)}>Raise by OCAF</Button>
          </Group>
        )}
      </Group>
      <Worksheet
        key={round}
        caption="Maximum management fees"
        lineHeading="In force"
        columns={columns}
        lines={lines}
        cells={cells}
        onChange={change}
        readOnly={readOnly}
        rounding={false}
        total={null}
      />
      {raising && <RaiseDialog maxima={maxima} types={types} onClose={() => setRaising(false)} />}
    </>
  )
}

const maximumFields = z.object({
  managementFeeTypeId: ref('Fee type', 'ManagementFeeType').unwrap(),
  effectiveDate: day('In force from').unwrap(),
  value: number('Maximum', 0, 1000).unwrap(),
})

const Field = getField(maximumFields)

const blankMaximum = { managementFeeTypeId: null, effectiveDate: null, value: null }

/** Adds a maximum that begins within a year. */
function AddMaximum({ types }: { types: readonly FeeType[] }) {
  const create = useSend(feeMaxima.create, { quiet: true })
  const options = types.map((type) => ({ value: type.managementFeeTypeId, label: type.name }))
  const send = async ({ managementFeeTypeId, effectiveDate, value }: z.infer<typeof maximumFields>) => {
    const type = types.find((item) => item.managementFeeTypeId === managementFeeTypeId)
    const feeValue = type && isPercent(type) ? { percent: value } : { amount: value }
    await create({
      body: { year: Number(effectiveDate.slice(0, 4)), managementFeeTypeId, effectiveDate, ...feeValue },
    })
    notify(`${type?.name} ${getMaximaLineLabel(effectiveDate)} is saved.`)
  }
  return (
    <RecordDialog
      button="Change within a year"
      title="A maximum from another day"
      save="Save maximum"
      schema={maximumFields}
      values={blankMaximum}
      send={send}
    >
      <Field name="managementFeeTypeId" options={options} />
      <Field name="effectiveDate" />
      <Field name="value" width={300} help="Dollars a unit and month, or percent of the rent collected." />
    </RecordDialog>
  )
}

/**
 * Saves changes one after another. After a refusal the worksheet shows the stored values again: `round`
 * counts the refusals and is its key.
 */
function useSaveQueue() {
  const create = useSend(feeMaxima.create)
  const update = useSend(feeMaxima.update)
  const remove = useSend(feeMaxima.remove)
  const [round, setRound] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const storeChange = async ({ day, type, present, value }: Change) => {
    const feeValue = isPercent(type) ? { percent: value } : { amount: value }
    const { managementFeeTypeId } = type
    if (value === null && present) await remove({ params: { id: present.managementFeeMaxId } })
    else if (present) await update({ body: { managementFeeMaxId: present.managementFeeMaxId, ...feeValue } })
    else
      await create({
        body: { year: Number(day.slice(0, 4)), effectiveDate: day, managementFeeTypeId, ...feeValue },
      })
    notify(
      value === null
        ? `${type.name} ${getMaximaLineLabel(day)} has no maximum.`
        : `${type.name} ${getMaximaLineLabel(day)} is saved.`,
    )
  }
  const store = (changes: readonly Change[]) => {
    queue.current = queue.current
      .then(async () => {
        for (const change of changes) await storeChange(change)
      })
      .catch((error: unknown) => {
        notify(error instanceof Error ? error.message : 'It was not saved.', { kind: 'warning' })
        setRound((before) => before + 1)
      })
  }
  return { store, round }
}
