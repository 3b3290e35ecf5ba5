import { describe, expect, test } from 'vitest'
import { getNewPropertyValues, newPropertySchema, propertySchema } from './propertyForm.ts'

const template = {
  propertyId: 9,
  name: 'Maple Grove',
  agencyNumber: '12-345',
  housingType: 'Elderly',
  totalUnits: 24,
  lowIncomeUnits: 20,
  yearBuilt: 2007,
  ownerName: 'Maple LP',
  ownerManaged: false,
  billingAddress: null,
  averageIncomeTest: false,
  nonCompliant: true,
  monitoredForReserves: true,
  address: '1 Elm Street',
  city: 'Columbia',
  state: 'MO',
  zip: '65201',
  countyId: 10,
  congressionalDistrict: '4',
  latitude: 38.9,
  longitude: -92.3,
  serviceDate: '2008-11-20',
  extendedUseDate: '2038-12-31',
  extendedUseComputed: true,
  fiscalYearEndMonth: 6,
  managementCompanyId: 7,
  version: 5,
  statusId: 0,
}

describe('a new property', () => {
  test('B12 without a template only the usual defaults are filled in', () => {
    const values = getNewPropertyValues(null)
    expect(values).toMatchObject({
      name: '',
      state: 'MO',
      fiscalYearEndMonth: 12,
      totalUnits: null,
      countyId: null,
    })
    expect(newPropertySchema.safeParse({ ...values, name: 'Oak Court', totalUnits: 12 }).success).toBe(true)
  })

  test('B12 a template fills in shared values but not the name, number, place or dates', () => {
    const values = getNewPropertyValues(template)
    expect(values).toMatchObject({
      housingType: 'Elderly',
      city: 'Columbia',
      countyId: 10,
      managementCompanyId: 7,
    })
    expect(values).toMatchObject({
      name: '',
      agencyNumber: null,
      address: null,
      latitude: null,
      serviceDate: null,
    })
    expect(values.nonCompliant).toBe(false)
    expect(Object.keys(values)).not.toContain('propertyId')
    expect(Object.keys(values)).not.toContain('version')
  })
})

describe('the form of a property', () => {
  test('an extended use that ends before the placed-in-service date is a fault of its field', () => {
    const { error } = propertySchema.safeParse({ ...template, extendedUseDate: '2001-01-01' })
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual(['extendedUseDate'])
  })
})
