import { type Column, columns, DataTable, type DataTableProps } from '#ui/table/DataTable.tsx'
import type { PropertyLine } from '../model/index.ts'

/**
 * Builds the columns of a table of properties: the property, `ownColumns`, and the company. `to` returns the
 * path that a property's name opens. Call it once, outside of components.
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

type PropertyTableProps<Row extends PropertyLine> = Pick<
  DataTableProps<Row>,
  'caption' | 'rows' | 'columns' | 'csvName' | 'empty' | 'initialSort'
> & { to: (propertyId: number) => string }

/** A table of properties with an alphabet filter. Each row opens the path that `to` returns. */
export const PropertyTable = <Row extends PropertyLine>({ to, ...shown }: PropertyTableProps<Row>) => (
  <DataTable<Row>
    {...shown}
    rowKey={(row) => row.propertyId}
    alphabet={(row) => row.name}
    to={(row) => to(row.propertyId)}
  />
)
