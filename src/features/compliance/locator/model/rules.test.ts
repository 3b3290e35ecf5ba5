import { describe, expect, test } from 'vitest'
import {
  describeRefusedPhotos,
  getListingFaults,
  isStale,
  type ListingContent,
  type ListingFacts,
} from './rules.ts'

const content: ListingContent = {
  contactName: 'Invented Office',
  phone: '(573) 555-0100',
  email: null,
  address: '10 Grove Street',
  city: 'Columbia',
  zip: '65201-1234',
  residents: 'Family',
  bedroomsFrom: 1,
  bedroomsTo: 3,
  rentFrom: 560,
  rentTo: 760,
  accessibleUnits: 3,
}
const listing: ListingFacts = {
  units: 48,
  zipKnown: '65201',
  zipCities: ['Columbia'],
  photos: [{ title: 'Building', refusal: null }],
}
const findFaults = (changed: Partial<ListingContent>, facts: Partial<ListingFacts> = {}) =>
  getListingFaults({ ...content, ...changed }, { ...listing, ...facts })

describe('the faults that prevent a listing from being submitted', () => {
  test('VAL-01: a complete listing has no faults, and all missing fields are reported at once', () => {
    expect(findFaults({})).toEqual([])
    expect(findFaults({ phone: ' ', zip: null, rentTo: null }).map((fault) => fault.field)).toEqual([
      'phone',
      'zip',
      'rentTo',
    ])
  })

  test('AHL-1: lower ends above upper ends and more accessible units than units are faults', () => {
    expect(
      findFaults({ bedroomsFrom: 2, bedroomsTo: 1, rentFrom: 760, rentTo: 759.99, accessibleUnits: 49 }),
    ).toEqual([
      { field: 'bedroomsTo', message: 'Enter 2 or more.' },
      { field: 'rentTo', message: 'Enter $760.00 or more.' },
      { field: 'accessibleUnits', message: 'The property has 48 units.' },
    ])
    expect(
      findFaults({ bedroomsFrom: 0, bedroomsTo: 0, rentFrom: 0, rentTo: 0, accessibleUnits: 48 }),
    ).toEqual([])
  })

  test('AHL-2: a ZIP code outside the state or the town is a fault, and one not looked up yet is not judged here', () => {
    expect(findFaults({ zip: '63101' }, { zipKnown: '63101', zipCities: ['Saint Louis'] })).toEqual([
      { field: 'zip', message: 'ZIP code 63101 belongs to Saint Louis, not to Columbia.' },
    ])
    for (const city of ['St. Louis', 'SAINT LOUIS', 'st louis'])
      expect(findFaults({ zip: '63101', city }, { zipKnown: '63101', zipCities: ['Saint Louis'] })).toEqual(
        [],
      )
    expect(findFaults({ zip: '90210' }, { zipKnown: '90210', zipCities: [] })).toEqual([
      { field: 'zip', message: 'This ZIP code is not in the state.' },
    ])
    expect(findFaults({ zip: '90210' })).toEqual([])
  })

  test('AHL-3: a listing without photos or with a refused photo has a fault', () => {
    expect(findFaults({}, { photos: [] })).toEqual([
      { field: 'photos', message: 'Add a photo of the building.' },
    ])
    const photos = [...listing.photos, { title: 'Kitchen', refusal: 'Out of focus' }]
    expect(findFaults({}, { photos })[0]?.message).toBe(
      'The agency refused photo 2 (Kitchen: out of focus). Replace or remove it.',
    )
  })

  test('refusedPhotos describes each refused photo in a sentence', () => {
    const fine = { title: 'Building', caption: null, refusal: null, refusalComment: null }
    const refused = {
      title: 'Sign with the name',
      caption: 'From the road',
      refusal: 'Other',
      refusalComment: 'Covered',
    }
    expect(describeRefusedPhotos([fine, refused])).toEqual([
      'Photo 2, Sign with the name, From the road: Other. Covered.',
    ])
  })
})

test.each([
  ['2025-02-28', '2026-02-28', 12, false],
  ['2025-02-28', '2026-03-01', 12, true],
  ['2024-02-29', '2025-03-01', 12, true],
  ['2025-08-31', '2026-03-01', 6, true],
  [null, '2026-03-01', 6, false],
])('a listing confirmed on %s is stale on %s after %s months: %s', (confirmed, today, months, stale) => {
  expect(isStale(confirmed, today, months)).toBe(stale)
})
