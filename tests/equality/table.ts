import { feePlaces } from './feePlaces.ts'
import { moneyPlaces } from './moneyPlaces.ts'
import { occupancyPlaces } from './occupancyPlaces.ts'
import type { QuantityWithPlaces } from './place.ts'
import { propertyPlaces } from './propertyPlaces.ts'
import { rentPlaces } from './rentPlaces.ts'
import { reservePlaces } from './reservePlaces.ts'
import { statementPlaces } from './statementPlaces.ts'
import { tilePlaces } from './tilePlaces.ts'

/**
 * Every quantity that is printed in more than one place, with its places. Add a new place to the quantity it
 * prints.
 */
export const placedQuantities: readonly QuantityWithPlaces[] = [
  ...occupancyPlaces,
  ...statementPlaces,
  ...reservePlaces,
  ...moneyPlaces,
  ...propertyPlaces,
  ...feePlaces,
  ...rentPlaces,
  ...tilePlaces,
]

/**
 * Places that differ today, with the reason, by quantity and place. An entry must be removed as soon as its
 * place is equal.
 */
export const unequalPlaces: Readonly<Record<string, string>> = {}

/** Writes the table as a Markdown document: the places of each quantity. */
export function makeQuantitiesDocument(placed: readonly QuantityWithPlaces[]): string {
  const lines = placed.flatMap(({ quantity, of, places }) => [
    `## ${quantity.name}`,
    '',
    `${quantity.definition} In ${quantity.unit}, of ${quantity.population}, as of ${quantity.asOf}; one figure a ${of}.`,
    '',
    ...places.map(({ name, isOfAgency }) => {
      const reason = unequalPlaces[`${quantity.name} | ${name}`]
      return `- ${name}${isOfAgency ? ' (agency)' : ''}${reason ? `. Differs: ${reason}` : ''}`
    }),
    '',
  ])
  const head = [
    '# Quantities and where they stand',
    '',
    'Generated from `tests/equality`; the test of equality asks each place and compares them.',
    '',
  ]
  return [...head, ...lines].join('\n')
}
