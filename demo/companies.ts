import { hash, pick } from './chance.ts'
import { column } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import { companyName } from './text.ts'
import type { Company } from './types.ts'

/** Returns the invented mail domain of an organization. `.example` domains have no mailboxes. */
export function getDomain(organisation: string): string {
  const label = organisation
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
  `(${pick(`area ${key}`, areaCodes)}) 555-01${String(hash(`phone ${key}`) % 100).padStart(2, '0')}`

/** Returns the manager in the USDA data. Null if there is none or if it is an individual. */
export function namedManager(record: SourceRecord): string | null {
  if (record.source !== 'USDA 515') return null
  const name = column(record.line, 'management_name')
  return name === '' || column(record.line, 'management_is_person') === 'Y' ? null : companyName(name)
}

/** The managers of each county in the USDA records. */
export type ManagementIndex = {
  /** Managers of at least five properties, the largest first. */
  professional: string[]
  byCounty: Map<string, Set<string>>
}

/** Determines the managers that are large enough for further properties, and their counties. */
export function indexManagers(records: readonly SourceRecord[]): ManagementIndex {
  const counts = new Map<string, number>()
  const byCounty = new Map<string, Set<string>>()
  for (const record of records) {
    const name = namedManager(record)
    if (!name) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
    byCounty.set(record.countyFips, (byCounty.get(record.countyFips) ?? new Set()).add(name))
  }
  const professional = [...counts]
    .filter(([, count]) => count >= 5)
    .sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  return { professional: professional.map(([name]) => name), byCounty }
}

/** Chooses a manager for a property without one in the sources, preferably one from its county. Invented. */
export function assignManager(key: string, countyFips: string, index: ManagementIndex): string {
  const local = index.professional.filter((name) => index.byCounty.get(countyFips)?.has(name))
  return pick(`manager ${key}`, [...local, ...local, ...index.professional])
}

/** Returns the management companies in order of name. Address, mail and telephone are invented. */
export function buildCompanies(
  managed: readonly { name: string; city: string; zip: string | null }[],
): Company[] {
  const byName = new Map<string, { city: string; zip: string | null }>()
  for (const { name, city, zip } of managed) {
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
