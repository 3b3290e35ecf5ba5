import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FigureRow } from '#engines/worksheet/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { NumberInput } from '#ui/form/inputs/number.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import type { Detail } from '../model/budgets.ts'
import { computeProposedFromLast } from '../model/copy.ts'

/**
 * The button that fills the proposed column from the current budget and a percent of inflation, and the
 * button that undoes this.
 */
export function CopyLast({ detail }: { detail: Detail }) {
  const { form } = useFormParts<{ lines: FigureRow[] }>()
  const [isOpened, setIsOpened] = useState(false)
  const [percent, setPercent] = useState<number | string | null>(3)
  const [rowsBefore, setBefore] = useState<FigureRow[] | null>(null)
  const setRows = (rows: FigureRow[]) => form.setValue('lines', rows, { shouldDirty: true })
  const copy = () => {
    const rows = form.getValues('lines')
    const copied = computeProposedFromLast(
      Object.fromEntries(rows.map((row) => [row.clientKey, row.currentBudget as number | null])),
      Number(percent),
      detail.rents,
    )
    setBefore(rows)
    setRows(rows.map((row) => ({ ...row, proposed: copied[row.clientKey] ?? row.proposed ?? null })))
    setIsOpened(false)
    notify(
      `The proposed column is filled from the current budget and ${percent}%. Look through it before you submit.`,
    )
  }
  return (
    <>
      <Button variant="default" onClick={() => setIsOpened(true)}>
        Copy current budget…
      </Button>
      {rowsBefore && (
        <Button
          variant="default"
          onClick={() => {
            setRows(rowsBefore)
            setBefore(null)
          }}
        >
          Take the copy back
        </Button>
      )}
      <CopyDialog
        opened={isOpened}
        percent={percent}
        setPercent={setPercent}
        copy={copy}
        onClose={() => setIsOpened(false)}
      />
    </>
  )
}

type CopyProps = {
  opened: boolean
  percent: number | string | null
  setPercent: (percent: number | string | null) => void
  copy: () => void
  onClose: () => void
}

const isPercent = (percent: CopyProps['percent']) =>
  typeof percent === 'number' && percent >= -50 && percent <= 100

function CopyDialog({ opened, percent, setPercent, copy, onClose }: CopyProps) {
  const [pressed, setPressed] = useState(false)
  const error = pressed && !isPercent(percent) ? 'Enter a percent between −50 and 100.' : undefined
  return (
    <Dialog opened={opened} onClose={onClose} title="Copy the current budget">
      <p>
        Every line is raised by the percent, to the whole dollar. Gross potential rent becomes that of the
        approved rents and vacancies keep their part of it; interest, principal and deposits stay as they are.
        What is proposed so far is replaced.
      </p>
      <NumberInput
        label="Inflation (percent)"
        value={percent}
        onChange={setPercent}
        error={error}
        width={180}
      />
      <Button mt="md" onClick={() => (isPercent(percent) ? copy() : setPressed(true))}>
        Fill the proposed column
      </Button>
    </Dialog>
  )
}
