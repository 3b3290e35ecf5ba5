import type { Found, FoundKind } from '../model/calls.ts'

/** The headings over results. */
export const headings: Readonly<Record<FoundKind, string>> = {
  property: 'Properties',
  request: 'Requests',
  company: 'Management companies',
  person: 'People',
  contact: 'Contacts',
  vendor: 'Vendors',
}

/** Where a result leads. A contact is shown with its property. */
const places: Readonly<Record<FoundKind, (found: Found) => string>> = {
  property: ({ id }) => `/EditProject/${id}`,
  request: ({ id, propertyId }) => `/ReplacementReserve/${id}/${propertyId}`,
  company: ({ id }) => `/company/false/${id}`,
  person: ({ id }) => `/User/false/${id}`,
  contact: ({ propertyId }) => `/EditProject/${propertyId}`,
  vendor: ({ id }) => `/VendorList?vendor=${id}`,
}

/** The path of a result within the portal. */
export const placeOf = (found: Found): string => places[found.kind](found)

/** Something that was found once, kept for the next visit. */
export type Place = { to: string; label: string; detail: string }

const MOST_KEPT = 6

/** The places chosen last, the newest first, each once. */
export const withRecent = (recent: readonly Place[], chosen: Place): Place[] =>
  [chosen, ...recent.filter((one) => one.to !== chosen.to)].slice(0, MOST_KEPT)

/** The screens whose name holds what was typed, those that begin so first. */
export function screensNamed<S extends { label: string }>(screens: readonly S[], text: string): S[] {
  const wanted = text.trim().toLowerCase()
  return screens
    .filter((one) => one.label.toLowerCase().includes(wanted))
    .toSorted(
      (one, other) =>
        Number(other.label.toLowerCase().startsWith(wanted)) - Number(one.label.toLowerCase().startsWith(wanted)),
    )
}
