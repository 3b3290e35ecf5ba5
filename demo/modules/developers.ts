import type pg from 'pg'
import { drawChance, drawChoice, hash } from '../chance.ts'
import { getDomain, inventPhone } from '../companies.ts'
import { readColumn, readLines } from '../csv.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import { towns } from '../towns.ts'
import type { Portfolio, Property } from '../types.ts'

type DeveloperDraft = { name: string; city: string | null; notes: string; published: boolean }

const companyKinds = ['Development', 'Housing Partners', 'Community Builders', 'Homes'] as const

/** Returns the developers in the agency's lists of 2025, by the number of the development. */
const readPublishedDevelopers = (): Map<string, string> =>
  new Map(
    readLines('mhdc-developments-2025.csv').map((line) => [
      readColumn(line, 'dev_no'),
      readColumn(line, 'developer'),
    ]),
  )

/**
 * Returns the published developer of a property, or an invented one for most of the others. Null for none.
 */
function getDeveloper(
  property: Property,
  publishedNames: ReadonlyMap<string, string>,
): DeveloperDraft | null {
  const name = property.agencyNumber === null ? undefined : publishedNames.get(property.agencyNumber)
  if (name) return { name, city: null, notes: 'Named in the agency’s lists of 2025.', published: true }
  if (!drawChance(`has developer ${property.id}`, 85)) return null
  const key = `developer ${property.countyFips} ${hash(`which developer ${property.id}`) % 2}`
  const city = drawChoice(`${key} city`, towns)
  return {
    name: `Demo ${drawChoice(key, companyKinds)} of ${city}`,
    city,
    notes: 'Invented for the demonstration.',
    published: false,
  }
}

async function load(client: pg.ClientBase, { properties, day }: Portfolio): Promise<void> {
  const publishedNames = readPublishedDevelopers()
  const developerEntries = properties.flatMap((property) => {
    const developer = getDeveloper(property, publishedNames)
    return developer ? [{ property, developer }] : []
  })
  const drafts = [
    ...new Map(developerEntries.map(({ developer }) => [developer.name, developer])).values(),
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const ids = new Map(drafts.map(({ name }, index) => [name, index + 1]))
  const rows = drafts.map((developer, index) => ({
    developer_id: index + 1,
    name: developer.name,
    city: developer.city,
    state: developer.city ? 'MO' : null,
    contact_name: developer.published ? null : 'Managing member',
    phone: developer.published ? null : inventPhone(developer.name),
    email: developer.published ? null : `office@${getDomain(developer.name)}`,
    notes: developer.notes,
    created_at: `${day}T12:00:00Z`,
  }))
  const columns = {
    developer_id: 'integer',
    name: 'text',
    city: 'text',
    state: 'text',
    contact_name: 'text',
    phone: 'text',
    email: 'text',
    notes: 'text',
    created_at: 'timestamptz',
  }
  await insertRows(client, 'developer', columns, rows)
  const propertyDevelopers = developerEntries.map(({ property, developer }) => ({
    property_id: property.id,
    developer_id: ids.get(developer.name) ?? 0,
    from_date: property.serviceDate ?? '2025-01-01',
  }))
  const propertyDeveloperColumns = { property_id: 'integer', developer_id: 'integer', from_date: 'date' }
  await insertRows(client, 'property_developer', propertyDeveloperColumns, propertyDevelopers)
}

/** Loads developers and their properties. */
export default {
  after: ['properties'],
  load: ({ client, portfolio }) => load(client, portfolio),
  idColumns: { developer: 'developer_id' },
} satisfies DemoPart
