import { describe, expect, test } from 'vitest'
import { getBannerChips } from './bannerChips.ts'

type Info = Parameters<typeof getBannerChips>[0]

const plain: Info = {
  propertyId: 1,
  propertyName: 'Maple Grove',
  propertyNumber: 'MHDC #12-345',
  status: 0,
  decontrolStatus: null,
  nonCompliant: false,
  markedNonCompliant: false,
  ownerManaged: false,
  resyndicatedTo: 0,
  resyndicatedFrom: 0,
  managementCompanyId: null,
  managementCompanyName: null,
  extendedUseDate: null,
  serviceDate: null,
  ait: false,
  agencyNumber: '12-345',
  lihtC1: null,
  city: null,
  county: null,
}
const full: Info = {
  ...plain,
  nonCompliant: true,
  ait: true,
  ownerManaged: true,
  resyndicatedTo: 1,
  resyndicatedFrom: 1,
  managementCompanyId: 7,
  managementCompanyName: 'Bell Management Inc.',
  extendedUseDate: '2038-12-31',
  serviceDate: '2008-11-20',
}
const labels = (info: Info, isAdmin: boolean) => getBannerChips(info, isAdmin).map((chip) => chip.label)

describe('chips of the property banner', () => {
  test('BAN-05 users other than administrators see only chips for non-compliance and the average income test', () => {
    expect(labels(full, false)).toEqual(['Non-compliant', 'Average income test'])
    expect(getBannerChips(full, false).map((chip) => chip.to)).toEqual([
      '/NonComplianceList/1',
      '/EditProject/1?tab=Average%20income',
    ])
  })

  test('BAN-05 a mark by hand without a blocking finding has its own chip', () => {
    expect(labels({ ...plain, markedNonCompliant: true }, false)).toEqual(['Marked non-compliant by hand'])
  })

  test('BAN-03 agency administrators also see owner, resyndication, company, EUP and PIS', () => {
    expect(labels(full, true)).toEqual([
      'Non-compliant',
      'Average income test',
      'Owner managed',
      'Resyndicated to another property',
      'Resyndicated from another property',
      'Bell Management Inc.',
      'EUP 12/31/2038',
      'PIS 11/20/2008',
    ])
  })

  test('BAN-03 there is no chip for a missing value', () => {
    expect(labels(plain, true)).toEqual([])
    expect(labels({ ...plain, serviceDate: '2008-11-20' }, true)).toEqual(['PIS 11/20/2008'])
  })
})
