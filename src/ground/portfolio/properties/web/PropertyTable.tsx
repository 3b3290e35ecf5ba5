import { type Column, columns, DataTable, type DataTableProps } from '#ui/table/DataTable.tsx'
import type { PropertyLine } from '../model/index.ts'

/**
 * Columns of a subject's properties, created once: the property, the subject's own (`own`), and the company;
 * `to` is the address of its list.
 */
export function propertyColumns<Row extends PropertyLine>(
  to: (propertyId: number) => string,
  ownColumns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const col = columns<Row>()
  return [
    col.link(
      'Property',
      (row) => row.name,
      (row) => to(row.propertyId),
      { width: 250 },
    ),
    col.text('Number', (row) => row.agencyNumber ?? row.lihtcNumber ?? null, { width: 110 }),
    col.text('City', (row) => row.city, { width: 140 }),
    col.number('Units', (row) => row.units, { total: true, width: 80 }),
    ...ownColumns,
    col.text('Management company', (row) => row.managementCompanyName, { width: 240, lesser: true }),
  ]
}

type Shown<Row extends PropertyLine> = Pick<
  DataTableProps<Row>,
  'caption' | 'rows' | 'columns' | 'csvName' | 'empty' | 'initialSort'
> & { to: (propertyId: number) => string }

/** A subject's properties, by the letter, each leading to its list. */
export const PropertyTable = <Row extends PropertyLine>({ to, ...shown }: Shown<Row>) => (
  <DataTable<Row>
    {...shown}
    rowKey={(row) => row.propertyId}
    alphabet={(row) => row.name}
    to={(row) => to(row.propertyId)}
  />
)
