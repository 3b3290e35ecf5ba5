import { formatDate } from '#kernel/model/dates.ts'
import type { MailKind } from './entities.ts'

/** A placeholder: the name in double braces, and its label. */
export type Placeholder = { name: string; label: string }

const commonPlaceholders: Placeholder[] = [
  { name: 'recipientName', label: 'Name of the recipient' },
  { name: 'today', label: 'Date of sending' },
  { name: 'agencyName', label: 'Name of the agency' },
  { name: 'agencyShortName', label: 'Short name of the agency' },
  { name: 'portalAddress', label: 'Address of the portal' },
]
const companyPlaceholders: Placeholder[] = [
  { name: 'companyName', label: 'Management company' },
  { name: 'companyAddress', label: 'Address of the company' },
  { name: 'companyPhone', label: 'Phone of the company' },
]
const propertyPlaceholders: Placeholder[] = [
  { name: 'propertyName', label: 'Property' },
  { name: 'propertyList', label: 'List of the properties' },
  { name: 'propertyNumber', label: 'Agency number' },
  { name: 'lihtcNumber', label: 'LIHTC number' },
  { name: 'propertyAddress', label: 'Address of the property' },
  { name: 'county', label: 'County' },
  { name: 'totalUnits', label: 'Units' },
  { name: 'ownerName', label: 'Owner' },
]

/**
 * The placeholders of each kind of mail. None of them can reveal anything about households.
 */
export const placeholders: Readonly<Record<MailKind, readonly Placeholder[]>> = {
  Property: [...propertyPlaceholders, ...companyPlaceholders, ...commonPlaceholders],
  Company: [...companyPlaceholders, ...commonPlaceholders],
  Person: commonPlaceholders,
}

/** The values of a property that a mail can use. */
export type PropertyFacts = {
  propertyId: number
  name: string
  agencyNumber: string | null
  lihtcNumber: string | null
  address: string | null
  city: string | null
  zip: string | null
  county: string | null
  totalUnits: number
  ownerName: string | null
  companyName: string | null
  companyAddress: string | null
  companyPhone: string | null
}

/**
 * The values that a mail to one recipient can use: about the recipient, the properties it concerns, and the
 * agency.
 */
export type MailFacts = {
  recipientName: string
  today: string
  agencyName: string
  agencyShortName: string
  portalAddress: string
  properties: readonly PropertyFacts[]
  own: readonly { name: string; value: string }[]
}

const MAX_LISTED = 3
const LIST_MARK = '•'

/**
 * Returns the value of each placeholder, '' if it is unknown. Values of several properties are listed, each
 * once.
 */
export function getMailTemplateValues(kind: MailKind, facts: MailFacts): Record<string, string> {
  const { properties, own: ownPlaceholders, today, ...commonFacts } = facts
  const each = (read: (propertyFacts: PropertyFacts) => string | number | null) =>
    listDistinct(properties.map(read))
  const all: Record<string, string> = {
    ...commonFacts,
    today: formatDate(today, 'MM/DD/YYYY'),
    propertyName: each((propertyFacts) => propertyFacts.name),
    propertyList: properties.map((property) => `${LIST_MARK} ${formatProperty(property)}`).join('\n'),
    propertyNumber: each((propertyFacts) => propertyFacts.agencyNumber),
    lihtcNumber: each((propertyFacts) => propertyFacts.lihtcNumber),
    propertyAddress: each(
      (propertyFacts) =>
        [propertyFacts.address, propertyFacts.city, propertyFacts.zip].filter(Boolean).join(', ') || null,
    ),
    county: each((propertyFacts) => propertyFacts.county),
    totalUnits: each((propertyFacts) => propertyFacts.totalUnits),
    ownerName: each((propertyFacts) => propertyFacts.ownerName),
    companyName: each((propertyFacts) => propertyFacts.companyName),
    companyAddress: each((propertyFacts) => propertyFacts.companyAddress),
    companyPhone: each((propertyFacts) => propertyFacts.companyPhone),
  }
  const valuesByName = placeholders[kind].map(({ name }) => [name, all[name] ?? ''])
  return {
    ...Object.fromEntries(valuesByName),
    ...Object.fromEntries(ownPlaceholders.map((item) => [item.name, item.value])),
  }
}

const formatProperty = ({ name, agencyNumber, city }: PropertyFacts): string =>
  [agencyNumber ? `${name} (${agencyNumber})` : name, city].filter(Boolean).join(', ')

/** Lists different values in one line: the first three and how many more there are. */
function listDistinct(values: readonly (string | number | null)[]): string {
  const different = [...new Set(values.filter((item) => item !== null && item !== '').map(String))]
  const more = different.length - MAX_LISTED
  const firstValues = different.slice(0, MAX_LISTED).join(', ')
  return more > 0 ? `${firstValues} and ${more} more` : firstValues
}
