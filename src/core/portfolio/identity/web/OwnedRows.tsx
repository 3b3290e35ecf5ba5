import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Controller } from '#kernel/model/controller.ts'
import { useSend } from '#kernel/web/queries.ts'
import { RecordDialog } from '#ui/form/RecordDialog.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { type Column, columns } from '#ui/table/DataTable.tsx'
import { PlainTable } from '#ui/table/PlainTable.tsx'

/** A row with its buttons. */
type WithButtons<Row> = Row & { acts: ReactNode }

type OwnedRowsProps<Row extends object> = {
  title: string
  /** Set if the tab shows nothing else, so that its own heading is enough. */
  isOnlyContent?: boolean
  controller: Controller
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The name of the field with the row's id. */
  rowKey: keyof Row & string
  /** Returns the name of a row for titles and questions. */
  getRowName: (row: Row) => string
  add: string
  empty: string
  schema: z.ZodObject
  blank: Record<string, unknown>
  /** The property that the rows belong to. */
  propertyId: number
  editable: boolean
  children: ReactNode
}

const sendOptions = {
  alsoDrops: [
    'propertyformername',
    'propertypartner',
    'propertyprogramnumber',
    'creditallocation',
    'projects',
  ],
  quiet: true,
}

/** Returns a function that renders a row's buttons for changing and removing it. */
function useRowButtons<Row extends object>({
  controller,
  rowKey,
  getRowName: getName,
  schema,
  blank,
  children,
}: OwnedRowsProps<Row>) {
  const update = useSend(controller.update, sendOptions)
  const remove = useSend(controller.remove, sendOptions)
  const confirm = useConfirm()
  const confirmRemoval = (row: Row) =>
    void confirm({
      title: `Remove ${getName(row)}`,
      text: 'It is taken from the property; the history keeps it.',
      confirmLabel: 'Remove',
      danger: true,
      action: () => remove({ params: { id: row[rowKey] } } as never),
    })
  return (row: Row) => (
    <>
      <RecordDialog
        schema={schema}
        save="Save"
        button="Change"
        of={getName(row)}
        title={getName(row)}
        values={Object.fromEntries(Object.keys(blank).map((name) => [name, row[name as keyof Row]]))}
        send={(values) => update({ body: { ...row, ...values } })}
        small
      >
        {children}
      </RecordDialog>
      <Button
        size="compact-xs"
        variant="subtle"
        color="red"
        aria-label={`Remove ${getName(row)}`}
        onClick={() => confirmRemoval(row)}
      >
        Remove
      </Button>
    </>
  )
}

/**
 * A table of rows of one kind that belong to a property. The agency's writers add, change and remove rows;
 * others only read them.
 */
export function OwnedRows<Row extends object>(props: OwnedRowsProps<Row>) {
  const {
    title,
    isOnlyContent: alone,
    controller,
    rows,
    rowKey,
    add,
    empty,
    schema,
    blank,
    propertyId,
    editable,
    children,
  } = props
  const create = useSend(controller.create, sendOptions)
  const acts = useRowButtons(props)
  const tableRows = rows.map((row): WithButtons<Row> => ({ ...row, acts: editable ? acts(row) : null }))
  const columns = editable ? [...props.columns, buildButtonColumn<Row>()] : props.columns
  const table = (
    <>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <PlainTable
          caption={title}
          rows={tableRows}
          columns={columns as readonly Column<WithButtons<Row>>[]}
          rowKey={(row) => String(row[rowKey])}
          height="none"
        />
      )}
      {editable && (
        <RecordDialog
          schema={schema}
          save="Save"
          button={add}
          title={add}
          values={blank}
          send={(values) => create({ body: { ...values, propertyId } })}
        >
          {children}
        </RecordDialog>
      )}
    </>
  )
  return alone ? table : <Section title={title}>{table}</Section>
}

const buildButtonColumn = <Row extends object>() =>
  columns<WithButtons<Row>>().node('', (row) => row.acts, { width: 160 })
