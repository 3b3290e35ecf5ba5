import { describe, expect, test } from 'vitest'
import { findImportField, parseRecordType } from './importFields.ts'
import { buildImportContext, getImportFaults, type ImportRow, readFigure } from './importing.ts'
import { getPlaceFaults } from './places.ts'

const places = [
  { zip: '65101', city: 'Jefferson City', county: 'Cole County' },
  { zip: '65101', city: 'Jefferson City', county: 'Osage County' },
  { zip: '63103', city: 'Saint Louis', county: 'St. Louis City' },
]
const importContext = buildImportContext(
  [
    { number: '12-345', propertyId: 1, has: ['Initial'] },
    { number: 'MO-98-001', propertyId: 1, has: ['Initial'] },
    { number: '12-346', propertyId: 2, has: [] },
    { number: '99', propertyId: 3, has: [] },
    { number: '99', propertyId: 4, has: [] },
  ],
  places,
)
const validRow = {
  line: 2,
  projectNumber: '12-346',
  recordType: 'Firm',
  city: 'Jefferson City',
  county: 'Cole',
  zip: '65101',
  units: '48',
  vacancyPercent: '7%',
  I01: '$372,000',
} as ImportRow
const findFaults = (row: object) => getImportFaults([{ ...validRow, ...row } as ImportRow], importContext)[0]!

describe('import of 2013 records', () => {
  test('numbers with commas, a dollar sign or a percent sign are read', () => {
    expect(findFaults({})).toEqual([])
    expect([
      readFigure(validRow, 'I01'),
      readFigure(validRow, 'vacancyPercent'),
      readFigure(validRow, 'E05'),
    ]).toEqual([372_000, 7, null])
  })

  test.each<[object, string, string]>([
    [{ zip: '99999' }, 'zip', 'not in the state'],
    [{ county: 'Boone' }, 'county', 'is in Cole County or Osage County, not in Boone'],
    [{ city: 'Columbia' }, 'city', 'is Jefferson City, not Columbia'],
    [{ projectNumber: '77' }, 'projectNumber', 'No property has the number 77'],
    [{ projectNumber: '99' }, 'projectNumber', '2 properties have the number 99'],
    [
      { projectNumber: 'mo 98 001', recordType: 'initial' },
      'projectNumber',
      'has its Initial record of this year',
    ],
    [{ I01: '37,20' }, 'I01', 'is not written as 1,234.56'],
    [{ I01: '' }, 'I01', '*Field is required'],
    [{ E05: '-5' }, 'E05', 'without a minus sign'],
    [{ units: '4.5' }, 'units', 'whole number'],
    [{ vacancyPercent: '107' }, 'vacancyPercent', 'up to 100'],
    [{ recordType: 'Draft' }, 'recordType', 'none of Initial'],
  ])('%j is reported at %s', (row, field, text) => {
    expect(findFaults(row)).toEqual([{ field, message: expect.stringContaining(text) }])
  })

  test('a second row for the same property and type is a fault', () => {
    const [, second] = getImportFaults([validRow, { ...validRow, line: 3 }], importContext)
    expect(second).toEqual([{ field: 'projectNumber', message: '12-346, Firm, is already in line 2.' }])
  })

  test('headings and types are recognized in the spellings that people use', () => {
    expect(
      ['ZIP', 'Zip code', 'E23 Real estate tax', 'gross potential rent', 'vacancy'].map(findImportField),
    ).toEqual(['zip', 'zip', 'E23', 'I01', 'vacancyPercent'])
    expect(findImportField('Color')).toBeUndefined()
    expect(['Firm commitment', 'final/cost certification', 'other'].map(parseRecordType)).toEqual([
      'Firm',
      'Final',
      null,
    ])
  })

  test('spellings of St. Louis compare equal; without a city only the county is checked', () => {
    const matchingPlaces = places.filter((place) => place.zip === '63103')
    expect(
      getPlaceFaults({ zip: '63103', city: 'St. Louis', county: 'St Louis City' }, matchingPlaces),
    ).toEqual([])
    const border = [{ zip: '51640', city: null, county: 'Atchison County' }]
    expect(getPlaceFaults({ zip: '51640', city: 'Anywhere', county: 'atchison' }, border)).toEqual([])
  })
})
