/** The fixed choices and pledges of an application for certification. */

/** Programs under which a company's portfolio is counted. */
export const programs = [
  'Low-income housing tax credit',
  'HOME',
  'Section 8',
  'Rural Development 515',
  'Other affordable',
  'Market rate',
] as const

/** The kinds of licenses that a company or its staff can have. */
export const licenseKinds = ['Real-estate broker', 'Property manager', 'Business', 'Other'] as const

/** The kinds of insurance. The first two are required for certification. */
export const insuranceKinds = [
  'General liability',
  'Fidelity bond',
  'Errors and omissions',
  'Workers’ compensation',
] as const
export const requiredInsurance = ['General liability', 'Fidelity bond'] as const

/** The designations of training: housing credit, occupancy, site compliance and fair housing. */
export const designationKinds = ['HCCP', 'COS', 'SHCM', 'C3P', 'NAHP', 'Fair housing', 'Other'] as const

/** The kinds of documents of an application. */
export const documentTypes = [
  'Exhibit A-5',
  'Fair-housing policy',
  'Certificate of insurance',
  'Fidelity bond',
  'Broker license',
  'Organization chart',
  'Financial statement',
  'Training certificates',
  'Other',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** The documents without which an application is not complete. */
export const requiredDocuments: readonly DocumentType[] = [
  'Exhibit A-5',
  'Fair-housing policy',
  'Certificate of insurance',
  'Fidelity bond',
]

/** The recommendations that staff can make to the manager. */
export const recommendations = ['Certify', 'Reject'] as const

/**
 * The company's pledges, which it signs (the owner/agent certification of the field has eleven such pledges).
 */
export const pledges = [
  'We follow the laws, regulations and regulatory agreements of every property we manage.',
  'We answer inquiries of the agency within 30 days and open our books and properties to it.',
  'We file reports, financial statements and requests when they are due.',
  'We charge no fee beyond the maximum the agency publishes, and refund anything charged above it.',
  'We pay from a property’s money only what that property owes, and keep its money apart from ours.',
  'We buy goods and services at the price of the open market, from related parties too, and name each of these.',
  'We keep the insurance and the fidelity bond named in this application in force.',
  'We rent to everybody alike, as the fair-housing laws ask, and train our staff in them.',
  'We verify household income and keep tenant files complete and confidential.',
  'We keep the properties decent, safe and sanitary and cure findings within the time given.',
  'We notify the agency within 30 days when anything stated in this application changes.',
] as const
