import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { number, ref } from '#kernel/model/field.ts'
import { parseMoney } from '#kernel/model/money.ts'
import { notify } from '#kernel/web/notices.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { getRentIncreaseCap, raiseRent } from '../model/arithmetic.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import type { Row } from '../model/rows.ts'
import { formatAmount } from './figures.ts'
import { buildFormRow, type FormRow } from './formLines.ts'
import { RentCell } from './RentCell.tsx'
import { buildRentLine, type RentLine, RentsTable } from './Rents.tsx'
import { RowResult } from './Results.tsx'
import { useMarket } from './useMarket.ts'

/** Returns the rows of the form as they are typed. */
export const useFormLines = (): readonly FormRow[] => {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  return useWatch({ control: form.control, name: 'lines' }) ?? []
}

/** The columns that can be typed into, in screen order, because a pasted block fills them to the right. */
const inputColumns = ['numberOfExistingTenants', 'requestedRent', 'utilityAllowance'] as const
type InputColumn = (typeof inputColumns)[number]

/**
 * Returns a function that fills a pasted block of spreadsheet cells into the form, from a given cell to the
 * right and down.
 */
function usePasteBlock() {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  return (from: number, column: InputColumn) => (block: readonly (readonly string[])[]) => {
    const count = form.getValues('lines').length
    const first = inputColumns.indexOf(column)
    let cellsLeftOut = 0
    for (const [down, cells] of block.entries())
      for (const [right, text] of cells.entries()) {
        const name = inputColumns[first + right]
        const amount = parseMoney(text)
        if (name === undefined || from + down >= count || (amount === null && text.trim() !== ''))
          cellsLeftOut += 1
        else form.setValue(`lines.${from + down}.${name}`, amount, { shouldDirty: true })
      }
    if (cellsLeftOut > 0)
      notify(`${cellsLeftOut} of the pasted cells did not fit and were left out.`, { kind: 'warning' })
  }
}

/**
 * The table in which the company enters the requested rents, with the new rent that the rounding rule gives
 * and its limit.
 */
export function RentInputTable({
  detail,
  rows,
  type,
}: Pick<PartProps<Detail>, 'detail'> & { rows: readonly Row[]; type: number }) {
  const getMarket = useMarket(detail)
  const pasteBlock = usePasteBlock()
  const lines = rows.map((row, index): RentLine => {
    const cell = (name: InputColumn, label: string, more: object = {}) => (
      <RentCell
        path={`lines.${index}.${name}`}
        label={`${label}, ${row.label}`}
        onBlock={pasteBlock(index, name)}
        {...more}
      />
    )
    return {
      ...buildRentLine(row, `${index} ${row.label}`, row.requested, row.newRent, getMarket),
      cells: {
        tenants: cell('numberOfExistingTenants', 'Existing tenants', { kind: 'number' }),
        asked: cell('requestedRent', 'Asked', { same: row.current }),
        allowance: hasApprovedAllowance(row, detail)
          ? formatAmount(row.allowance)
          : cell('utilityAllowance', 'Utility allowance'),
      },
      below: <RowResult row={row} index={index} cap={getRentIncreaseCap(type, detail.caps)} />,
    }
  })
  const rentLines = lines.map((line, index) =>
    hasContentBelow(rows[index]!) ? line : { ...line, below: undefined },
  )
  return (
    <RentsTable lines={rentLines} becoming="New" cap={getRentIncreaseCap(type, detail.caps)}>
      <ConfirmAll rows={rows} />
      <RaiseAll />
      <AddRow detail={detail} />
    </RentsTable>
  )
}

/** Whether the agency approved the row's utility allowance. It cannot be typed then. */
const hasApprovedAllowance = ({ line }: Row, { unitTypes }: Detail): boolean =>
  unitTypes.some(
    (unitType) => unitType.projectRoomTypeId === line.projectRoomTypeId && unitType.allowance !== null,
  )

/**
 * Whether the row has content below it: it is new and can be removed, is over its cap, or its new rent must
 * be confirmed.
 */
const hasContentBelow = (row: Row): boolean =>
  row.isNew || (row.requested !== null && !row.passes) || (row.difference !== 0 && !row.confirmed)

/**
 * The button that confirms all new rents that differ from the entered ones. Shown if there are two or more.
 */
function ConfirmAll({ rows }: { rows: readonly Row[] }) {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  const open = rows.flatMap((row, index) => (row.confirmed || row.newRent === null ? [] : [{ row, index }]))
  if (open.length < 2) return null
  const confirm = () => {
    for (const { row, index } of open)
      form.setValue(`lines.${index}.confirmedRent`, row.newRent, { shouldDirty: true })
  }
  return (
    <Button size="compact-xs" onClick={confirm}>
      Confirm all {open.length}
    </Button>
  )
}

/** The input and button that raise the rents of all rows with a current rent by a percent. */
function RaiseAll() {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  // The link from a budget carries the percent by which its rents rise.
  const percentFromLink = Number(useSearchParams()[0].get('raise')) || ''
  const [percent, setPercent] = useState<number | string>(percentFromLink)
  const raiseRents = () => {
    const rows = form.getValues('lines')
    const raised = rows.map((row) =>
      row.currentRent ? { ...row, requestedRent: raiseRent(row.currentRent, Number(percent)).rent } : row,
    )
    form.setValue('lines', raised, { shouldDirty: true })
    notify('The rents are typed in. Look through them before you submit.')
  }
  return (
    <>
      <NumberInput
        aria-label="Raise all by (percent)"
        placeholder="Raise all by %"
        size="xs"
        value={percent}
        onChange={setPercent}
        step={0.5}
        decimalScale={4}
        w={160}
      />
      <Button size="compact-xs" variant="default" onClick={raiseRents} disabled={percent === ''}>
        Type into all rows
      </Button>
    </>
  )
}

const { projectRoomTypeId, rentTypeId, existingTenants } = RoomRentIncrease.fields
const newRowSchema = z.object({
  projectRoomTypeId: ref('Unit type', 'ProjectRoomType')
    .refine((value) => value !== null, '*Field is required')
    .meta(projectRoomTypeId.meta()!),
  rentTypeId,
  existingTenants,
  units: number('Units', 1, 5000).unwrap(),
})

const Field = getField(newRowSchema)

/** The button and dialog that add a row for units without a rent of that type yet. */
function AddRow({ detail }: { detail: Detail }) {
  const { form } = useFormParts<{ lines: FormRow[] }>()
  const getChoices = (options: readonly { id: number; name: string }[]) =>
    options.map((option) => ({ value: option.id, label: option.name }))
  return (
    <RecordDialog
      button="Add a rent"
      title="New rent"
      save="Add it"
      schema={newRowSchema}
      values={{ projectRoomTypeId: null, rentTypeId: null, existingTenants: false, units: null }}
      send={async (values) => {
        const rows = form.getValues('lines')
        const row = buildFormRow(values, detail)
        if (rows.some((other) => other.key === row.key))
          return notify('This rent is in the list already.', { kind: 'warning' })
        form.setValue('lines', [...rows, row], { shouldDirty: true })
      }}
    >
      <FieldRow>
        <Field
          name="projectRoomTypeId"
          options={getChoices(
            detail.unitTypes.map((unit) => ({ id: unit.projectRoomTypeId, name: unit.name })),
          )}
        />
        <Field
          name="rentTypeId"
          options={getChoices(detail.rentTypes.map((rent) => ({ id: rent.rentTypeId, name: rent.name })))}
        />
        <Field name="units" width={120} />
      </FieldRow>
      <Field name="existingTenants" />
    </RecordDialog>
  )
}
