import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { buildMergeReport } from './mergeReport.ts'
import { mergeRecords } from './merging.ts'
import type { SourceName, SourceRecord } from './sources.ts'

function buildRecord(source: SourceName, key: string, change: Partial<SourceRecord> = {}): SourceRecord {
  return {
    source,
    key,
    name: 'Walnut Bend Apartments',
    street: '100 W Oak St',
    otherStreets: [],
    city: 'Rolla',
    zip: '65401',
    countyFips: '29161',
    latitude: 37.95,
    longitude: -91.77,
    coordinateQuality: 3,
    units: 24,
    bedrooms: null,
    line: { construction_type: 'Acquisition/Rehabilitation' },
    ...change,
  }
}

const mergeToKeys = (...records: SourceRecord[]): string[][] =>
  mergeRecords(records).groups.map((group) => group.records.map((record) => record.key))

describe('records of two sources', () => {
  const rural = buildRecord('USDA 515', 'rural')

  test('records with the same address and name are one property in any spelling', () => {
    const hud = buildRecord('HUD', 'hud', { name: 'Walnut Bend', street: '100 West Oak Street', units: null })
    expect(mergeToKeys(rural, hud)).toEqual([['rural', 'hud']])
  })

  test('records with the same address are not merged if the unit counts differ much', () => {
    expect(mergeToKeys(rural, buildRecord('Tax credit', 'credit', { units: 90 }))).toHaveLength(2)
  })

  test('records with the same address and different names are merged only if the unit counts are equal', () => {
    const otherName = { name: 'Cedar Court' }
    expect(mergeToKeys(rural, buildRecord('HUD', 'hud', { ...otherName, units: null }))).toHaveLength(2)
    expect(mergeToKeys(rural, buildRecord('Tax credit', 'credit', { ...otherName, units: 24 }))).toHaveLength(
      1,
    )
  })

  test('records of different phases are two properties', () => {
    const second = buildRecord('HUD', 'hud', { name: 'Walnut Bend II', units: null })
    expect(mergeToKeys(buildRecord('USDA 515', 'rural', { name: 'Walnut Bend I' }), second)).toHaveLength(2)
  })

  test('records are not merged if a second record of the other source also matches', () => {
    const hud = [1, 2].map((number) => buildRecord('HUD', `hud ${number}`, { units: null }))
    expect(mergeToKeys(rural, ...hud)).toHaveLength(3)
  })

  test('records with the same name in different places are not merged', () => {
    const distantRecord = buildRecord('HUD', 'hud', { street: '9 Elm St', latitude: 37.99, units: null })
    expect(mergeToKeys(rural, distantRecord)).toHaveLength(2)
  })
})

describe('a development of 2025', () => {
  const development = buildRecord('2025 development', '25-999', {
    street: '',
    zip: null,
    latitude: null,
    longitude: null,
  })

  test('a development that rehabilitates a property with the same name is merged with it', () => {
    expect(mergeToKeys(buildRecord('USDA 515', 'rural'), development)).toEqual([['rural', '25-999']])
  })

  test('a development of a property with an earlier tax credit is a resyndication and not merged', () => {
    const merged = mergeRecords([buildRecord('Tax credit', 'credit'), development])
    expect(merged.groups).toHaveLength(2)
    expect(merged.resyndications.map((link) => [link.older.key, link.newer.key])).toEqual([
      ['credit', '25-999'],
    ])
  })

  test('a development with a new building is not merged', () => {
    const newConstruction = { ...development, line: { construction_type: 'New Construction' } }
    expect(mergeToKeys(buildRecord('USDA 515', 'rural'), newConstruction)).toHaveLength(2)
  })
})

test('the merge report is up to date (node demo/writeMergeReport.ts)', () => {
  expect(readFileSync(new URL('./merge-report.md', import.meta.url), 'utf8')).toBe(buildMergeReport())
})
