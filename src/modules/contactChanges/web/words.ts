import type { RequestLine } from './types.ts'

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
