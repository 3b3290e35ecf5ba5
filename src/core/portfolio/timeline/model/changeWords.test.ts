import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Property, PropertyRent } from '#core/portfolio/properties/model/index.ts'
import { describeChange } from './changeWords.ts'

describe('the description of a change of a property', () => {
  test('an update names each field with its old and new value, and leaves out ids without a name', () => {
    const changes = {
      name: ['Old Mill', 'Maple Grove'],
      county_id: [3, 4],
      total_units: [40, 48],
      version: [1, 2],
    }
    expect(describeChange(Property, { operation: 'update', changes }, { 'county_id 4': 'Boone' })).toBe(
      'Property changed: Name Old Mill → Maple Grove; County – → Boone; Total units 40 → 48',
    )
    expect(describeChange(Property, { operation: 'update', changes: { version: [1, 2] } }, {})).toBeNull()
  })

  test('an insert or delete lists the row’s values, with money and days in the portal’s formats', () => {
    const changes = {
      property_rent_id: 7,
      rent: 625,
      effective_date: '2026-01-01',
      existing_tenants: false,
      units: null,
    }
    expect(describeChange(PropertyRent, { operation: 'insert', changes }, {})).toBe(
      'Rent added: Monthly rent $625.00; Effective 01/01/2026',
    )
    expect(describeChange(PropertyRent, { operation: 'delete', changes: {} }, {})).toBe('Rent removed')
  })

  test('a change of status alone has no description, because the status history shows it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), (from, to) => {
        const changes = { status_id: [from, to], decontrol_status: [from, to] }
        expect(describeChange(Property, { operation: 'update', changes }, {})).toBeNull()
      }),
    )
  })
})
