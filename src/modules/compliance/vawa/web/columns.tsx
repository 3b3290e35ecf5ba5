import { columns } from '#ui/table/DataTable.tsx'
import type { VawaLine } from '../model/calls.ts'
import { VawaStatus, vawaStatusLabels } from '../model/entities.ts'
import { RequestDialog } from './RequestDialog.tsx'

const col = columns<VawaLine>()

/** The columns for the requests of one month. */
export const requestColumns = [
  col.date('Requested', (row) => row.requestDate, { width: 105 }),
  col.text('Kind', (row) => row.requestType, { width: 240 }),
  col.text('Household', (row) => row.household, { width: 110 }),
  col.text('HUD-5382', (row) => row.certificationReceived, { width: 90 }),
  col.text('HUD-5383', (row) => row.transferRequested, { width: 90 }),
  col.text('Outcome', (row) => row.outcome, { width: 100 }),
  col.number('Days', (row) => row.days, { width: 65 }),
  col.chip(
    'State',
    (row) => vawaStatusLabels[row.statusId] ?? '',
    (row) =>
      row.statusId === VawaStatus.NEW ? 'blue' : row.statusId === VawaStatus.INELIGIBLE ? 'yellow' : 'gray',
    { width: 150 },
  ),
  col.node('', (row) => (row.statusId === VawaStatus.CLOSED ? null : <RequestDialog request={row} />), {
    width: 70,
  }),
]

/** The columns for lists with requests of several properties and months. */
export const requestColumnsWithMonth = [
  col.text('Property', (row) => row.propertyName, { width: 230 }),
  col.month('Month', (row) => row.periodDate, { width: 130 }),
  ...requestColumns,
]
