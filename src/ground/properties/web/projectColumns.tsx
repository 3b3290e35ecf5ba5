import { columns } from '#ui/table/DataTable.tsx'
import type { ListLine } from '../model/calls.ts'
import { propertyPath, statusTone, statusWords } from './words.ts'

/** Where a company's people work on a property. */
export const reservePath = (line: Pick<ListLine, 'propertyId'>): string => `/ReplacementReserveList/${line.propertyId}`

const col = columns<ListLine>()
const shared = [
  col.text('Number', (line) => line.propertyNumber, { width: 140 }),
  col.chip(
    'Status',
    (line) => statusWords(line.status, line.decontrolStatus),
    (line) => statusTone(line.status),
    { width: 160 },
  ),
  col.text('City', (line) => line.city, { width: 150 }),
  col.text('County', (line) => line.county, { width: 140 }),
  col.number('Units', (line) => line.totalUnits, { total: true, width: 90 }),
  col.text('Management company', (line) => line.managementCompanyName, { width: 240 }),
  col.date('Placed in service', (line) => line.serviceDate, { width: 130 }),
  col.date('Extended use ends', (line) => line.extendedUseDate, { width: 140 }),
]

/** Columns of the list for the agency: the name opens the property. */
export const agencyColumns = [
  col.link(
    'Property',
    (line) => line.propertyName,
    (line) => propertyPath(line.propertyId),
    { width: 280 },
  ),
  ...shared,
]

/** The same for a company's people: the name leads to their work, another link to the property itself. */
export const companyColumns = (pathOf: (line: ListLine) => string) => [
  col.link('Property', (line) => line.propertyName, pathOf, { width: 280 }),
  col.link(
    'Details',
    () => 'Details',
    (line) => propertyPath(line.propertyId),
    { width: 90 },
  ),
  ...shared,
]
