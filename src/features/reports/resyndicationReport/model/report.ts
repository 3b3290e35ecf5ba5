import { defineReport } from '#engines/report/model/index.ts'
import { permission } from '#kernel/model/access.ts'
import { day, id, number, text } from '#kernel/model/field.ts'
import { facts } from './facts.ts'

const NOT_OWN = 'A property of other companies is not named.'

/** Report 16: the resyndications of properties. */
export default defineReport(facts, {
  path: '/api/reporting/Resyndication',
  access: permission('AFS', 'read'),
  parameters: {
    type: text('Type', 100).optional(),
    from: day('From').unwrap().optional(),
    to: day('To').unwrap().optional(),
  },
  row: {
    resyndicationId: id('Resyndication'),
    propertyId: id('New property'),
    oldPropertyId: id('Old property'),
    oldNumber: text('Old number'),
    oldName: text('Old name'),
    newNumber: text('New number'),
    newName: text('New name'),
    type: text('Type'),
    date: day('Date'),
    units: number('Units'),
  },
  withheld: { oldNumber: NOT_OWN, oldName: NOT_OWN },
  totals: { units: 'sum' },
  order: '-date newName',
  ofProperties: true,
  footnote:
    'One row for each new allocation of credits to an existing property; a split has one row for each new property, a merger one for each old property. Units are the current units of the new property. Filters apply to the new property.',
  to: ({ propertyId }) => `/EditProject/${propertyId}?tab=Money`,
  links: { oldName: ({ oldPropertyId }) => (oldPropertyId ? `/EditProject/${oldPropertyId}` : null) },
  chartColumn: 'units',
})
