import { Alert, Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { getFieldMeta } from '#kernel/model/field.ts'
import { useCall } from '#kernel/web/queries.ts'
import { type Column, columns, DataTable } from '#ui/table/DataTable.tsx'
import { CellInput, type CellOption, formatCellValue } from './CellInput.tsx'
import { type Editing, NEW, type Row, useEditing } from './useEditing.ts'

type FieldOptions = { width?: number; options?: readonly CellOption[]; readOnly?: boolean }

/** The fields of the entity that a list shows, in order. */
export type ListFields = Readonly<Record<string, FieldOptions>>

export type ListProps = {
  caption: string
  controller: Controller
  fields: ListFields
  /** The values of a new row. Without it, rows can be neither added nor removed. */
  blank?: Row
  /**
   * The field by which the list is sorted in descending order. Without it, the order of the server remains.
   */
  newestFirst?: string
  canEdit: boolean
}

/**
 * A lookup list whose rows are edited in place: Enter saves, Escape cancels. A refusal is shown above the
 * list, and the draft remains.
 */
export function EditableList(props: ListProps) {
  const { caption, controller, fields, blank, newestFirst, canEdit } = props
  const call = useCall(controller.getAll, {}) as Row[]
  const { key } = controller.entity
  const editing = useEditing(controller)
  const rows = useMemo(() => {
    const sorted = newestFirst
      ? call.toSorted((row, other) => String(other[newestFirst]).localeCompare(String(row[newestFirst])))
      : call
    return editing.editedKey === NEW && blank ? [{ ...blank, [key]: NEW }, ...sorted] : sorted
  }, [editing.editedKey, blank, call, key, newestFirst])
  const columns = useMemo(() => {
    const cells = Object.entries(fields).map(([name, options], index) =>
      createFieldColumn(controller, name, options, index, editing),
    )
    return canEdit ? [...cells, createActionsColumn(controller, fields, blank !== undefined, editing)] : cells
  }, [fields, controller, canEdit, blank, editing])
  return (
    <>
      {editing.fault && <Alert color="red">{editing.fault}</Alert>}
      <DataTable
        caption={caption}
        rows={rows}
        columns={columns}
        rowKey={(row) => Number(row[key])}
        csvName={caption.toLowerCase().replaceAll(' ', '-')}
        height="none"
        tools={
          canEdit && blank ? (
            <Button variant="default" size="xs" onClick={() => editing.start({ ...blank, [key]: NEW })}>
              Add
            </Button>
          ) : undefined
        }
      />
    </>
  )
}

const col = columns<Row>()

/** The column of one field, which shows its text, or its input in the row that is being edited. */
function createFieldColumn(
  { entity }: Controller,
  name: string,
  { width = 240, options, readOnly }: FieldOptions,
  index: number,
  editing: Editing,
): Column<Row> {
  const field = entity.fields[name]
  const { label = name, kind = 'text' } = (field && getFieldMeta(field)) ?? {}
  const text = (row: Row) => formatCellValue(row[name], kind, options)
  const render = (row: Row) =>
    row[entity.key] !== editing.editedKey || readOnly ? (
      text(row)
    ) : (
      <CellInput
        label={label}
        kind={kind}
        value={row[name]}
        options={options}
        first={index === 0}
        onChange={(value) => {
          editing.draft.current[name] = value
        }}
        onSave={() => void editing.save()}
        onCancel={editing.cancel}
      />
    )
  return col.node(label, render, { text, width })
}

/** The column with the buttons of each row. */
function createActionsColumn(
  { entity }: Controller,
  fields: ListFields,
  removes: boolean,
  editing: Editing,
): Column<Row> {
  const title =
    Object.entries(fields).find(([name]) => name === 'name')?.[0] ?? Object.keys(fields)[0] ?? entity.key
  const render = (row: Row) => {
    const name = String(row[title] ?? '')
    if (row[entity.key] === editing.editedKey)
      return (
        <>
          <Button size="compact-xs" onClick={() => void editing.save()}>
            Save
          </Button>{' '}
          <Button size="compact-xs" variant="default" onClick={editing.cancel}>
            Cancel
          </Button>
        </>
      )
    return (
      <>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Edit ${name}`}
          onClick={() => editing.start(row)}
        >
          Edit
        </Button>
        {removes && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Remove ${name}`}
            onClick={() => void editing.remove(Number(row[entity.key]), name)}
          >
            Remove
          </Button>
        )}
      </>
    )
  }
  return col.node('Actions', render, { width: 160 })
}
