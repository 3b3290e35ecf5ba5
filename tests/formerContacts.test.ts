import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Queries that read the contacts of a property and neither mail them nor address a letter to them, or that
 * are about the contact itself.
 */
const OTHER_USES = [
  'src/features/companies/contactChanges/server/',
  'src/features/compliance/housingPriority/server/',
  'src/core/portfolio/factSheet/server/ownParts.ts',
  'src/core/portfolio/contacts/server/contacts.ts',
  'src/core/portfolio/contacts/server/duplicates.ts',
  'src/core/portfolio/contacts/server/links.ts',
  'src/core/portfolio/properties/server/people.ts',
  'src/core/people/companies/server/lists.ts',
]

test('every query that addresses the contacts of a property leaves out those of a company that left it', () => {
  const sources = globSync('src/**/server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const addressing = sources.filter((file) => {
    const source = readFileSync(file, 'utf8')
    return /(from|join) property_contact/.test(source) && /c\.email|c\.\*|conName/.test(source)
  })
  expect(addressing.length).toBeGreaterThan(OTHER_USES.length)
  const careless = addressing.filter(
    (file) =>
      !OTHER_USES.some((known) => file.startsWith(known)) &&
      !readFileSync(file, 'utf8').includes('kernel.contact_left'),
  )
  expect(careless).toEqual([])
})
