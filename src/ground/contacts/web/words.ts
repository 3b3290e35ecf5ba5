import { contactTypeLabels } from '#ground/lookups/model/index.ts'
import { contactTypes } from '../model/rules.ts'
import type { RequestLine } from './types.ts'

/** What a contact type is called. */
export const typeLabel = (contactTypeId: number): string => contactTypeLabels[contactTypeId] ?? 'Contact'

/** Several types in words. */
export const typesLabel = (contactTypeIds: readonly number[]): string => contactTypeIds.map(typeLabel).join(', ')

/** The types to choose from. */
export const typeOptions = (types: readonly number[] = contactTypes) =>
  types.map((type) => ({ value: type, label: typeLabel(type) }))

/** Where a property's or company's contact changes are asked for. */
export const formPath = (of: { propertyId: number | null; managementCompanyId: number | null }): string =>
  `/ManagementContactChangeRequest/${of.managementCompanyId ?? 0}/${of.propertyId ?? 0}`

/** Where a request is read and decided on. */
export const reviewPath = (
  line: Pick<RequestLine, 'contactChangeRequestId' | 'managementCompanyId' | 'ownerManaged'>,
): string =>
  line.managementCompanyId !== null || line.ownerManaged
    ? `/ManagementContactChangeRequestReview/${line.contactChangeRequestId}`
    : `/ContactChangeRequestReview/${line.contactChangeRequestId}`
