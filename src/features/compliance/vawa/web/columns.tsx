import { columns } from '#ui/table/DataTable.tsx'
import type { VawaLine } from '../model/calls.ts'
import { VawaStatus, vawaStatusLabels } from '../model/entities.ts'
import { RequestActions } from './RequestActions.tsx'

const col = columns<VawaLine>()

/** The columns for the requests of one month. */
export const requestColumns = [
  col.date('Requested', (row) => row.requestDate, { width: 100 }),
  col.text('Kind', (row) => row.requestType, { width: 190 }),
  col.text('Household', (row) => row.household, { width: 100 }),
  col.text('HUD-5382', (row) => row.certificationReceived, { width: 95 }),
  col.text('HUD-5383', (row) => row.transferRequested, { width: 95 }),
  col.text('Outcome', (row) => row.outcome, { width: 95 }),
  col.number('Days', (row) => row.days, { width: 60 }),
  col.chip(
    'State',
    (row) => vawaStatusLabels[row.statusId] ?? '',
    (row) =>
      row.statusId === VawaStatus.NEW ? 'blue' : row.statusId === VawaStatus.INELIGIBLE ? 'yellow' : 'gray',
    { width: 150 },
  ),
  col.node('', (row) => <RequestActions request={row} />, { width: 120 }),
]

/** The columns for lists with requests of several properties and months. */
export const requestColumnsWithMonth = [
  col.text('Property', (row) => row.propertyName, { width: 180 }),
  col.month('Month', (row) => row.periodDate, { width: 115 }),
  ...requestColumns,
]
