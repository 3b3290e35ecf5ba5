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

/** A row with what may be done with it. */
type Shown<Row> = Row & { acts: ReactNode }

type OwnedRowsProps<Row extends object> = {
  title: string
  /** Whether the rows are all that their tab shows: its heading is theirs then. */
  alone?: boolean
  controller: Controller
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The field with the row's id. */
  rowKey: keyof Row & string
  /** The name of a row in a question. */
  nameOf: (row: Row) => string
  add: string
  empty: string
  schema: z.ZodObject
  blank: Record<string, unknown>
  /** Of the property the rows belong to. */
  propertyId: number
  editable: boolean
  children: ReactNode
}

const drops = {
  alsoDrops: [
    'propertyformername',
    'propertypartner',
    'propertyprogramnumber',
    'creditallocation',
    'projects',
  ],
  quiet: true,
}

/** What may be done with each row: changing and removing it. */
function useActs<Row extends object>({
  controller,
  rowKey,
  nameOf: getName,
  schema,
  blank,
  children,
}: OwnedRowsProps<Row>) {
  const update = useSend(controller.update, drops)
  const remove = useSend(controller.remove, drops)
  const confirm = useConfirm()
  const removing = (row: Row) =>
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
        onClick={() => removing(row)}
      >
        Remove
      </Button>
    </>
  )
}

/**
 * Rows of one kind that belong to a property: added, changed and removed by the agency, read by all people
 * with a tie to it.
 */
export function OwnedRows<Row extends object>(props: OwnedRowsProps<Row>) {
  const {
    title,
    alone,
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
  const create = useSend(controller.create, drops)
  const acts = useActs(props)
  const tableRows = rows.map((row): Shown<Row> => ({ ...row, acts: editable ? acts(row) : null }))
  const columns = editable ? [...props.columns, actColumn<Row>()] : props.columns
  const part = (
    <>
      {rows.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <PlainTable
          caption={title}
          rows={tableRows}
          columns={columns as readonly Column<Shown<Row>>[]}
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
  return alone ? part : <Section title={title}>{part}</Section>
}

const actColumn = <Row extends object>() => columns<Shown<Row>>().node('', (row) => row.acts, { width: 160 })
