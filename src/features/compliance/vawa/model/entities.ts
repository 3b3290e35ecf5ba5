import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { code, id, longText, moment, number, ref, text } from '#kernel/model/field.ts'

/**
 * The status of a request: new, reviewed by the agency, closed, or not eligible for a transfer (domain 17.4).
 */
export const VawaStatus = { NEW: 1, REVIEWED: 2, CLOSED: 3, INELIGIBLE: 4 } as const
export const vawaStatusLabels: Readonly<Record<number, string>> = {
  [VawaStatus.NEW]: 'New',
  [VawaStatus.REVIEWED]: 'Reviewed',
  [VawaStatus.CLOSED]: 'Closed',
  [VawaStatus.INELIGIBLE]: 'Transfer ineligible',
}

/** The choices of the fields of a request. */
export const requestTypes = [
  'Emergency transfer within the property',
  'Emergency transfer to another property',
  'Lease bifurcation',
  'Other',
] as const
export const answers = ['Yes', 'No'] as const
export const outcomes = ['Pending', 'Approved', 'Denied', 'Incomplete'] as const

/** A day that is stored encrypted, and therefore as text. */
const sealedDay = (label: string) => z.iso.date('Enter a date as MM/DD/YYYY.').nullable().meta({ label })

const choice = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values).nullable().meta({ label, kind: 'choice' })

/**
 * A request under the Violence Against Women Act, filed with a month of occupancy: the fields of the federal
 * data form, never a name or an address. Its values are stored encrypted.
 */
export const VAWARequest = entity('VAWARequest', {
  table: 'vawa_request',
  key: 'vawaRequestId',
  label: 'VAWA request',
  fields: {
    vawaRequestId: id('Request'),
    projectOccupancyId: id('Month'),
    propertyId: id('Property'),
    statusId: code('Status', 1, 4, vawaStatusLabels),
    version: number('Version').unwrap(),
    filedCompanyId: ref('Filed by company', 'ManagementCompany'),
    requestDate: sealedDay('Requested on'),
    requestType: choice('Kind of request', requestTypes),
    household: text('Household number or initials', 20, 'Never a name or an address.'),
    certificationReceived: choice('Certification received (HUD-5382)', answers),
    transferRequested: choice('Transfer requested (HUD-5383)', answers),
    eligible: choice('Eligible', answers),
    outcome: choice('Outcome', outcomes),
    reason: longText('Reason of a denial', 500, 'Never a name, an address, or what was done to whom.'),
    resolvedOn: sealedDay('Resolved on'),
    destination: text('Kind of property moved to', 100),
    createdBy: ref('Entered by', 'User'),
    createdAt: moment('Entered'),
    reviewedById: ref('Reviewed by', 'User'),
    reviewed: moment('Reviewed'),
  },
  serverOnly: ['statusId', 'filedCompanyId', 'createdBy', 'createdAt', 'reviewedById', 'reviewed'],
})

/** The fields that are encrypted before they are stored. */
export const sealedFields = [
  'requestDate',
  'requestType',
  'household',
  'certificationReceived',
  'transferRequested',
  'eligible',
  'outcome',
  'reason',
  'resolvedOn',
  'destination',
] as const

/** A person with the right to read such requests, or proposed for it. */
export const VAWAReader = entity('VAWAReader', {
  table: 'vawa_reader',
  key: 'vawaReaderId',
  label: 'Reader of VAWA requests',
  fields: {
    vawaReaderId: id('Reader'),
    userId: id('Person'),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    grantedBy: ref('Granted by', 'User'),
    grantedAt: moment('Granted'),
    confirmedBy: ref('Confirmed by', 'User'),
    /** When a second administrator confirmed the right; the person has no right before. */
    confirmedAt: moment('Confirmed'),
  },
  serverOnly: ['grantedBy', 'grantedAt', 'confirmedBy', 'confirmedAt'],
  companyScoped: true,
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
