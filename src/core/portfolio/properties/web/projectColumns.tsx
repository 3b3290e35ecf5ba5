import { columns } from '#ui/table/DataTable.tsx'
import type { ListLine } from '../model/calls.ts'
import { describeStatus, getPropertyPath, getStatusTone } from './words.ts'

/** The path of a property's replacement reserve, on which a company's people mostly work. */
export const getReservePath = (line: Pick<ListLine, 'propertyId'>): string =>
  `/ReplacementReserveList/${line.propertyId}`

const col = columns<ListLine>()
const sharedColumns = [
  col.text('Number', (line) => line.propertyNumber, { width: 160 }),
  col.chip(
    'Status',
    (line) => describeStatus(line.status, line.decontrolStatus),
    (line) => getStatusTone(line.status),
    { width: 140 },
  ),
  col.text('City', (line) => line.city, { width: 130 }),
  col.text('County', (line) => line.county, { width: 140 }),
  col.number('Units', (line) => line.totalUnits, { total: true, width: 75 }),
  col.text('Management company', (line) => line.managementCompanyName, { width: 220 }),
  col.date('Placed in service', (line) => line.serviceDate, { width: 130, lesser: true }),
  col.date('Extended use ends', (line) => line.extendedUseDate, { width: 140, lesser: true }),
]

/** The columns of the property list for the agency. The name opens the property. */
export const agencyColumns = [
  col.link(
    'Property',
    (line) => line.propertyName,
    (line) => getPropertyPath(line.propertyId),
    { width: 260 },
  ),
  ...sharedColumns,
]

/** The columns for a company's people. The name opens `getPath`, and a separate link opens the property. */
export const buildCompanyColumns = (getPath: (line: ListLine) => string) => [
  col.link('Property', (line) => line.propertyName, getPath, { width: 280 }),
  col.link(
    'Details',
    () => 'Details',
    (line) => getPropertyPath(line.propertyId),
    { width: 90, card: 'fact' },
  ),
  // The management company matters less because it is their own.
  ...sharedColumns.map((column) =>
    column.label === 'Management company' ? { ...column, lesser: true } : column,
  ),
]
