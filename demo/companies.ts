import { drawChoice, hash } from './chance.ts'
import { readColumn } from './csv.ts'
import { toCompanyName } from './properNames.ts'
import type { SourceRecord } from './sources.ts'
import type { Company } from './types.ts'

/** Returns the invented mail domain of an organization. `.example` domains have no mailboxes. */
export function getDomain(organization: string): string {
  const label = organization
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return `${label}.example`
}

const areaCodes = ['314', '417', '573', '636', '660', '816'] as const

/** Returns a telephone number from the reserved block 555-0100 to 555-0199. */
export const inventPhone = (key: string): string =>
  `(${drawChoice(`area ${key}`, areaCodes)}) 555-01${String(hash(`phone ${key}`) % 100).padStart(2, '0')}`

/**
 * Returns the management company that the USDA data names. Null if there is none or if the manager is an
 * individual.
 */
export function getNamedManager(record: SourceRecord): string | null {
  if (record.source !== 'USDA 515') return null
  const name = readColumn(record.line, 'management_name')
  return name === '' || readColumn(record.line, 'management_is_person') === 'Y' ? null : toCompanyName(name)
}

/** The management companies of the USDA records, by size and by county. */
export type ManagementIndex = {
  /** The companies that manage at least five properties, the largest first. */
  professional: string[]
  byCounty: Map<string, Set<string>>
}

/**
 * Finds the companies that are large enough to manage further properties, and the counties in which each
 * company works.
 */
export function indexManagers(records: readonly SourceRecord[]): ManagementIndex {
  const counts = new Map<string, number>()
  const byCounty = new Map<string, Set<string>>()
  for (const record of records) {
    const name = getNamedManager(record)
    if (!name) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
    byCounty.set(record.countyFips, (byCounty.get(record.countyFips) ?? new Set()).add(name))
  }
  const professional = [...counts]
    .filter(([, count]) => count >= 5)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  return { professional: professional.map(([name]) => name), byCounty }
}

/**
 * Draws a management company for a property without one in the sources. A company that already works in the
 * county is more likely. The assignment is invented.
 */
export function assignManager(key: string, countyFips: string, index: ManagementIndex): string {
  const local = index.professional.filter((name) => index.byCounty.get(countyFips)?.has(name))
  return drawChoice(`manager ${key}`, [...local, ...local, ...index.professional])
}

/** Returns the management companies in order of name. Address, email and telephone number are invented. */
export function buildCompanies(
  managedProperties: readonly { name: string; city: string; zip: string | null }[],
): Company[] {
  const byName = new Map<string, { city: string; zip: string | null }>()
  for (const { name, city, zip } of managedProperties) {
    if (!byName.get(name)?.zip) byName.set(name, { city, zip })
  }
  return [...byName]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, { city, zip }], index) => ({
      id: index + 1,
      name,
      address: '100 Demonstration Way',
      city,
      zip: zip ?? '65101',
      email: `office@${getDomain(name)}`,
      phone: inventPhone(name),
    }))
}
