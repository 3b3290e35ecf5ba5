import type { z } from 'zod'
import { declareReviewedLine } from '#engines/review/model/index.ts'
import { day, decimal, id, money, number, percent, requiredText, text } from '#kernel/model/field.ts'

/** A market rent near a property, found for a rent increase (domain 33), in dollars a month. */
export const ComparableRent = declareReviewedLine('ComparableRent', {
  table: 'comparable_rent',
  key: 'comparableRentId',
  label: 'Comparable rent',
  parent: 'rentIncreaseRequestHeaderId',
  fields: {
    comparableRentId: id('Comparable rent'),
    rentIncreaseRequestHeaderId: id('Rent increase'),
    propertyId: id('Property'),
    name: requiredText('Property', 200),
    address: text('Address', 200),
    distanceMiles: decimal('Miles away'),
    yearBuilt: number('Year built', 1800, 2200),
    bedrooms: number('Bedrooms', 0, 10).unwrap(),
    squareFeet: number('Square feet', 1, 20_000),
    rent: money('Rent').unwrap(),
    utilitiesIncluded: text('Utilities included', 200),
    amenities: text('Amenities', 500),
    occupancyPercent: percent('Occupied, %'),
    concession: money('Concession a month'),
    /**
     * An amount added to the rent for differences between the units. Below 0 if the other unit is better.
     */
    adjustment: money('Adjustment'),
    source: requiredText('Source', 200),
    surveyedOn: day('Surveyed').unwrap(),
  },
  content: [
    'name',
    'address',
    'distanceMiles',
    'yearBuilt',
    'bedrooms',
    'squareFeet',
    'rent',
    'utilitiesIncluded',
    'amenities',
    'occupancyPercent',
    'concession',
    'adjustment',
    'source',
    'surveyedOn',
  ],
})
export type Comparable = z.infer<typeof ComparableRent.row>

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
