import { Button, Group, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { today } from '#kernel/model/dates.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import type { Cells } from '#ui/worksheet/sheet.ts'
import { Worksheet } from '#ui/worksheet/Worksheet.tsx'
import { feeMaxima, feeTypes } from '../model/calls.ts'
import { RaiseDialog } from './RaiseDialog.tsx'
import { type Change, cellsOf, changesOf, columnsOf, isPercent, linesOf } from './sheet.ts'

/** The maxima of every year and type; the agency types into the cells, and each is stored at once. */
export function Maxima() {
  const maxima = useCall(feeMaxima.getAll, {})
  const types = useCall(feeTypes.getAll, {})
  const agency = useIsAgency()
  const readOnly = useReadOnly() || !agency
  const [raising, setRaising] = useState(false)
  const { store, round } = useStoring()
  const columns = useMemo(() => columnsOf(types), [types])
  const lines = useMemo(() => linesOf(maxima, Number(today().slice(0, 4))), [maxima])
  const cells = useMemo(() => cellsOf(maxima, types, lines), [maxima, types, lines])
  const change = (typed: Cells) => store(changesOf(typed, maxima, types))
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed">
          Dollars a unit and month, or percent of collected rent.
          {!readOnly && ' Type into a cell to change it; an emptied cell has no maximum.'}
        </Text>
        {!readOnly && <Button onClick={() => setRaising(true)}>Raise by OCAF</Button>}
      </Group>
      <Worksheet
        key={round}
        caption="Maximum management fees"
        lineHeading="Year"
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

/** Stores changes one after another; after a refusal the worksheet shows again what is stored (`round` counts those). */
function useStoring() {
  const create = useSend(feeMaxima.create)
  const update = useSend(feeMaxima.update)
  const remove = useSend(feeMaxima.remove)
  const [round, setRound] = useState(0)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const one = async ({ year, type, present, value }: Change) => {
    const given = isPercent(type) ? { percent: value } : { amount: value }
    const { managementFeeTypeId } = type
    if (value === null && present) await remove({ params: { id: present.managementFeeMaxId } })
    else if (present) await update({ body: { managementFeeMaxId: present.managementFeeMaxId, ...given } })
    else await create({ body: { year, managementFeeTypeId, ...given } })
    notify(value === null ? `${type.name} ${year} has no maximum.` : `${type.name} ${year} is saved.`)
  }
  const store = (changes: readonly Change[]) => {
    queue.current = queue.current
      .then(async () => {
        for (const change of changes) await one(change)
      })
      .catch((error: unknown) => {
        notify(error instanceof Error ? error.message : 'It was not saved.', { kind: 'warning' })
        setRound((before) => before + 1)
      })
  }
  return { store, round }
}
