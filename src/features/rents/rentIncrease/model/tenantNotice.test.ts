import { expect, test } from 'vitest'
import { buildTenantNotice, getNoticeLines } from './tenantNotice.ts'

const row = (label: string, current: number | null, newRent: number | null) => ({
  label,
  current,
  newRent,
  allowance: 92,
})

test('domain 14.9 the tenants’ notice, Exhibit A-21, lists rents that change with their day, but no new or unchanged rows', () => {
  const rows = [
    row('Two bedrooms', 665, 691),
    row('Studio', 500, 500),
    row('New row', null, 700),
    row('Open', 600, null),
  ]
  expect(getNoticeLines({ rows })).toEqual([['Two bedrooms', '$665.00', '$691.00', '$92.00']])
  const notice = {
    propertyName: 'Maple Grove',
    companyName: 'Company One',
    agencyName: 'Housing Agency',
    noticeDays: 30,
    rows,
  }
  const text = JSON.stringify(buildTenantNotice({ ...notice, effectiveDate: '2027-01-01' }).content)
  expect(text).toContain(
    'asks Housing Agency to approve new monthly rents for this property from 01/01/2027 on',
  )
  expect(text).toContain('at least 30 days before')
  expect(JSON.stringify(buildTenantNotice({ ...notice, effectiveDate: null }).content)).toContain(
    'from ____________ on',
  )
})
