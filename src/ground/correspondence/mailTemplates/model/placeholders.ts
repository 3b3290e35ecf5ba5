import { formatDate } from '#kernel/model/dates.ts'
import type { MailKind } from './entities.ts'

/** A name allowed in double braces, and its label in the list of placeholders. */
export type Placeholder = { name: string; label: string }

const always: Placeholder[] = [
  { name: 'recipientName', label: 'Name of the recipient' },
  { name: 'today', label: 'Date of sending' },
  { name: 'agencyName', label: 'Name of the agency' },
  { name: 'agencyShortName', label: 'Short name of the agency' },
  { name: 'portalAddress', label: 'Address of the portal' },
]
const ofCompany: Placeholder[] = [
  { name: 'companyName', label: 'Management company' },
  { name: 'companyAddress', label: 'Address of the company' },
  { name: 'companyPhone', label: 'Phone of the company' },
]
const ofProperty: Placeholder[] = [
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
 * What may be named in a mail of each kind. Nothing about households is among them, and nothing of it can be.
 */
export const placeholders: Readonly<Record<MailKind, readonly Placeholder[]>> = {
  Property: [...ofProperty, ...ofCompany, ...always],
  Company: [...ofCompany, ...always],
  Person: always,
}

/** The facts about a property that a mail can use. */
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
 * The facts that a mail to one recipient can use: the recipient, the properties it concerns, and the agency.
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

const MOST_NAMED = 3
const LIST_MARK = '•'

/**
 * The value of each placeholder, empty where it is unknown. For several properties each value is listed once.
 */
export function getMailTemplateValues(kind: MailKind, facts: MailFacts): Record<string, string> {
  const { properties, own: ownPlaceholders, today, ...plain } = facts
  const each = (read: (propertyFacts: PropertyFacts) => string | number | null) =>
    listed(properties.map(read))
  const all: Record<string, string> = {
    ...plain,
    today: formatDate(today, 'MM/DD/YYYY'),
    propertyName: each((propertyFacts) => propertyFacts.name),
    propertyList: properties.map((property) => `${LIST_MARK} ${getLine(property)}`).join('\n'),
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

const getLine = ({ name, agencyNumber, city }: PropertyFacts): string =>
  [agencyNumber ? `${name} (${agencyNumber})` : name, city].filter(Boolean).join(', ')

/** Different values in one line: the first three and how many more there are. */
function listed(values: readonly (string | number | null)[]): string {
  const different = [...new Set(values.filter((item) => item !== null && item !== '').map(String))]
  const more = different.length - MOST_NAMED
  const firstValues = different.slice(0, MOST_NAMED).join(', ')
  return more > 0 ? `${firstValues} and ${more} more` : firstValues
}
